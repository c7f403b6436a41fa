//! Nobody speaks over anybody: what a provider contributes is in the request
//! whether or not others contribute as well.
//!
//! The trap is cleverness: a fact left out because a document says the same, a
//! file because something was retrieved, a block because the room is used up.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "frame",
    title: "Turn Scope: lets no provider override or suppress another",
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
        Mutant::answers("lets the user's attachments replace the client's files", |request, answer| {
            suppress(request, answer, |entry, all| {
                entry.provider == CLIENT && all.iter().any(|one| one.provider == USER)
            })
        }),
        Mutant::answers("keeps notices only where the user says nothing", |request, answer| {
            suppress(request, answer, |entry, all| {
                entry.provider == METADATA && all.iter().any(|one| one.provider == USER)
            })
        }),
        Mutant::answers("leaves facts out once a file is there", |request, answer| {
            suppress(request, answer, |entry, all| entry.provider == KFR && all.iter().any(|one| one.kind == "file"))
        }),
        Mutant::answers("files what the client sent under the user where there is one", |request, answer| {
            rebuild(request, answer, |entries| {
                if entries.iter().any(|entry| entry.provider == USER) {
                    let sent = entries.iter_mut().filter(|entry| entry.provider == CLIENT);
                    sent.for_each(|entry| USER.clone_into(&mut entry.provider));
                }
            })
        }),
        Mutant::answers("marks facts as confirmed when the user is there", |request, answer| {
            rebuild(request, answer, |entries| {
                if entries.iter().any(|entry| entry.provider == USER) {
                    let facts = entries.iter_mut().filter(|entry| entry.provider == KFR);
                    facts.for_each(|entry| entry.content.push_str(" (confirmed)"));
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
    let composed = compose(talk, &put)?;
    request::traced(case, talk, &put, &composed, || {
        let expected = view("without the added providers", &composed[0], kept);
        let observed = view("with them", &composed[1], kept);
        unchanged("another provider changes what a provider contributed", &put[0].due(), &expected, &observed)
    })
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
