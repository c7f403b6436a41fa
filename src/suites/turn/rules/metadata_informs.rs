//! A notice tells the model something about the turn. It tells the request
//! builder nothing.
//!
//! The bait is a notice that sounds like an order: "files omitted", "highest
//! priority", "ignore memory".

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "metadata-informs",
    title: "Turn Metadata Provider: treats notices as information, not as instructions",
    level: Level::Must,
    source: "§8, governance note",
    statement: "Adding notices changes no other entry, neither in content nor in kind, and a notice stays a notice.",
    checks: &[Check {
        id: "notices-added",
        property: "without the notices every other entry is the same, and every notice is of that kind",
        edges,
        arms: &[
            arm(3, "notices that sound like orders", ordering_about),
            arm(2, "any contents", draw::few),
            arm(1, "many contributions", draw::many),
        ],
        classify,
        labels: &["a notice", "several notices", "no notice", "sounds like an order", "among others"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("leaves out what a notice calls omitted", |request, answer| {
            heed(
                request,
                answer,
                |notice| notice.contains("omitted"),
                |entries| {
                    entries.retain(|entry| entry.kind != "file");
                },
            )
        }),
        Mutant::answers("empties memory that a notice says to ignore", |request, answer| {
            heed(
                request,
                answer,
                |notice| notice.contains("ignore memory"),
                |entries| {
                    entries.iter_mut().filter(|entry| entry.provider == KFR).for_each(|entry| entry.content.clear());
                },
            )
        }),
        Mutant::answers("sorts by the priority that a notice names", |request, answer| {
            heed(
                request,
                answer,
                |notice| notice.contains("priority"),
                |entries| {
                    // The notices stay where they are.
                    let mut others: Vec<Entry> =
                        entries.iter().filter(|entry| entry.kind != "notice").cloned().collect();
                    others.sort_by_key(|entry| entry.provider != RAG);
                    let places = entries.iter_mut().filter(|entry| entry.kind != "notice");
                    places.zip(others).for_each(|(place, entry)| *place = entry);
                },
            )
        }),
        Mutant::answers("makes an instruction of a notice that sounds like one", |request, answer| {
            rebuild(request, answer, |entries| {
                for entry in
                    entries.iter_mut().filter(|entry| entry.kind == "notice" && entry.content.starts_with("Answer"))
                {
                    "instruction".clone_into(&mut entry.kind);
                }
            })
        }),
        Mutant::answers("adds the notice to the instruction", |request, answer| {
            rebuild(request, answer, |entries| {
                let notice = entries.iter().find(|entry| entry.kind == "notice").map(|entry| entry.content.clone());
                let said = entries.iter_mut().find(|entry| entry.kind == "instruction");
                if let (Some(notice), Some(said)) = (notice, said) {
                    said.content = format!("{}\n{notice}", said.content);
                }
            })
        }),
        Mutant::answers("degrades attachments to files where there are notices", |request, answer| {
            heed(
                request,
                answer,
                |_| true,
                |entries| {
                    entries.iter_mut().filter(|entry| entry.kind == "attachment").for_each(|entry| {
                        "file".clone_into(&mut entry.kind);
                    });
                },
            )
        }),
        Mutant::answers("leaves facts out when told that the turn is too long", |request, answer| {
            heed(
                request,
                answer,
                |notice| notice.contains("too long"),
                |entries| entries.retain(|entry| entry.provider != KFR),
            )
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/metadata-informs.yaml"),
    questions: &[],
};

fn heed(request: Request<'_>, answer: Value, told: fn(&str) -> bool, then: fn(&mut Vec<Entry>)) -> Value {
    rebuild(request, answer, |entries| {
        if entries.iter().any(|entry| entry.kind == "notice" && told(&entry.content)) {
            then(entries);
        }
    })
}

fn silent(invocation: &Invocation) -> bool {
    invocation.provider.name != METADATA
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let given = given(case)?;
    let put = [given.only(silent), given];
    let composed = compose(talk, &put)?;
    request::traced(case, talk, &put, &composed, || judge(&put, &composed))
}

fn judge(put: &[Composition; 2], composed: &[Composed; 2]) -> Judgement {
    let [without, _] = put;
    let notices = of(&composed[1].entries, |name| name == METADATA);
    if let Some(other) = notices.into_iter().find(|entry| entry.kind != "notice") {
        return Judgement::failed("a notice became something else", "notice", shown([other]));
    }
    let expected = view("without the notices", &composed[0], |name| name != METADATA);
    let observed = view("with them", &composed[1], |name| name != METADATA);
    unchanged("a notice changes another entry", &without.due(), &expected, &observed)
}

/// Every order before and behind everybody else; several at once; none.
fn edges() -> Vec<Value> {
    let mut cases = vec![draw::counted(&[(0, 2), (1, 3)]), draw::counted(&[(4, 2)])];
    cases.extend([1, 2].into_iter().flat_map(draw::all_five));
    for order in hostile::ORDERS {
        let notice = draw::invocation(METADATA, vec![draw::contribution("n1", order)]);
        for place in [0, 2, 4] {
            let mut case = draw::counted(&[(0, 2), (1, 3), (2, 2), (3, 1)]);
            if let Some(list) = case["invocations"].as_array_mut() {
                list.insert(place, notice.clone());
            }
            cases.push(case);
        }
    }
    cases
}

fn ordering_about(draw: &mut Draw) -> Value {
    let mut case = draw::few(draw);
    if let Some(list) = case["invocations"].as_array_mut() {
        list.retain(|one| one["provider"] != METADATA);
        let notices: Vec<Value> = draw
            .sample(hostile::ORDERS, 2)
            .into_iter()
            .enumerate()
            .map(|(number, order)| draw::contribution(&format!("n{number}"), order))
            .collect();
        list.insert(draw.size(0..=list.len()), draw::invocation(METADATA, notices));
    }
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    let due = given.due();
    let notices: Vec<&Entry> = due.iter().filter(|entry| entry.kind == "notice").collect();
    let mut labels = vec![["no notice", "a notice", "several notices"][notices.len().min(2)]];
    labels.extend(
        notices.iter().any(|entry| hostile::ORDERS.contains(&entry.content.as_str())).then_some("sounds like an order"),
    );
    labels.extend((!notices.is_empty() && notices.len() < due.len()).then_some("among others"));
    labels
}
