//! The best agent comes first, and a list cut short is the beginning of the long one.

use super::super::draw::teams::crowd;
use super::super::judge::selection::{call, listed, select, stands_on_range, stands_on_repetition, stands_on_the_team};
use super::super::model::selection::{above, agents, doubt, same};
use super::super::prelude::*;
use super::super::reference::selection::{Ranked, best_first, first, policy};
use std::cmp::Ordering;

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &shape::SELECTION,
    edges: || (2..=7).map(|seed| crowd(&mut Draw::from_seed(seed))).collect(),
    arms: &[arm(1, "agents of all sorts", crowd)],
    classify: |case| vec![if agents(case).len() > 5 { "many agents" } else { "a few agents" }],
    labels: &["many agents"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-003",
    title: "Result Ordering: sorts agents by confidence, highest first",
    level: Level::Must,
    source: "INV-AGT-SEL-003",
    statement: "Along the results of a selection the confidence never grows; `maxResults` cuts the list after it was sorted.",
    checks: &[
        CHECK.asserts("descending", "the confidence never grows along the list", descending),
        Check {
            id: "cut",
            property: "with maxResults the list is the beginning of the whole one",
            edges: || (2..=7).map(|seed| cut(&mut Draw::from_seed(seed))).collect(),
            arms: &[arm(1, "agents of all sorts", cut)],
            exam: the_beginning,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("lists the worst agents first", |it| {
            policy(it).list = |ranked, most| first(ranked, most, |a, b| best_first(b, a));
        }),
        Mutant::doing("lists agents by their ids", |it| {
            policy(it).list = |ranked, most| first(ranked, most, |a, b| a.0.cmp(&b.0));
        }),
        Mutant::doing("lists the best agent first and the others by their ids", |it| {
            policy(it).list = the_best_then_the_others;
        }),
        Mutant::doing("sorts by confidences rounded to tenths", |it| {
            policy(it).list = |ranked, most| first(ranked, most, by_rounded_confidence);
        }),
        Mutant::doing("swaps the last two of five agents or more", |it| policy(it).list = last_two_swapped),
        Mutant::doing("cuts the list before it is sorted", |it| {
            policy(it).list = |mut ranked, most| {
                ranked.truncate(most);
                first(ranked, most, best_first)
            };
        }),
        Mutant::answers("leaves one agent more than asked for", |request, mut answer| {
            let standard = json!({"agentId": "standard", "confidence": 0.0});
            if let (Some(_), Some(results)) = (request.params.get("maxResults"), answer["results"].as_array_mut()) {
                results.push(standard);
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-003.yaml"),
    questions: &[],
};

fn by_rounded_confidence(a: &Ranked, b: &Ranked) -> Ordering {
    (b.1 * 10.0).round().total_cmp(&(a.1 * 10.0).round()).then_with(|| a.0.cmp(&b.0))
}

fn the_best_then_the_others(ranked: Vec<Ranked>, most: usize) -> Vec<Ranked> {
    let mut sorted = first(ranked, usize::MAX, best_first);
    if let Some(others) = sorted.get_mut(1..) {
        others.sort_by(|a, b| a.0.cmp(&b.0));
    }
    sorted.truncate(most);
    sorted
}

fn last_two_swapped(ranked: Vec<Ranked>, most: usize) -> Vec<Ranked> {
    let mut sorted = first(ranked, usize::MAX, best_first);
    if let [_, _, _, .., a, b] = &mut sorted[..] {
        std::mem::swap(a, b);
    }
    sorted.truncate(most);
    sorted
}

fn cut(draw: &mut Draw) -> Value {
    let mut case = crowd(draw);
    case["maxResults"] = json!(draw.size(1..=4));
    case
}

fn descending(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let listed = select(case, talk)?;
    if listed.len() < 2 {
        return Ok(Judgement::not_shown("fewer than two agents are listed"));
    }
    let Some(pair) = listed.windows(2).find(|pair| above(pair[1].1, pair[0].1)) else { return Ok(Judgement::held()) };
    stands_on_range(case, &listed)?;
    let expected = format!("{} before {}", pair[1].0, pair[0].0);
    Ok(Judgement::failed("a better agent comes later", expected, json!(listed)))
}

fn the_beginning(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some(most) = case["maxResults"].as_u64().and_then(|most| usize::try_from(most).ok()) else {
        return Ok(Judgement::open("nothing is cut"));
    };
    let mut whole = case.input.clone();
    whole.as_object_mut().map(|members| members.remove("maxResults"));
    decided(doubt(case))?;
    let answers = talk.ask_all(vec![call(&whole), call(case)])?;
    let (found, cut) = (listed(&answers[0])?, listed(&answers[1])?);
    // Without `maxResults` a runtime may have a limit of its own, but not a tighter one than it is asked for here.
    let due = &found[..most.min(found.len())];
    let agrees =
        cut.len() <= most && cut.len() >= due.len() && due.iter().zip(&cut).all(|(a, b)| a.0 == b.0 && same(a.1, b.1));
    if agrees {
        return Ok(Judgement::held());
    }
    stands_on_range(case, &found)?;
    stands_on_repetition(&whole, &found, talk)?;
    stands_on_the_team(case, talk)?;
    Ok(Judgement::failed("the list cut short is not the beginning of the whole one", json!(due), json!(cut)))
}
