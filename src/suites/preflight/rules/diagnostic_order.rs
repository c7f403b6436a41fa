//! What is wrong with the input as a whole comes before what is wrong with
//! single fields, and these come in a fixed order.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "diagnostic-order",
    title: "reports every diagnostic that is due, in the prescribed order",
    level: Level::Must,
    source: "validatePreflightShape and validateRequiredControls, in the order of their statements",
    statement: "Every diagnostic that is due is given, whatever else is wrong: the denial first, then the sources of \
                start, then run id, step id, channel and text.",
    checks: &[Check {
        id: "order",
        property: "codes that are due together are all given, in the prescribed order",
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
        Mutant::answers("stops at the first thing wrong", |_, answer| edit(answer, |list| list.truncate(1))),
        Mutant::answers("stops after denying fields", |_, answer| {
            edit(answer, |list| {
                if list.first().is_some_and(|first| is_denial(&first.code)) {
                    list.truncate(1);
                }
            })
        }),
        Mutant::answers("asks for a step id only after a run id", |request, answer| {
            let missing = due_for(&request.params["input"], "run-id-required").is_some();
            edit(answer, |list| list.retain(|diagnostic| !missing || diagnostic.path != "/stepId"))
        }),
        Mutant::answers("gives diagnostics backwards", |_, answer| edit(answer, |list| list.reverse())),
    ],
    corpus: include_str!("../../../../corpus/preflight/diagnostic-order.yaml"),
    questions: &[],
};

fn sort<K: Ord>(answer: Value, key: fn(&Diagnostic) -> K) -> Value {
    edit(answer, |list| list.sort_by_key(key))
}

/// Whether a code is given by itself, its own rule judges: here it has to be given in company as well.
fn in_order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    seen.action()?;
    if seen.due.len() < 2 {
        return Ok(Judgement::open("fewer than two diagnostics to put in order"));
    }
    if let Some(missing) = seen.due.iter().find(|due| !seen.has(&due.code)) {
        if !missing_in_company(talk, &case["input"], &missing.code)? {
            let why = format!("{} is missing by itself too, or for one field: that is its own rule", missing.code);
            return Ok(Judgement::blocked(why, case.input).instead_of(seen.wrong_codes("a code is missing")));
        }
        return settled(case, talk, &seen, seen.wrong_codes("a code is missing in company"));
    }
    let mut said: Vec<&str> = Vec::new();
    for diagnostic in &seen.found {
        if seen.is_due(&diagnostic.code) && !said.contains(&&*diagnostic.code) {
            said.push(&diagnostic.code);
        }
    }
    let due: Vec<&str> = seen.due.iter().map(|due| &*due.code).collect();
    let judgement = Judgement::equal("the diagnostics stand in another order", &json!(due), &json!(said));
    settled(case, talk, &seen, judgement)
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
