//! A delegation never leads back: not to oneself, not to whoever led here.
//!
//! Only the chain counts. An agent that was visited on another branch is no ancestor, and a runtime that remembers
//! everybody it has seen refuses too much.

use super::delegation::{self, Decision, asked, decide, journey, names, refused};
use super::prelude::*;

const METHOD: &str = "contract/delegate";

const CHECK: Check =
    Check { methods: &[METHOD], shape: &delegation::ONE, classify, on_fault: OnFault::Fails, ..Check::NEW };

const RUN: Check = Check {
    methods: &["contract/delegation_run"],
    shape: &delegation::RUN,
    edges: runs,
    arms: &[arm(1, "any delegations", graph)],
    classify: classify_journey,
    labels: &["leads back", "meets again", "leads back to the root", "leads back by three or more"],
    on_fault: OnFault::Fails,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "DT-002",
    title: "refuses circular delegation",
    level: Level::Must,
    source: "INV-DT-002",
    statement: "An agent may delegate to nobody in the chain from the root to itself, and to everybody else, also to one that \
                another branch has visited; a refusal is an answer and not an exception.",
    checks: &[
        Check {
            id: "chain",
            property: "a delegation is refused exactly when it leads to somebody in the chain",
            edges: || {
                let all = (1..=5).flat_map(|length| (0..=length).map(move |at| one(length, at)));
                all.collect()
            },
            arms: &[arm(1, "any place of the chain", |draw| {
                let length = draw.size(1..=8);
                let at = draw.size(0..=length);
                one(length, at)
            })],
            labels: &["oneself", "parent", "root", "in between", "somebody new"],
            steps: |case, answers| judge(case, answers, chain),
            ..CHECK
        },
        Check {
            id: "message",
            property: "a refusal says why",
            edges: || (1..=4).flat_map(|length| (0..length).map(move |at| one(length, at))).collect(),
            labels: &["oneself", "parent", "root"],
            steps: |case, answers| {
                judge(case, answers, |_, answer| {
                    let silent = answer.value["allowed"] == false && message(&answer.value["error"]).trim().is_empty();
                    Ok(silent
                        .then(|| Judgement::failed("a refusal without a message", "a message", answer.value.clone())))
                })
            },
            ..CHECK
        },
        Check {
            id: "no-way-back",
            property: "in a run nobody is asked whose chain holds somebody twice",
            steps: |case, answers| judge_journey(case, answers, no_way_back),
            ..RUN
        },
        Check {
            id: "other-branches",
            property: "in a run everybody is reached by every way that does not lead back",
            steps: |case, answers| judge_journey(case, answers, other_branches),
            ..RUN
        },
        Check {
            id: "reason",
            property: "a delegation that is too deep and leads back is refused, for one of the two reasons",
            edges: || (1..=4).map(both).collect(),
            classify: |_| vec!["both"],
            labels: &["both"],
            steps: which_reason,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("looks at the parent and no further", "looks-at-the-parent-only"),
        Mutant::quirk("looks at itself only", "looks-at-oneself-only"),
        Mutant::quirk("lets an agent delegate to itself", "forgets-oneself"),
        Mutant::quirk("forgets the root", "forgets-the-root"),
        Mutant::quirk("refuses whoever was visited on another branch", "refuses-visited-siblings"),
        Mutant::quirk("hands on a chain of two", "hands-on-a-short-chain"),
        Mutant::quirk("throws when a delegation leads back", "throws-on-a-cycle"),
        Mutant::answers("refuses without saying why", |_, mut answer| {
            if answer["allowed"] == false {
                answer["error"] = json!(null);
            }
            answer
        }),
    ],
    corpus: include_str!("../../../corpus/contract/DT-002.yaml"),
    questions: &[Question {
        id: "both-reasons",
        asks: "Which reason does a refusal give when a delegation is too deep and leads back as well?",
        readings: &[
            Reading { id: "cycle", predicts: "the refusal reads like one for a delegation that leads back" },
            Reading { id: "depth", predicts: "the refusal reads like one for a delegation that is too deep" },
            Reading { id: "own", predicts: "the refusal reads like neither of the two" },
        ],
    }],
};

/// A chain of `length` agents whose last one delegates to number `at` of them; to somebody new if there is none.
fn one(length: usize, at: usize) -> Value {
    let chain = names(length);
    json!({"maxDepth": 20, "to": chain.get(at).map_or("newcomer", String::as_str), "chain": chain})
}

/// A delegation to the root, one hop beyond the limit.
fn both(limit: usize) -> Value {
    json!({"maxDepth": limit, "chain": names(limit + 1), "to": "agent-1"})
}

fn judge(
    case: &Value,
    answers: &[Answer],
    judge: fn(&Value, &Answer) -> Result<Option<Judgement>, WrongShape>,
) -> Result<Step, WrongShape> {
    if let Some(why) = delegation::doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    if delegation::chain(case).len() > delegation::limit(case) {
        return Ok(Step::Judged(Judgement::open("it is too deep: DT-001 says what is due")));
    }
    match answers.first() {
        None => Ok(Step::Ask(vec![Call::of_case(METHOD)])),
        Some(answer) => {
            truth(&answer.value, "allowed")?;
            Ok(Step::Judged(judge(case, answer)?.unwrap_or_else(Judgement::held)))
        }
    }
}

fn chain(case: &Value, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let (chain, to) = (delegation::chain(case), case["to"].as_str().unwrap_or_default());
    let due = decide(delegation::limit(case), &chain, to) == Decision::Allowed;
    Ok((truth(&answer.value, "allowed")? != due).then(|| {
        let kind = if due { "a delegation to somebody new is refused" } else { "a delegation leads back" };
        let expected = format!("{} to {to} is {}", chain.join(" > "), if due { "allowed" } else { "refused" });
        Judgement::failed(kind, expected, answer.value.clone())
    }))
}

fn judge_journey(
    case: &Value,
    answers: &[Answer],
    judge: fn(&delegation::Journey<'_>, &Answer) -> Result<Option<Judgement>, WrongShape>,
) -> Result<Step, WrongShape> {
    let journey = match journey(case) {
        Err(why) => return Ok(Step::Judged(Judgement::open(why))),
        Ok(journey) => journey,
    };
    if journey.refused.iter().any(|(_, _, why)| *why != Decision::Circular) {
        return Ok(Step::Judged(Judgement::open("a delegation is too deep: DT-001 says what is due")));
    }
    match answers.first() {
        None => Ok(Step::Ask(vec![delegation::run(case)])),
        Some(answer) => Ok(Step::Judged(judge(&journey, answer)?.unwrap_or_else(Judgement::held))),
    }
}

fn no_way_back(journey: &delegation::Journey<'_>, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let asked = asked(answer)?;
    let back = asked.iter().find(|chain| (1..chain.len()).any(|at| chain[..at].contains(&chain[at])));
    if let Some(chain) = back {
        let expected = "nobody twice in a chain";
        return Ok(Some(Judgement::failed("a run leads back to an ancestor", expected, chain.join(" > "))));
    }
    let reported = refused(answer)?;
    let missing = journey.refused.iter().find(|(from, to, _)| !reported.iter().any(|(f, t, _)| f == from && t == to));
    Ok(missing.map(|(from, to, _)| {
        Judgement::failed("a refusal is not reported", format!("{from} to {to} is refused"), answer.value.clone())
    }))
}

fn other_branches(journey: &delegation::Journey<'_>, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let asked = asked(answer)?;
    let missing = journey.reached.iter().find(|chain| !asked.contains(chain));
    Ok(missing.map(|chain| {
        let expected = format!("{} is asked: {}", chain[chain.len() - 1], chain.join(" > "));
        Judgement::failed("a way that does not lead back is closed", expected, json!(asked))
    }))
}

/// Three refusals of the subject side by side: its own wording tells which reason it gave for the third.
fn which_reason(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let chain = delegation::chain(case);
    let to = case["to"].as_str().unwrap_or_default();
    if delegation::doubt(case).is_some() || decide(delegation::limit(case), &chain, to) != Decision::TooDeepAndCircular
    {
        return Ok(Step::Judged(Judgement::open("only one reason holds")));
    }
    let [deep, back, both] = answers else {
        let deep = json!({"maxDepth": case["maxDepth"], "chain": chain, "to": "newcomer"});
        let back = json!({"maxDepth": 50, "chain": chain, "to": to});
        let calls = [deep, back].map(|params| Call::new(METHOD, params)).into_iter();
        return Ok(Step::Ask(calls.chain([Call::of_case(METHOD)]).collect()));
    };
    if truth(&both.value, "allowed")? {
        let kind = "a delegation is allowed that is too deep and leads back";
        return Ok(Step::Judged(Judgement::failed(kind, "a refusal", both.value.clone())));
    }
    let wording = |answer: &Answer| {
        let error = &answer.value["error"];
        let code = error["code"].as_str().map(str::to_owned);
        code.unwrap_or_else(|| {
            chain
                .iter()
                .chain([&"newcomer"])
                .fold(message(error), |text, name| text.replace(name, "…"))
                .replace(|c: char| c.is_ascii_digit(), "#")
        })
    };
    let (deep, back, both) = (wording(deep), wording(back), wording(both));
    Ok(Step::Judged(match () {
        () if deep == back => Judgement::held(),
        () if both == back => Judgement::held().consistent_with("both-reasons", &["cycle"]),
        () if both == deep => Judgement::held().consistent_with("both-reasons", &["depth"]),
        () => Judgement::held().consistent_with("both-reasons", &["own"]),
    }))
}

fn agents(pairs: &[(&str, &[&str])]) -> Value {
    let agents: serde_json::Map<String, Value> =
        pairs.iter().map(|(agent, to)| ((*agent).to_owned(), json!({ "delegateTo": to }))).collect();
    json!({"root": "a1", "maxDepth": 10, "world": {"agents": agents}})
}

fn runs() -> Vec<Value> {
    vec![
        agents(&[("a1", &["a1"])]),
        agents(&[("a1", &["a2"]), ("a2", &["a1"])]),
        agents(&[("a1", &["a2"]), ("a2", &["a3"]), ("a3", &["a1", "a2", "a3"])]),
        agents(&[("a1", &["a2"]), ("a2", &["a3"]), ("a3", &["a4"]), ("a4", &["a1"])]),
        agents(&[("a1", &["a2", "a3"]), ("a2", &["a4"]), ("a3", &["a4"])]),
        agents(&[("a1", &["a2", "a3"]), ("a2", &["a3"]), ("a3", &["a2"])]),
    ]
}

/// Up to five agents who delegate to anybody, some of them back to where they came from.
fn graph(draw: &mut Draw) -> Value {
    let names = names(draw.size(1..=5));
    let agents: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| {
            let count = draw.size(0..=2);
            let to: Vec<&String> = draw.sample(&names, count);
            (name.clone(), json!({ "delegateTo": to }))
        })
        .collect();
    json!({"root": names[0], "maxDepth": 10, "world": {"agents": agents}})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let (chain, to) = (delegation::chain(case), case["to"].as_str().unwrap_or_default());
    let from_end = chain.iter().rev().position(|agent| *agent == to);
    let mut labels = vec![match from_end {
        None => "somebody new",
        Some(0) => "oneself",
        Some(1) => "parent",
        Some(_) => "in between",
    }];
    labels.extend((chain.len() > 2 && chain.first() == Some(&to)).then_some("root"));
    labels
}

fn classify_journey(case: &Value) -> Vec<&'static str> {
    let Ok(journey) = journey(case) else { return vec!["open"] };
    let mut labels = Vec::new();
    labels.extend((!journey.refused.is_empty()).then_some("leads back"));
    labels.extend(journey.meets_again().then_some("meets again"));
    let root = case["root"].as_str().unwrap_or_default();
    labels.extend(journey.refused.iter().any(|(_, to, _)| *to == root).then_some("leads back to the root"));
    let far = journey.reached.iter().any(|chain| {
        let from = chain[chain.len() - 1];
        let back = journey.refused.iter().filter(|(f, _, _)| *f == from);
        back.into_iter()
            .any(|(_, to, _)| chain.iter().rev().position(|agent| agent == to).is_some_and(|back| back >= 2))
    });
    labels.extend(far.then_some("leads back by three or more"));
    labels
}
