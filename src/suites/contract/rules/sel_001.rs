//! The same task, the same agents: the same result, always.
//!
//! Ties are where it shows: their order must come from the ids, byte by byte, and not from the order in which agents
//! were given, a hash seed, a locale, or what was asked before.

use super::prelude::*;
use super::selection::Match;
use super::selection::{
    CASE, agents, call, doubt, entries, id, listed, matches, named, plain, same, signalled, standard, task_words,
    unrelated, with,
};

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &CASE,
    edges,
    arms: &[arm(2, "tied agents", tied), arm(1, "different agents", different)],
    classify,
    labels: &["tied", "hyphens", "digits"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-001",
    title: "selects the same agents for the same task",
    level: Level::Must,
    source: "INV-AGT-SEL-001",
    statement: "A selection depends on the task, its context and the set of agents alone: not on the order in which agents are \
                given, on earlier calls, or on the process. Agents with the same confidence come in the order of their ids.",
    checks: &[
        Check {
            id: "again",
            property: "the same call gives the same result again",
            steps: |case, answers| {
                compare(
                    case,
                    answers,
                    |case| vec![case.clone(), case.clone(), case.clone()],
                    "the same call gives another result",
                )
            },
            ..CHECK
        },
        Check {
            id: "shuffled",
            property: "the order in which agents are given does not matter",
            steps: |case, answers| {
                compare(
                    case,
                    answers,
                    |case| vec![case.clone(), reversed(case), rotated(case)],
                    "the order of the agents matters",
                )
            },
            ..CHECK
        },
        Check {
            id: "after-others",
            property: "what was asked before does not matter",
            steps: |case, answers| {
                let between = |case: &Value| vec![case.clone(), another_team(case), case.clone()];
                compare(case, answers, between, "an earlier call matters")
            },
            ..CHECK
        },
        Check {
            id: "fresh-process",
            property: "a new process gives the same result",
            steps: fresh_process,
            cost: 16,
            ..CHECK
        },
        Check {
            id: "ties",
            property: "agents with the same confidence come in the order of their ids",
            steps: ties,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("leaves tied agents in the order in which they were given", "ties-in-registration-order"),
        Mutant::quirk("lists tied agents backwards", "ties-in-reverse"),
        Mutant::quirk("lists the shortest id first", "ties-by-length"),
        Mutant::quirk("ignores hyphens in the order of ids", "ties-without-hyphens"),
        Mutant::quirk("favours the last winner", "remembers-the-winner"),
        Mutant::quirk("keeps results by task alone", "caches-by-task"),
        Mutant::quirk("is less sure on its first call", "is-cold-at-first"),
        Mutant::quirk("throws a coin", "throws-a-coin"),
    ],
    corpus: include_str!("../../../corpus/contract/SEL-001.yaml"),
    questions: &[],
};

fn team(ids: &[&str], of: &Value, task: &str) -> Value {
    let mut agents: Vec<Value> = ids.iter().map(|id| named(of, id)).collect();
    agents.insert(agents.len() / 2, standard());
    json!({"agents": agents, "task": task})
}

fn edges() -> Vec<Value> {
    let like = with(&plain(""), "exampleTasks", &["polish the lens"]);
    let task = "please polish the lens today";
    vec![
        team(&["beta", "alpha"], &like, task),
        team(&["a-b", "a0", "ab", "a1"], &like, task),
        team(&["a10", "a2", "a1"], &like, task),
        team(&["ab", "a-c", "a-b"], &like, task),
        team(&["zz", "a", "bbb", "ccccc"], &like, task),
    ]
}

/// Agents that differ in their ids alone.
fn tied(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let entry = words[..2].join(" ");
    let mut like = signalled(draw, "", &words);
    like = with(&like, "exampleTasks", &[&entry]);
    let mut ids = vec!["a-b", "a0", "ab", "a1", "a10", "a2", "b", "a-c", "z9", "aa"];
    draw.shuffle(&mut ids);
    let count = draw.size(2..=6);
    team(&ids[..count], &like, &words.join(" "))
}

/// Agents with different signals.
fn different(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let count = draw.size(1..=5);
    let mut agents: Vec<Value> = (0..count)
        .map(|number| {
            let mut agent = signalled(draw, &format!("q{number}"), &words);
            if draw.chance(1, 2) {
                agent = with(&agent, "exampleTasks", &[&words[0], &unrelated(draw)]);
            }
            if draw.chance(1, 4) {
                agent = with(&agent, "notForTasks", &[&words[1]]);
            }
            agent
        })
        .collect();
    agents.push(standard());
    draw.shuffle(&mut agents);
    let mut case = json!({"agents": agents, "task": words.join(" ")});
    if draw.chance(1, 3) {
        case["context"] = json!({"project": words[1], "files": [words[2]]});
    }
    case
}

fn reversed(case: &Value) -> Value {
    let mut case = case.clone();
    if let Some(agents) = case["agents"].as_array_mut() {
        agents.reverse();
    }
    case
}

fn rotated(case: &Value) -> Value {
    let mut case = case.clone();
    if let Some(agents) = case["agents"].as_array_mut().filter(|agents| !agents.is_empty()) {
        agents.rotate_left(1);
    }
    case
}

/// The same task for another team: the same ids, the signals handed on to the next one.
fn another_team(case: &Value) -> Value {
    let mut other = case.clone();
    let all = agents(case);
    let ids: Vec<&str> = all.iter().map(id).collect();
    let handed_on = all.iter().enumerate().map(|(at, agent)| match ids[at] {
        "standard" => agent.clone(),
        own => json!({"agentId": own, "description": "zzz", "selectionMetadata": {"exampleTasks": if at % 2 == 0 { json!([case["task"]]) } else { json!([]) }}}),
    });
    other["agents"] = handed_on.collect();
    other
}

/// Puts several calls one after the other; those with the same agents must come to the same result.
fn compare(case: &Value, answers: &[Answer], calls: fn(&Value) -> Vec<Value>, kind: &str) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let calls = calls(case);
    if answers.len() < calls.len() {
        return Ok(Step::Ask(vec![call(&calls[answers.len()])]));
    }
    let first = listed(&answers[0])?;
    let is_same_team = |params: &Value| agents(params).iter().all(|agent| agents(case).contains(agent));
    for (answer, _) in answers[1..].iter().zip(&calls[1..]).filter(|(_, params)| is_same_team(params)) {
        let again = listed(answer)?;
        if !agree(&first, &again) {
            return Ok(Step::Judged(Judgement::failed(kind, json!(first), json!(again))));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}

fn agree(one: &[(&str, f64)], other: &[(&str, f64)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
}

fn fresh_process(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    match answers {
        // Twice on the process at hand: the second call finds it warm.
        [] | [_] => Ok(Step::Ask(vec![call(case)])),
        [_, _] => Ok(Step::Ask(vec![call(case).on_fresh_process()])),
        [_, warm, fresh, ..] => {
            let (warm, fresh) = (listed(warm)?, listed(fresh)?);
            let verdict = if agree(&warm, &fresh) {
                Judgement::held()
            } else {
                Judgement::failed("a new process gives another result", json!(warm), json!(fresh))
            };
            Ok(Step::Judged(verdict))
        }
    }
}

#[expect(clippy::float_cmp, reason = "a tie is a tie only when the numbers are the same")]
fn ties(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let listed = listed(answer)?;
    if !listed.windows(2).any(|pair| pair[0].1 == pair[1].1) {
        return Ok(Step::Judged(Judgement::not_shown("no two agents have the same confidence")));
    }
    let wrong = listed.windows(2).find(|pair| pair[0].1 == pair[1].1 && pair[0].0 > pair[1].0);
    Ok(Step::Judged(wrong.map_or_else(Judgement::held, |pair| {
        let expected = format!("{} before {}, both at {}", pair[1].0, pair[0].0, pair[0].1);
        Judgement::failed("tied agents are not in the order of their ids", expected, json!(listed))
    })))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let task = case["task"].as_str().unwrap_or_default();
    let matching: Vec<&str> = agents(case)
        .iter()
        .filter(|agent| entries(agent, "exampleTasks").iter().any(|entry| matches(task, entry) != Match::No))
        .map(id)
        .collect();
    let mut labels = Vec::new();
    labels.extend((matching.len() > 1).then_some("tied"));
    labels.extend(matching.iter().any(|id| id.contains('-')).then_some("hyphens"));
    labels.extend(matching.iter().any(|id| id.bytes().any(|b| b.is_ascii_digit())).then_some("digits"));
    labels
}
