//! The best agent comes first, and a list cut short is the beginning of the long one.

use super::prelude::*;
use super::selection::{CASE, agents, call, doubt, listed, same, signalled, standard, task_words, with};

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &CASE,
    edges: || (2..=7).map(|seed| crowd(&mut Draw::from_seed(seed))).collect(),
    arms: &[arm(1, "agents of all sorts", crowd)],
    classify: |case| vec![if agents(case).len() > 5 { "many agents" } else { "a few agents" }],
    labels: &["many agents"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-003",
    title: "lists the best agents first",
    level: Level::Must,
    source: "INV-AGT-SEL-003",
    statement: "Along the results of a selection the confidence never grows; `maxResults` cuts the list after it was sorted.",
    checks: &[
        Check {
            id: "descending",
            property: "the confidence never grows along the list",
            steps: |case, answers| {
                if let Some(why) = doubt(case) {
                    return Ok(Step::Judged(Judgement::open(why)));
                }
                let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
                let listed = listed(answer)?;
                if listed.len() < 2 {
                    return Ok(Step::Judged(Judgement::not_shown("fewer than two agents are listed")));
                }
                let wrong = listed.windows(2).find(|pair| pair[1].1 > pair[0].1);
                Ok(Step::Judged(wrong.map_or_else(Judgement::held, |pair| {
                    let expected = format!("{} before {}", pair[1].0, pair[0].0);
                    Judgement::failed("a better agent comes later", expected, json!(listed))
                })))
            },
            ..CHECK
        },
        Check {
            id: "cut",
            property: "with maxResults the list is the beginning of the whole one",
            edges: || (2..=7).map(|seed| cut(&mut Draw::from_seed(seed))).collect(),
            arms: &[arm(1, "agents of all sorts", cut)],
            steps: the_beginning,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("lists the worst agents first", "sorts-the-worst-first"),
        Mutant::quirk("lists agents by their ids", "sorts-by-id-alone"),
        Mutant::quirk("lists the best agent first and the others by their ids", "best-first-then-by-id"),
        Mutant::quirk("sorts by confidences rounded to tenths", "sorts-by-rounded-confidence"),
        Mutant::quirk("swaps the last two of five agents or more", "swaps-the-last-two-agents"),
        Mutant::quirk("cuts the list before it is sorted", "cuts-before-sorting"),
        Mutant::answers("leaves one agent more than asked for", |request, mut answer| {
            let standard = json!({"agentId": "standard", "confidence": 0.0});
            if let (Some(_), Some(results)) = (request.params.get("maxResults"), answer["results"].as_array_mut()) {
                results.push(standard);
            }
            answer
        }),
    ],
    corpus: include_str!("../../../corpus/contract/SEL-003.yaml"),
    questions: &[],
};

/// Agents with all sorts of confidences, in any order.
fn crowd(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let task = words.join(" ");
    let count = draw.size(3..=9);
    let mut ids: Vec<String> = (0..count).map(|number| format!("q{number}")).collect();
    draw.shuffle(&mut ids);
    let mut agents: Vec<Value> = ids
        .iter()
        .map(|id| {
            let agent = signalled(draw, id, &words);
            match draw.below(4) {
                0 => with(&agent, "exampleTasks", &[&task]),
                1 | 2 => with(&agent, "exampleTasks", &[&words[1]]),
                _ => agent,
            }
        })
        .collect();
    agents.push(standard());
    json!({"agents": agents, "task": task})
}

fn cut(draw: &mut Draw) -> Value {
    let mut case = crowd(draw);
    case["maxResults"] = json!(draw.size(1..=4));
    case
}

fn the_beginning(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Some(most) = case["maxResults"].as_u64().and_then(|most| usize::try_from(most).ok()) else {
        return Ok(Step::Judged(Judgement::open("nothing is cut")));
    };
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let mut whole = case.clone();
    whole.as_object_mut().map(|members| members.remove("maxResults"));
    let [whole, cut] = answers else { return Ok(Step::Ask(vec![call(&whole), call(case)])) };
    let (whole, cut) = (listed(whole)?, listed(cut)?);
    // Without `maxResults` a runtime may have a limit of its own, but not a tighter one than it is asked for here.
    let due = &whole[..most.min(whole.len())];
    let agrees =
        cut.len() <= most && cut.len() >= due.len() && due.iter().zip(&cut).all(|(a, b)| a.0 == b.0 && same(a.1, b.1));
    Ok(Step::Judged(if agrees {
        Judgement::held()
    } else {
        Judgement::failed("the list cut short is not the beginning of the whole one", json!(due), json!(cut))
    }))
}
