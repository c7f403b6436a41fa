//! Retrieval may happen or not, by whatever means: the rest of the turn does
//! not notice.
//!
//! The traps are a fallback for turns without retrieval, and tool output that
//! is treated as less, or more, than what a search found.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "rag-optional",
    title: "RAG Provider (Optional): keeps the rest the same with and without it",
    level: Level::Must,
    source: "§6, governance clarification and retrieval source neutrality",
    statement: "Taking the RAG provider out leaves every other entry as it is, and where retrieved content came from \
                changes nothing in the request.",
    checks: &[
        Check {
            id: "removal",
            property: "without the RAG provider every other entry is the same",
            edges,
            classify: origins,
            labels: &["retrieved", "nothing retrieved", "among others"],
            exam: removed,
            ..BUILDER
        },
        Check {
            id: "origin",
            property: "with other origins, or none, the request is the same",
            edges,
            classify: origins,
            labels: &["origin search", "origin tool", "no origin", "nothing retrieved"],
            exam: other_origin,
            ..BUILDER
        },
    ],
    mutants: &[
        Mutant::answers("leaves out notices where nothing was retrieved", |request, answer| {
            rebuild(request, answer, |entries| {
                if !entries.iter().any(|entry| entry.provider == RAG) {
                    entries.retain(|entry| entry.provider != METADATA);
                }
            })
        }),
        Mutant::answers("shortens files where something was retrieved", |request, answer| {
            rebuild(request, answer, |entries| {
                if entries.iter().any(|entry| entry.provider == RAG) {
                    entries.iter_mut().filter(|entry| entry.kind == "file").for_each(|entry| entry.content.truncate(0));
                }
            })
        }),
        Mutant::answers("leaves out workspace files once something was retrieved", |request, answer| {
            rebuild(request, answer, |entries| {
                if entries.iter().any(|entry| entry.provider == RAG) {
                    entries.retain(|entry| entry.kind != "file");
                }
            })
        }),
        Mutant::answers("marks facts as confirmed when something was retrieved", |request, answer| {
            rebuild(request, answer, |entries| {
                if entries.iter().any(|entry| entry.provider == RAG) {
                    let facts = entries.iter_mut().filter(|entry| entry.provider == KFR);
                    facts.for_each(|entry| entry.content.push_str(" (confirmed)"));
                }
            })
        }),
        Mutant::answers("leaves out what a tool retrieved", |request, answer| {
            by_origin(request, answer, |entries, id, origin| {
                if origin.is_some_and(|origin| origin.starts_with("tool")) {
                    entries.retain(|entry| entry.id != id);
                }
            })
        }),
        Mutant::answers("writes the origin before the content", |request, answer| {
            by_origin(request, answer, |entries, id, origin| {
                for (entry, origin) in entries.iter_mut().filter(|entry| entry.id == id).zip(origin) {
                    entry.content = format!("[{origin}] {}", entry.content);
                }
            })
        }),
        Mutant::answers("trusts only content whose origin is known", |request, answer| {
            by_origin(request, answer, |entries, id, origin| {
                entries.retain(|entry| entry.id != id || origin.is_some());
            })
        }),
        Mutant::answers("files what the user's search found under the user", |request, answer| {
            by_origin(request, answer, |entries, id, origin| {
                for entry in entries.iter_mut().filter(|entry| entry.id == id && origin == Some("user")) {
                    USER.clone_into(&mut entry.provider);
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/rag-optional.yaml"),
    questions: &[],
};

fn by_origin(request: Request<'_>, answer: Value, change: fn(&mut Vec<Entry>, &str, Option<&str>)) -> Value {
    let Ok(given) = Composition::read(request.params) else { return answer };
    rebuild(request, answer, |entries| {
        for chunk in given.invocations.iter().filter(|one| !not_rag(one)).flat_map(|one| &one.contributions) {
            change(entries, &chunk.id, chunk.origin.as_deref());
        }
    })
}

fn not_rag(invocation: &Invocation) -> bool {
    invocation.provider.name != RAG
}

/// As it is; all from a search; all from a tool; all from the user's own; none with an origin.
fn other_origins(given: &Composition) -> [Composition; 5] {
    let all_from = |origin: Option<&str>| {
        let mut other = given.clone();
        for one in other.invocations.iter_mut().filter(|one| !not_rag(one)).flat_map(|one| &mut one.contributions) {
            one.origin = origin.map(str::to_owned);
        }
        other
    };
    [given.clone(), all_from(Some("search")), all_from(Some("tool")), all_from(Some("user")), all_from(None)]
}

fn removed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let given = given(case)?;
    let put = [given.only(not_rag), given];
    let composed = compose(talk, &put)?;
    request::traced(case, talk, &put, &composed, || {
        let expected = view("without rag", &composed[0], |name| name != RAG);
        let observed = view("with rag", &composed[1], |name| name != RAG);
        unchanged("retrieved content changes another entry", &put[0].due(), &expected, &observed)
    })
}

fn other_origin(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let put = other_origins(&given(case)?);
    let composed = compose(talk, &put)?;
    request::traced(case, talk, &put, &composed, || {
        let hows = ["as given", "from a search", "from a tool", "from the user", "without origins"];
        let [given, others @ ..] = [0, 1, 2, 3, 4].map(|origin| view(hows[origin], &composed[origin], |_| true));
        let other = others.iter().find(|other| other.entries != given.entries).unwrap_or(&given);
        unchanged("the origin of retrieved content changes the request", &put[0].due(), &given, other)
    })
}

/// Retrieved content of every origin before, behind and between all the others; and turns without any.
fn edges() -> Vec<Value> {
    let mut cases = vec![draw::counted(&[(0, 1)]), draw::counted(&[(0, 1), (1, 3), (2, 2), (4, 1)])];
    for origin in [Some("search"), Some("tool"), Some("user"), None] {
        for place in 0..5 {
            let mut order = vec![(0, 1), (1, 2), (2, 1), (4, 2)];
            order.insert(place, (3, 2));
            let mut case = draw::counted(&order);
            if let Some(origin) = origin {
                case["invocations"][place]["contributions"][0]["origin"] = json!(origin);
            }
            cases.push(case);
        }
    }
    cases
}

fn origins(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    if !given.has(RAG) {
        return vec!["nothing retrieved"];
    }
    let chunks = given.invocations.iter().filter(|one| !not_rag(one)).flat_map(|one| &one.contributions);
    let mut labels: Vec<&'static str> = chunks
        .map(|chunk| match chunk.origin.as_deref() {
            None => "no origin",
            Some("search") => "origin search",
            Some("tool") => "origin tool",
            Some(_) => "another origin",
        })
        .collect();
    labels.push("retrieved");
    labels.extend(
        given.invocations.iter().any(|one| not_rag(one) && !one.contributions.is_empty()).then_some("among others"),
    );
    labels.sort_unstable();
    labels.dedup();
    labels
}
