//! Objects have no order: two ways of writing the same input are the same input.
//!
//! The trap is walking over the input's keys instead of the document's list.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "key-order",
    title: "gives the same answer whatever the order of the input's keys",
    level: Level::Must,
    source: "misplacedFields filters KNOWN_FIELDS, not the keys of the input",
    statement: "The answer does not depend on the order of the input's keys.",
    checks: &[Check {
        id: "shuffled",
        property: "an input gets the same answer with its keys sorted and with its keys shuffled",
        shape: &shape::ORDERED_CASE,
        edges,
        arms: &[
            arm(3, "many faults, shuffled", |draw| shuffled(draw, draw::many_faults)),
            arm(2, "two fields, shuffled", |draw| shuffled(draw, draw::pair)),
            arm(1, "any JSON in any place, shuffled", |draw| shuffled(draw, draw::wild)),
        ],
        classify: |case| {
            let fields = case["input"].as_object().map_or(0, serde_json::Map::len);
            vec![if fields > 3 { "many keys" } else { "few keys" }]
        },
        labels: &["many keys", "few keys"],
        exam: same_in_any_order,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("lists misplaced fields as the input does", |request, answer| {
            as_written(request, answer, |_, _| ())
        }),
        Mutant::answers("advises on the last misplaced field it met", |request, answer| {
            as_written(request, answer, |diagnostic, last| {
                let action = diagnostic.action.as_deref().and_then(Action::named);
                let branch = action.map(|action| choose(action, &[last]));
                diagnostic.repair = branch.map(|branch| BRANCHES[branch].text.into());
                sort_fields(diagnostic);
            })
        }),
        Mutant::answers("wants the action to be written first", |request, answer| {
            // A shuffle that begins with another key than the sorted one does, as good as always.
            let many = request.params["input"].as_object().is_some_and(|members| members.len() > 2);
            if request.key_order > 0 && many { to_answer(&diagnostics(&json!({}))) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/key-order.yaml"),
    questions: &[],
};

/// The answer of a runtime that meets misplaced fields in the order in which they were written. A [`Value`]
/// forgets that order; any order that follows from its number serves as well. Sorted keys are left as they are.
fn as_written(request: Request<'_>, answer: Value, then: fn(&mut Diagnostic, &str)) -> Value {
    if request.key_order == 0 {
        return answer;
    }
    edit_each(answer, |diagnostic| {
        if let (true, Some(fields)) = (is_denial(&diagnostic.code), &mut diagnostic.fields) {
            Draw::from_seed(request.key_order).shuffle(fields);
            if let Some(last) = fields.last().cloned() {
                then(diagnostic, &last);
            }
        }
    })
}

fn sort_fields(diagnostic: &mut Diagnostic) {
    if let Some(fields) = &mut diagnostic.fields {
        fields.sort_by_key(|field| place_of(field));
    }
}

fn same_in_any_order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let input = &case["input"];
    let order = case["order"].as_u64().unwrap_or(1);
    let answers = talk.ask_all(vec![validate(input), validate(input).with_keys_in_order(order)])?;
    let (sorted, shuffled) = (found_in(&answers[0])?, found_in(&answers[1])?);
    let again: [&dyn Fn() -> Call; 2] = [&|| validate(input), &|| validate(input).with_keys_in_order(order)];
    let judgement =
        Judgement::equal("the answer depends on the order of keys", &to_answer(&sorted), &to_answer(&shuffled));
    if sorted != shuffled && !both_settled(talk, again, [&sorted, &shuffled])? {
        return Ok(Judgement::blocked(UNSETTLED, case.input).instead_of(judgement));
    }
    Ok(judgement)
}

/// All that an action denies, in eight orders; two misplaced fields in four; a valid input in two.
fn edges() -> Vec<Value> {
    let ordered = |input: draw::Input, order: u64| json!({"input": input, "order": order});
    let mut cases = Vec::new();
    for action in &ACTIONS {
        let denied: Vec<&str> = action.denied().collect();
        cases.extend((1..=8).map(|order| ordered(draw::and(action, &denied), order)));
        cases.extend((1..=4).map(|order| ordered(draw::and(action, &denied[4..6]), order)));
        cases.extend((1..=2).map(|order| ordered(draw::least(action), order)));
    }
    cases
}

fn shuffled(draw: &mut Draw, arm: fn(&mut Draw) -> Value) -> Value {
    let mut case = arm(draw);
    case["order"] = json!(draw.int(1..=1000));
    case
}
