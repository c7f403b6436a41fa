//! Sorting is comparing, many times.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.sort",
    title: "sorts versions in ascending precedence",
    level: Level::Must,
    source: "11, how versions are compared to each other when ordered",
    statement: "A sorted list holds the versions that were given, all of them and no others, and none is higher than the next. \
                Versions that differ in their builds alone may come in any order.",
    checks: &[Check {
        id: "list",
        property: "the versions come back, each not higher than the next",
        methods: &[SORT, COMPARE],
        shape: &draw::VERSIONS,
        edges,
        arms: &[
            arm(1, "any versions", |draw| draw::versions_case(draw.list(1..=8, draw::any))),
            arm(1, "close to each other", |draw| {
                draw::versions_case(draw.list(2..=8, |draw| {
                    *draw.pick(&[
                        "1.0.0-a",
                        "1.0.0-a.1",
                        "1.0.0-1",
                        "1.0.0",
                        "1.0.0+b",
                        "1.9.0",
                        "1.10.0",
                        "1.0.0-rc.9",
                        "1.0.0-rc.10",
                    ])
                }))
            }),
        ],
        classify,
        labels: &["one version", "several versions", "the same twice", "builds alone differ"],
        exam: list,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("sorts as texts", |request, answer| {
            sorting(request, answer, |list| list.sort_by_key(Value::to_string))
        }),
        Mutant::answers("sorts in descending order", |request, answer| sorting(request, answer, |list| list.reverse())),
        Mutant::answers("drops what is there twice", |request, answer| sorting(request, answer, Vec::dedup)),
        Mutant::answers("drops versions that differ in their builds alone", |request, answer| {
            sorting(request, answer, |list| {
                list.dedup_by_key(|version| version.as_str().unwrap_or_default().split('+').next().map(str::to_owned));
            })
        }),
        Mutant::answers("drops builds while sorting", |request, answer| {
            sorting(request, answer, |list| {
                for version in list {
                    *version = json!(version.as_str().unwrap_or_default().split('+').next());
                }
            })
        }),
        Mutant::answers("leaves the last version where it is", |request, answer| {
            let last = request.params["versions"].as_array().and_then(|list| list.last()).cloned();
            sorting(request, answer, |list| {
                if let Some(place) = list.iter().position(|version| Some(version) == last.as_ref()) {
                    let version = list.remove(place);
                    list.push(version);
                }
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.sort.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let chain = [
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
    ];
    vec![
        draw::versions_case(["1.0.0"]),
        draw::versions_case(chain),
        draw::versions_case(chain.iter().rev().copied()),
        draw::versions_case(["1.10.0", "1.9.0", "1.11.0"]),
        draw::versions_case(["2.0.0", "1.0.0"]),
        draw::versions_case(["1.0.0", "1.0.0"]),
        draw::versions_case(["1.0.0+b", "1.0.0+a", "1.0.0"]),
        draw::versions_case(["1.0.0", "1.0.0-0", "0.9.9"]),
    ]
}

fn texts(value: &Value) -> Vec<&str> {
    value["versions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn list(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let mut given = texts(case);
    if given.iter().any(|version| model::read(version).is_err()) {
        return Ok(Judgement::open("only versions have an order"));
    }
    let sorted = texts(&talk.ask(case.call(SORT))?.value);
    let mut found = sorted.clone();
    given.sort_unstable();
    found.sort_unstable();
    if given != found {
        return Ok(Judgement::failed("other versions than were given", json!(given), json!(found)));
    }
    let neighbours = sorted.windows(2).map(|pair| Call::new(COMPARE, draw::compare_case((pair[0], pair[1])))).collect();
    for (answer, pair) in talk.ask_all(neighbours)?.iter().zip(sorted.windows(2)) {
        // By its own comparison and by the document's: a comparison that is wrong has rules of its own.
        if exam::order_in(answer)? > 0 && is_higher(pair[0], pair[1]) {
            return Ok(Judgement::failed("not in ascending order", json!([pair[1], pair[0]]), json!(pair)));
        }
    }
    Ok(Judgement::held())
}

fn is_higher(a: &str, b: &str) -> bool {
    matches!((model::read(a), model::read(b)), (Ok(a), Ok(b)) if model::order(&a, &b) == Ordering::Greater)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut given = texts(case);
    let mut labels = vec![if given.len() > 1 { "several versions" } else { "one version" }];
    let count = given.len();
    given.sort_unstable();
    given.dedup();
    labels.extend((given.len() < count).then_some("the same twice"));
    let mut plain: Vec<&str> = given.iter().filter_map(|version| version.split('+').next()).collect();
    let distinct = plain.len();
    plain.sort_unstable();
    plain.dedup();
    labels.extend((plain.len() < distinct).then_some("builds alone differ"));
    labels
}
