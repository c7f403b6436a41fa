//! A tool's code runs only with arguments that fit its schema.
//!
//! That a wrong call is refused is not enough: a runtime that validates afterwards has run the code by then.

use super::prelude::*;
use super::tools::{CALLS, call, calls, every_value, is_valid, schema_of};
use crate::draw::json::same;

const CHECK: Check = Check {
    methods: &["contract/tool"],
    shape: &CALLS,
    edges: every_value,
    arms: &[arm(1, "one argument wrong, or none", calls)],
    classify,
    labels: &["valid", "invalid", "nested", "not an object"],
    on_fault: OnFault::Fails,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "TOOL-001",
    title: "validates the arguments of tools before it runs them",
    level: Level::Must,
    source: "INV-TOOL-001",
    statement: "A call whose arguments do not fit the tool's schema comes back with `success: false` and the tool's code is \
                never run; a call whose arguments fit runs it once, with just these arguments.",
    checks: &[
        Check {
            id: "refusal",
            property: "a call comes back with success exactly when its arguments fit the schema",
            steps: |case, answers| judge(case, answers, refusal),
            ..CHECK
        },
        Check {
            id: "not-run",
            property: "the code of a tool is not run with arguments that do not fit",
            steps: |case, answers| judge(case, answers, not_run),
            ..CHECK
        },
        Check {
            id: "run-once",
            property: "with arguments that fit, the code is run once, with these arguments",
            steps: |case, answers| judge(case, answers, run_once),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("validates after it has run the tool", "validates-after-execution"),
        Mutant::quirk("validates while the tool runs", "validates-in-the-background"),
        Mutant::quirk("does not miss required arguments", "does-not-look-at-required"),
        Mutant::quirk("does not look at types", "does-not-look-at-types"),
        Mutant::quirk("does not look at allowed values", "does-not-look-at-choices"),
        Mutant::quirk("does not look at maxima", "does-not-look-at-maxima"),
        Mutant::quirk("does not look at the lengths of texts", "does-not-look-at-lengths"),
        Mutant::quirk("lets arguments in that are not declared", "lets-undeclared-arguments-in"),
        Mutant::quirk("does not look into lists", "does-not-look-into-lists"),
        Mutant::quirk("validates the top level only", "validates-the-top-level-only"),
        Mutant::quirk("drops arguments that are zero, false or empty", "drops-falsy-arguments"),
        Mutant::quirk("runs a tool twice", "runs-tools-twice"),
        Mutant::throws("throws on arguments that are no object", |request| {
            list(request.params, "calls").iter().any(|call| !call["args"].is_object())
        }),
    ],
    corpus: include_str!("../../../corpus/contract/TOOL-001.yaml"),
    questions: &[],
};

/// What is known of the calls of a case.
struct Calls<'a> {
    /// Each call with whether its arguments fit, and its result.
    made: Vec<(&'a Value, bool, &'a Value)>,
    /// What the tools' code was run with, in order.
    ran: Vec<&'a Value>,
}

fn judge(case: &Value, answers: &[Answer], judge: fn(&Calls<'_>) -> Option<Judgement>) -> Result<Step, WrongShape> {
    let mut fits = Vec::new();
    for call in list(case, "calls") {
        match call["tool"].as_str().and_then(|name| schema_of(case, name)) {
            Some(schema) => fits.push((call, is_valid(schema, &call["args"]))),
            None => return Ok(Step::Judged(Judgement::open("an unknown tool: TOOL-003 says what is due"))),
        }
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call("contract/tool")])) };
    let results = results(answer, "results", fits.len())?;
    for result in results {
        truth(result, "success")?;
    }
    let made = fits.into_iter().zip(results).map(|((call, fits), result)| (call, fits, result)).collect();
    let calls = Calls { made, ran: asked(answer) };
    Ok(Step::Judged(judge(&calls).unwrap_or_else(Judgement::held)))
}

/// What the subject ran, in order.
fn asked(answer: &Answer) -> Vec<&Value> {
    let asked = answer.trace.iter().filter_map(|line| match line {
        Trace::Asked { params, .. } => Some(params),
        _ => None,
    });
    asked.collect()
}

fn refusal(calls: &Calls<'_>) -> Option<Judgement> {
    let (call, fits, result) = calls.made.iter().find(|(_, fits, result)| result["success"] != *fits)?;
    let kind = if *fits { "valid arguments are refused" } else { "invalid arguments are accepted" };
    Some(Judgement::failed(kind, json!({ "success": fits }), json!({"call": call, "result": result})))
}

fn is_run(ran: &Value, call: &Value) -> bool {
    ran["tool"] == call["tool"] && same(&ran["args"], &call["args"])
}

fn not_run(calls: &Calls<'_>) -> Option<Judgement> {
    let valid = || calls.made.iter().filter(|(_, fits, _)| *fits);
    let strange = |ran: &&&Value| !valid().any(|(call, _, _)| is_run(ran, call));
    let is_invalid = |ran: &Value| calls.made.iter().any(|(call, fits, _)| !fits && is_run(ran, call));
    // Arguments that were made to fit are not the ones given either.
    let one_too_many = calls.ran.len() > valid().count();
    let ran = calls.ran.iter().filter(strange).find(|ran| is_invalid(ran) || one_too_many)?;
    let observed = json!({"host/tool": {"tool": ran["tool"], "args": ran["args"]}});
    Some(Judgement::failed("a tool runs with invalid arguments", "the code is not run for this call", observed))
}

fn run_once(calls: &Calls<'_>) -> Option<Judgement> {
    let times = |call: &Value| calls.ran.iter().filter(|ran| is_run(ran, call)).count();
    let due = |call: &Value| calls.made.iter().filter(|(other, _, _)| is_run(other, call)).count();
    let (call, _, _) = calls.made.iter().find(|(call, fits, _)| *fits && times(call) != due(call))?;
    let too_few = times(call) < due(call);
    let kind = if too_few { "a tool does not run with the arguments given" } else { "a tool runs more than once" };
    let observed: Vec<Value> = calls.ran.iter().map(|ran| json!({"tool": ran["tool"], "args": ran["args"]})).collect();
    Some(Judgement::failed(kind, json!({"host/tool": call, "times": due(call)}), observed))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for call in list(case, "calls") {
        let fits =
            call["tool"].as_str().and_then(|name| schema_of(case, name)).map(|schema| is_valid(schema, &call["args"]));
        labels.extend(fits.map(|fits| if fits { "valid" } else { "invalid" }));
        labels.extend((!call["args"].is_object()).then_some("not an object"));
        let nested =
            call["args"].as_object().is_some_and(|args| args.values().any(|arg| arg.is_object() || arg.is_array()));
        labels.extend(nested.then_some("nested"));
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
