//! A delegation may go as many hops deep as the root's limit says, and not one more.
//!
//! The root is at depth 0, so the first delegation is hop 1. The traps are the hop at the limit itself, and an agent
//! further down that asks for a limit of its own.

use super::delegation::{self, Decision, asked, decide, journey, names, refused};
use super::prelude::*;

const CHECK: Check = Check { methods: &["contract/delegate"], shape: &delegation::ONE, classify, ..Check::NEW };

const RUN: Check = Check {
    methods: &["contract/delegation_run"],
    shape: &delegation::RUN,
    edges: runs,
    arms: &[arm(1, "a tree of agents", tree)],
    classify: classify_run_of_agents,
    labels: &["refused", "all allowed", "asks for more", "default limit"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "DT-001",
    title: "limits the depth of delegation",
    level: Level::Must,
    source: "INV-DT-001",
    statement: "A delegation is allowed as long as its number of hops from the root is at most `maxDepth`, five unless \
                said otherwise; a refusal comes with a message; nobody further down can raise the limit.",
    checks: &[
        Check {
            id: "limit",
            property: "the hop at the limit is allowed and the next one is not",
            edges: || {
                let pairs = (1..=10_usize)
                    .flat_map(|limit| [limit.saturating_sub(1), limit, limit + 1].map(|hop| (limit, hop)));
                pairs.filter(|(_, hop)| *hop > 0).map(|(limit, hop)| one(Some(limit), hop)).collect()
            },
            arms: &[arm(1, "any limit, any depth", |draw| {
                let limit = draw.size(1..=12);
                let around = draw.size(limit.saturating_sub(2).max(1)..=limit + 2);
                one(Some(limit), around)
            })],
            labels: &["at the limit", "one beyond", "within", "limit of one"],
            steps: |case, answers| judge(case, answers, allowed),
            ..CHECK
        },
        Check {
            id: "default",
            property: "without a limit the fifth hop is allowed and the sixth is not",
            edges: || (1..=8).map(|hop| one(None, hop)).collect(),
            labels: &["at the limit", "one beyond", "within"],
            steps: |case, answers| judge(case, answers, allowed),
            ..CHECK
        },
        Check {
            id: "message",
            property: "a refusal says why",
            edges: || (1..=3).map(|limit| one(Some(limit), limit + 1)).chain([one(None, 6)]).collect(),
            labels: &["one beyond"],
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
            id: "reach",
            property: "in a run no agent is reached beyond the root's limit, whatever agents ask for",
            steps: |case, answers| judge_journey(case, answers, reach),
            ..RUN
        },
        Check {
            id: "whole-reach",
            property: "in a run every agent within the limit is reached",
            steps: |case, answers| judge_journey(case, answers, whole_reach),
            ..RUN
        },
        Check {
            id: "refusals",
            property: "in a run every delegation beyond the limit is reported with a message",
            steps: |case, answers| judge_journey(case, answers, refusals),
            ..RUN
        },
    ],
    mutants: &[
        Mutant::quirk("allows one hop too many", "one-hop-too-deep"),
        Mutant::quirk("allows one hop too few", "one-hop-too-shallow"),
        Mutant::quirk("has no limit", "any-depth"),
        Mutant::quirk("takes ten for the default", "default-depth-of-ten"),
        Mutant::quirk("lets an agent further down widen the limit", "a-child-widens-the-limit"),
        Mutant::quirk("counts the hops of the whole run", "counts-hops-of-the-whole-run"),
        Mutant::answers("refuses without a message", |_, mut answer| {
            if answer["allowed"] == false {
                answer["error"] = json!("");
            }
            for refusal in answer["refused"].as_array_mut().into_iter().flatten() {
                refusal["error"] = json!({"message": ""});
            }
            answer
        }),
        Mutant::answers("does not report what was refused in a run", |request, answer| {
            if request.method == "contract/delegation_run" { json!({"refused": []}) } else { answer }
        }),
    ],
    corpus: include_str!("../../../corpus/contract/DT-001.yaml"),
    questions: &[],
};

/// The delegation that is hop number `hop`, to somebody new.
fn one(limit: Option<usize>, hop: usize) -> Value {
    let mut case = json!({"chain": names(hop), "to": "newcomer"});
    if let Some(limit) = limit {
        case["maxDepth"] = json!(limit);
    }
    case
}

fn judge(
    case: &Value,
    answers: &[Answer],
    judge: fn(&Value, &Answer) -> Result<Option<Judgement>, WrongShape>,
) -> Result<Step, WrongShape> {
    let to = case["to"].as_str().unwrap_or_default();
    if let Some(why) = delegation::doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    if delegation::chain(case).contains(&to) {
        return Ok(Step::Judged(Judgement::open("it leads back into the chain: DT-002 says what is due")));
    }
    match answers.first() {
        None => Ok(Step::Ask(vec![Call::of_case("contract/delegate")])),
        Some(answer) => {
            truth(&answer.value, "allowed")?;
            Ok(Step::Judged(judge(case, answer)?.unwrap_or_else(Judgement::held)))
        }
    }
}

fn allowed(case: &Value, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let (limit, chain) = (delegation::limit(case), delegation::chain(case));
    let due = decide(limit, &chain, case["to"].as_str().unwrap_or_default()) == Decision::Allowed;
    let found = truth(&answer.value, "allowed")?;
    Ok((due != found).then(|| {
        let kind = if due { "a hop within the limit is refused" } else { "a hop beyond the limit is allowed" };
        let expected = format!("hop {} of {limit} is {}", chain.len(), if due { "allowed" } else { "refused" });
        Judgement::failed(kind, expected, answer.value.clone())
    }))
}

fn judge_journey(
    case: &Value,
    answers: &[Answer],
    judge: fn(&Value, &delegation::Journey<'_>, &Answer) -> Result<Option<Judgement>, WrongShape>,
) -> Result<Step, WrongShape> {
    let journey = match journey(case) {
        Err(why) => return Ok(Step::Judged(Judgement::open(why))),
        Ok(journey) => journey,
    };
    if journey.meets_again() || journey.refused.iter().any(|(_, _, why)| *why != Decision::TooDeep) {
        return Ok(Step::Judged(Judgement::open("agents meet again: DT-002 says what is due")));
    }
    match answers.first() {
        None => Ok(Step::Ask(vec![delegation::run(case)])),
        Some(answer) => Ok(Step::Judged(judge(case, &journey, answer)?.unwrap_or_else(Judgement::held))),
    }
}

fn reach(case: &Value, _: &delegation::Journey<'_>, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let limit = delegation::limit(case);
    let asked = asked(answer)?;
    let beyond = asked.iter().find(|chain| chain.len() > limit + 1);
    Ok(beyond.map(|chain| {
        let observed = format!(
            "{} is asked, {} hops from the root: {}",
            chain[chain.len() - 1],
            chain.len() - 1,
            chain.join(" > ")
        );
        Judgement::failed("an agent is reached beyond the limit", format!("at most {limit} hops"), observed)
    }))
}

fn whole_reach(_: &Value, journey: &delegation::Journey<'_>, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let asked = asked(answer)?;
    let missing = journey.reached.iter().find(|chain| !asked.contains(chain));
    Ok(missing.map(|chain| {
        let expected = format!("{} is asked: {}", chain[chain.len() - 1], chain.join(" > "));
        Judgement::failed("an agent within the limit is not reached", expected, json!(asked))
    }))
}

fn refusals(_: &Value, journey: &delegation::Journey<'_>, answer: &Answer) -> Result<Option<Judgement>, WrongShape> {
    let reported = refused(answer)?;
    let missing = journey
        .refused
        .iter()
        .find(|(from, to, _)| !reported.iter().any(|(f, t, error)| f == from && t == to && !error.trim().is_empty()));
    Ok(missing.map(|(from, to, _)| {
        let expected = format!("a refusal with a message: {from} to {to}");
        Judgement::failed("a refusal is not reported with a message", expected, answer.value.clone())
    }))
}

/// A chain of agents, each delegating to the next, one of them asking for a wider limit.
fn chain_of(length: usize, limit: Option<usize>, widens: Option<usize>) -> Value {
    let names = names(length);
    let agents: serde_json::Map<String, Value> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let mut agent = json!({"delegateTo": names.get(at + 1).into_iter().collect::<Vec<_>>()});
            if widens == Some(at) {
                agent["maxDepth"] = json!(limit.unwrap_or(5) + 4);
            }
            (name.clone(), agent)
        })
        .collect();
    let mut case = json!({"root": names[0], "world": {"agents": agents}});
    if let Some(limit) = limit {
        case["maxDepth"] = json!(limit);
    }
    case
}

fn runs() -> Vec<Value> {
    let mut runs = vec![chain_of(1, None, None), chain_of(8, None, None), chain_of(8, None, Some(2))];
    for limit in 1..=4 {
        runs.push(chain_of(limit + 1, Some(limit), None));
        runs.push(chain_of(limit + 3, Some(limit), None));
        runs.push(chain_of(limit + 3, Some(limit), Some(1)));
    }
    runs.push(json!({"root": "a1", "maxDepth": 2, "world": {"agents": {
        "a1": {"delegateTo": ["a2", "a3", "a4"]}, "a2": {"delegateTo": ["a5"]}, "a3": {"delegateTo": ["a6"]},
        "a4": {"delegateTo": ["a7"]}, "a7": {"delegateTo": ["a8"]}}}}));
    runs
}

/// A tree: everybody has one way from the root.
fn tree(draw: &mut Draw) -> Value {
    let count = draw.size(2..=10);
    let names = names(count);
    let deep = draw.chance(1, 2);
    let mut agents: serde_json::Map<String, Value> =
        names.iter().map(|name| (name.clone(), json!({"delegateTo": []}))).collect();
    for at in 1..count {
        let parent = if deep { draw.size(at.saturating_sub(2)..=at - 1) } else { draw.below(at) };
        if let Some(Value::Array(to)) = agents.get_mut(&names[parent]).map(|agent| &mut agent["delegateTo"]) {
            to.push(json!(names[at]));
        }
    }
    let limit = draw.size(1..=5);
    if draw.chance(1, 3) {
        let wider = draw.size(limit.max(5)..=12);
        agents[draw.pick(&names)]["maxDepth"] = json!(wider);
    }
    let mut case = json!({"root": names[0], "world": {"agents": agents}});
    if draw.chance(3, 4) {
        case["maxDepth"] = json!(limit);
    }
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let (limit, hop) = (delegation::limit(case), delegation::chain(case).len());
    let mut labels = vec![match hop {
        _ if hop == limit => "at the limit",
        _ if hop == limit + 1 => "one beyond",
        _ if hop < limit => "within",
        _ => "far beyond",
    }];
    labels.extend((limit == 1).then_some("limit of one"));
    labels
}

fn classify_run_of_agents(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    if let Ok(journey) = journey(case) {
        labels.push(if journey.refused.is_empty() { "all allowed" } else { "refused" });
    }
    let agents = case["world"]["agents"].as_object();
    let asks = agents.is_some_and(|agents| agents.values().any(|agent| agent.get("maxDepth").is_some()));
    labels.extend(asks.then_some("asks for more"));
    labels.extend(case.get("maxDepth").is_none().then_some("default limit"));
    labels
}
