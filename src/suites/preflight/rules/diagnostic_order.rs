//! What is wrong with the input as a whole comes before what is wrong with
//! single fields, and these come in a fixed order.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "diagnostic-order",
    title: "gives its diagnostics in the prescribed order",
    level: Level::Must,
    source: "validatePreflightShape and validateRequiredControls, in the order of their statements",
    statement: "The denial comes first, then the sources of start, then run id, step id, channel and text.",
    checks: &[Check {
        id: "order",
        property: "the codes that are due and were given stand in the prescribed order",
        edges: every_code,
        arms: &[
            arm(4, "many faults", draw::many_faults),
            arm(1, "many faults of a message", many_faults_of_a_message),
            arm(1, "two fields of any kind", draw::pair),
        ],
        classify: how_many,
        labels: &["two due", "three due", "five due", "start", "step_result", "message"],
        exam: in_order,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("puts the denial last", |_, answer| sort(answer, |diagnostic| is_denial(&diagnostic.code))),
        Mutant::answers("sorts diagnostics by code", |_, answer| {
            sort(answer, |diagnostic| diagnostic.code.to_string())
        }),
        Mutant::answers("sorts diagnostics by path", |_, answer| {
            sort(answer, |diagnostic| diagnostic.path.to_string())
        }),
        Mutant::answers("puts the text before the channel", |_, answer| {
            sort(answer, |diagnostic| diagnostic.path == "/channel")
        }),
        Mutant::answers("puts the step before the run", |_, answer| {
            edit(answer, |list| {
                if let Some(step) = list.iter().position(|diagnostic| diagnostic.path == "/stepId")
                    && step > 0
                    && list[step - 1].path == "/runId"
                {
                    list.swap(step - 1, step);
                }
            })
        }),
        Mutant::answers("gives diagnostics backwards", |_, answer| edit(answer, |list| list.reverse())),
    ],
    corpus: include_str!("../../../../corpus/preflight/diagnostic-order.yaml"),
    questions: &[],
};

fn sort<K: Ord>(answer: Value, key: fn(&Diagnostic) -> K) -> Value {
    edit(answer, |list| list.sort_by_key(key))
}

/// Only codes that are both due and given: the rest is judged by the rules of the codes.
fn in_order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    seen.action()?;
    let mut given: Vec<&str> = Vec::new();
    for diagnostic in &seen.found {
        if seen.is_due(&diagnostic.code) && !given.contains(&&*diagnostic.code) {
            given.push(&diagnostic.code);
        }
    }
    let due: Vec<&str> = seen.pairs().map(|(due, _)| &*due.code).collect();
    if due.len() < 2 {
        return Ok(Judgement::open("fewer than two diagnostics to put in order"));
    }
    Ok(Judgement::equal("the diagnostics stand in another order", &json!(due), &json!(given)))
}

fn many_faults_of_a_message(draw: &mut Draw) -> Value {
    let mut input = draw::valid_for(draw, &ACTIONS[4]);
    for field in ACTIONS[4].needs {
        if draw.chance(2, 3) {
            input.remove(*field);
        }
    }
    case(input)
}
