//! Nobody speaks over anybody: what a provider contributes is in the request
//! whether or not others contribute as well.
//!
//! The trap is cleverness: a fact left out because a document says the same, a
//! file because something was retrieved, a block because the room is used up.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "frame",
    title: "lets no provider override or suppress another",
    level: Level::Must,
    source: "§2 (providers do not override or suppress one another)",
    statement: "Adding providers adds their entries: what the request holds of the others stays the same.",
    checks: &[Check {
        id: "added",
        property: "without the providers marked as added, the request holds the same of the others",
        edges,
        arms: &[
            arm(3, "any contents", |draw| some_added(draw, draw::few)),
            arm(2, "equal contents", |draw| some_added(draw, draw::repetitive)),
            arm(1, "many contributions", |draw| some_added(draw, draw::many)),
        ],
        classify,
        labels: &["one added", "several added", "added in front", "equal contents"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("lets retrieved content replace equal facts", |request, answer| {
            suppress(request, answer, |entry, all| {
                entry.provider == KFR && all.iter().any(|one| one.provider == RAG && one.content == entry.content)
            })
        }),
        Mutant::answers("leaves out workspace files once something was retrieved", |request, answer| {
            suppress(request, answer, |entry, all| entry.kind == "file" && all.iter().any(|one| one.provider == RAG))
        }),
        Mutant::answers("lets the user's attachments replace the client's files", |request, answer| {
            suppress(request, answer, |entry, all| {
                entry.provider == CLIENT && all.iter().any(|one| one.provider == USER)
            })
        }),
        Mutant::answers("keeps notices only where they are alone", |request, answer| {
            suppress(request, answer, |entry, all| {
                entry.provider == METADATA && all.iter().any(|one| one.provider != METADATA)
            })
        }),
        Mutant::answers("stops after 20 entries", |request, answer| {
            rebuild(request, answer, |entries| entries.truncate(20))
        }),
        Mutant::answers("lets a later provider overwrite equal contents", |request, answer| {
            rebuild(request, answer, |entries| {
                let all = entries.clone();
                for (place, entry) in entries.iter_mut().enumerate() {
                    if let Some(later) = all[place + 1..].iter().find(|later| later.content == entry.content) {
                        entry.provider.clone_from(&later.provider);
                    }
                }
            })
        }),
        Mutant::answers("marks facts as confirmed when they were retrieved", |request, answer| {
            rebuild(request, answer, |entries| {
                let all = entries.clone();
                for entry in entries.iter_mut().filter(|entry| entry.provider == KFR) {
                    if all.iter().any(|one| one.provider == RAG) {
                        entry.content.push_str(" (confirmed)");
                    }
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/frame.yaml"),
    questions: &[],
};

fn suppress(request: Request<'_>, answer: Value, victim: fn(&Entry, &[Entry]) -> bool) -> Value {
    rebuild(request, answer, |entries| {
        let all = entries.clone();
        entries.retain(|entry| !victim(entry, &all));
    })
}

/// The names of the providers that are added.
fn added(case: &Value) -> Vec<&str> {
    let invocations = case["invocations"].as_array().map_or(&[][..], Vec::as_slice);
    invocations.iter().filter(|one| one["added"] == json!(true)).filter_map(|one| one["provider"].as_str()).collect()
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let added = added(case);
    let kept = |name: &str| !added.contains(&name);
    let given = given(case)?;
    let put = [given.only(|one| kept(one.provider.name)), given];
    let [alone, together] = compose(talk, &put)?;
    let expected = view("without the added providers", &alone, kept);
    let observed = view("with them", &together, kept);
    Ok(unchanged("another provider changes what a provider contributed", &put[0].due(), &expected, &observed))
}

/// Every provider joined by every other one, before and after it, with different contents and with equal ones.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for one in &PROVIDERS {
        for other in PROVIDERS.iter().filter(|other| *other != one) {
            for content in ["same", "other"] {
                let mine = draw::invocation(one.name, vec![draw::contribution("c1", "same")]);
                let mut theirs = draw::invocation(other.name, vec![draw::contribution("c2", content)]);
                theirs["added"] = json!(true);
                cases.push(draw::composition(vec![mine.clone(), theirs.clone()]));
                cases.push(draw::composition(vec![theirs, mine]));
            }
        }
    }
    for mut case in [1, 3, 15].into_iter().flat_map(draw::all_five) {
        case["invocations"][0]["added"] = json!(true);
        case["invocations"][2]["added"] = json!(true);
        cases.push(case);
    }
    cases
}

fn some_added(draw: &mut Draw, arm: fn(&mut Draw) -> Value) -> Value {
    let mut case = arm(draw);
    if let Some(invocations) = case["invocations"].as_array_mut() {
        for invocation in invocations {
            if draw.chance(1, 2) {
                invocation["added"] = json!(true);
            }
        }
    }
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    let added = added(case);
    let mut labels = vec![["none added", "one added", "several added"][added.len().min(2)]];
    let first = given.invocations.first().map(|one| one.provider.name);
    labels.extend(first.is_some_and(|name| added.contains(&name)).then_some("added in front"));
    let mut contents: Vec<String> = given.due().into_iter().map(|entry| entry.content).collect();
    let all = contents.len();
    contents.sort_unstable();
    contents.dedup();
    labels.extend((contents.len() < all).then_some("equal contents"));
    labels
}
