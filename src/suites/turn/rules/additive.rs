//! What is contributed is in the request, as it was contributed, and nothing else is.
//!
//! The traps are all well meant: contents trimmed, escaped, tidied or cut,
//! headings added, and entries filed under whatever their content looks like.
//! Budgets are deferred (§1), and no reason to cut: what is to be shortened is
//! shortened before it is contributed.

use std::slice;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "additive",
    title: "Additive Rule: puts all contributions into the request unchanged, and nothing else",
    level: Level::Must,
    source: "§2, §9 additive rule",
    statement: "The request holds the contributions of all providers, each with its provider, its id and its content \
                unchanged, and no entry that nobody contributed.",
    checks: &[Check {
        id: "all-and-only",
        property: "provider, id and content of the entries are those of the contributions",
        edges,
        labels: &["one provider", "several providers", "several of one provider", "many of one provider"],
        exam,
        arms: SPEAKING,
        on_fault: OnFault::IsFault,
        ..BUILDER
    }],
    mutants: &[
        rewriting("trims contents", |text| text.trim().to_owned()),
        rewriting("cuts long contents", |text| text.chars().take(256).collect()),
        rewriting("escapes markup", |text| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")),
        rewriting("makes line ends uniform", |text| text.replace("\r\n", "\n")),
        rewriting("composes accents", |text| text.replace("e\u{301}", "é")),
        Mutant::answers("strips what cannot be seen", |request, answer| {
            let unseen = ['\u{feff}', '\u{200b}', '\u{200d}', '\u{202e}', '\u{202c}', '\u{1b}'];
            rewrite(request, answer, |text| text.replace(unseen, ""))
        }),
        rewriting("writes JSON in contents anew", |text| match serde_json::from_str::<Value>(text) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => value.to_string(),
            _ => text.to_owned(),
        }),
        rewriting("fills in templates", |text| text.replace("{{instructions}}", "").replace("${session.id}", "s1")),
        Mutant::answers("files an entry under the provider that its content names", |request, answer| {
            rebuild(request, answer, |entries| {
                for entry in entries.iter_mut().filter(|entry| entry.content.starts_with("[rag]")) {
                    RAG.clone_into(&mut entry.provider);
                }
            })
        }),
        Mutant::answers("puts a heading before every block", |request, answer| {
            rebuild(request, answer, |entries| {
                if let Some(first) = entries.first().cloned() {
                    entries.insert(0, Entry { id: "heading".to_owned(), content: "#".to_owned(), ..first });
                }
            })
        }),
        Mutant::answers("stops after 32 entries", |request, answer| {
            rebuild(request, answer, |entries| entries.truncate(32))
        }),
        rewriting("puts contents into a pattern", |text| text.replace("$$", "$")),
        rewriting("takes digits for a number", |text| {
            text.parse::<i64>().map_or_else(|_| text.to_owned(), |number| number.to_string())
        }),
        rewriting("leaves one empty line of many", |text| text.replace("\n\n\n", "\n\n")),
        Mutant::answers("drops blank contents", |request, answer| {
            rebuild(request, answer, |entries| entries.retain(|entry| !entry.content.trim().is_empty()))
        }),
        Mutant::answers("keeps entries by ids without their case", |request, answer| {
            rebuild(request, answer, |entries| {
                let mut seen = std::collections::BTreeSet::new();
                entries.retain(|entry| seen.insert(entry.id.to_lowercase()));
            })
        }),
        Mutant::answers("takes ids that every object has for seen", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.retain(|entry| !["constructor", "toString", "__proto__"].contains(&entry.id.as_str()));
            })
        }),
        Mutant::answers("drops contents that look like nothing", |request, answer| {
            rebuild(request, answer, |entries| {
                entries
                    .retain(|entry| !["null", "undefined", "0", "false", "[]", "{}"].contains(&entry.content.as_str()));
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/additive.yaml"),
    questions: &[],
};

/// Providers that say something: what becomes of silent ones is the matter of other rules, faults included.
const SPEAKING: &[Arm] = &[
    arm(4, "any contents", |draw| speaking(draw::few(draw))),
    arm(2, "many contributions", |draw| speaking(draw::many(draw))),
    arm(2, "equal contents", |draw| speaking(draw::repetitive(draw))),
];

fn speaking(mut case: Value) -> Value {
    if let Some(invocations) = case["invocations"].as_array_mut() {
        invocations.retain(|one| one["contributions"] != json!([]));
        if invocations.is_empty() {
            invocations.push(draw::invocation(USER, vec![draw::contribution("c1", "plain text")]));
        }
    }
    case
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (put, composed) = compose_once(case, talk)?;
    request::traced(case, talk, slice::from_ref(&put), slice::from_ref(&composed), || judge(&put, &composed))
}

fn judge(put: &Composition, composed: &Composed) -> Judgement {
    let due = put.due();
    let (lost, extra) = differences(&due, &composed.entries);
    let namesake =
        lost.iter().find_map(|lost| extra.iter().find(|extra| extra.id == lost.id).map(|extra| (lost, extra)));
    match (namesake, lost.first(), extra.first()) {
        (Some((lost, extra)), ..) if lost.provider == extra.provider => {
            let (expected, observed) = apart(&lost.content, &extra.content);
            Judgement::failed("a content was changed", expected, observed)
        }
        (Some((lost, extra)), ..) => {
            Judgement::failed("an entry was given to another provider", shown([*lost]), shown([*extra]))
        }
        (_, Some(_), _) => {
            let found: Vec<&str> = composed.entries.iter().map(|entry| entry.id.as_str()).collect();
            Judgement::failed("a contribution is missing", json!({"entries": shown(lost)}), json!({"ids": found}))
        }
        (_, _, Some(_)) => Judgement::failed("an entry that nobody contributed", shown(&due), shown(&composed.entries)),
        _ => Judgement::held(),
    }
}

/// Every hostile content; ids of all sorts; one to five providers with one, three and forty contributions each.
fn edges() -> Vec<Value> {
    let mut cases = draw::each_hostile();
    cases.push(draw::odd_ids());
    cases.extend([1, 3, 40].into_iter().flat_map(draw::all_five));
    cases.extend((0..5).map(|provider| draw::counted(&[(provider, 2)])));
    cases
}
