//! A tool's code runs only with arguments that fit its schema.
//!
//! That a wrong call is refused is not enough: a runtime that validates afterwards has run the code by then.

use super::super::draw::tools::{calls, classify, every_value};
use super::super::judge::tools::{call, ran};
use super::super::model::tools::{flat, is_valid, schema_of, without};
use super::super::prelude::*;
use super::super::reference::tools::{DOCUMENT, Made, refused};
use crate::draw::json::same;
use crate::subject::Refusal;

const CHECK: Check = Check {
    methods: &["contract/tool"],
    shape: &shape::CALLS,
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
            exam: refusal,
            ..CHECK
        },
        Check {
            id: "not-run",
            property: "the code of a tool is not run with arguments that do not fit",
            exam: not_run,
            ..CHECK
        },
        Check {
            id: "run-once",
            property: "with arguments that fit, the code is run once, with these arguments",
            exam: run_once,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("validates after it has run the tool", |policies| policies.change(&DOCUMENT).make = run_first),
        Mutant::doing("validates while the tool runs", |policies| {
            policies.change(&DOCUMENT).make =
                |call| if call.fits || call.args.is_object() { run_first(call) } else { Ok(refused()) };
        }),
        Mutant::doing("does not miss required arguments", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "required");
        }),
        Mutant::doing("does not look at types", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "type");
        }),
        Mutant::doing("does not look at allowed values", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "enum");
        }),
        Mutant::doing("does not look at maxima", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "maximum");
        }),
        Mutant::doing("does not look at the lengths of texts", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "maxLength");
        }),
        Mutant::doing("lets arguments in that are not declared", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "additionalProperties");
        }),
        Mutant::doing("does not look into lists", |policies| {
            policies.change(&DOCUMENT).schema = |schema| without(schema, "items");
        }),
        Mutant::doing("validates the top level only", |policies| policies.change(&DOCUMENT).schema = flat),
        Mutant::doing("drops arguments that are zero, false or empty", |policies| {
            policies.change(&DOCUMENT).make = without_nothings;
        }),
        Mutant::doing("runs a tool twice", |policies| {
            policies.change(&DOCUMENT).make = |call| {
                if !call.fits {
                    return Ok(refused());
                }
                call.run(call.args)?;
                call.run(call.args)
            };
        }),
        Mutant::throws("throws on arguments that are no object", |request| {
            list(request.params, "calls").iter().any(|call| !call["args"].is_object())
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/TOOL-001.yaml"),
    questions: &[],
};

fn run_first(call: &Made<'_>) -> Result<Value, Refusal> {
    let result = call.run(call.args)?;
    Ok(if call.fits { result } else { refused() })
}

fn without_nothings(call: &Made<'_>) -> Result<Value, Refusal> {
    let mut args = call.args.clone();
    if let Some(members) = args.as_object_mut() {
        members.retain(|_, value| *value != json!(0) && *value != json!(false) && *value != json!(""));
    }
    if call.fits { call.run(&args) } else { Ok(refused()) }
}

/// What is known of the calls of a case.
struct Calls<'a> {
    /// Each call with whether its arguments fit, and its result.
    made: Vec<(&'a Value, bool, &'a Value)>,
    /// What the tools' code was run with, in order.
    ran: Vec<&'a Value>,
}

impl<'a> Calls<'a> {
    /// Makes the calls of a case, all of tools that are there.
    fn of<'t: 'a>(case: &'a Case<'_>, talk: &mut Talk<'t>) -> Result<Self, Stop> {
        let mut fits = Vec::new();
        for call in list(case, "calls") {
            let schema = call["tool"].as_str().and_then(|name| schema_of(case, name));
            let schema = schema.ok_or_else(|| Judgement::open("an unknown tool: TOOL-003 says what is due"))?;
            fits.push((call, is_valid(schema, &call["args"])));
        }
        let answer = talk.ask(call("contract/tool"))?;
        let results = results(answer, "results", fits.len())?;
        for result in results {
            truth(result, "success")?;
        }
        let made = fits.into_iter().zip(results).map(|((call, fits), result)| (call, fits, result)).collect();
        Ok(Self { made, ran: ran(answer) })
    }
}

fn refusal(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = Calls::of(case, talk)?;
    let wrong = calls.made.iter().find(|(_, fits, result)| result["success"] != *fits);
    Ok(wrong.map_or_else(Judgement::held, |(call, fits, result)| {
        let kind = if *fits { "valid arguments are refused" } else { "invalid arguments are accepted" };
        Judgement::failed(kind, json!({ "success": fits }), json!({"call": call, "result": result}))
    }))
}

fn is_run(ran: &Value, call: &Value) -> bool {
    ran["tool"] == call["tool"] && same(&ran["args"], &call["args"])
}

fn not_run(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = Calls::of(case, talk)?;
    let valid = || calls.made.iter().filter(|(_, fits, _)| *fits);
    let strange = |ran: &&&Value| !valid().any(|(call, _, _)| is_run(ran, call));
    let is_invalid = |ran: &Value| calls.made.iter().any(|(call, fits, _)| !fits && is_run(ran, call));
    // Arguments that were made to fit are not the ones given either.
    let one_too_many = calls.ran.len() > valid().count();
    let found = calls.ran.iter().filter(strange).find(|ran| is_invalid(ran) || one_too_many);
    Ok(found.map_or_else(Judgement::held, |ran| {
        let observed = json!({"host/tool": {"tool": ran["tool"], "args": ran["args"]}});
        Judgement::failed("a tool runs with invalid arguments", "the code is not run for this call", observed)
    }))
}

fn run_once(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = Calls::of(case, talk)?;
    let times = |call: &Value| calls.ran.iter().filter(|ran| is_run(ran, call)).count();
    let due = |call: &Value| calls.made.iter().filter(|(other, _, _)| is_run(other, call)).count();
    let wrong = calls.made.iter().find(|(call, fits, _)| *fits && times(call) != due(call));
    Ok(wrong.map_or_else(Judgement::held, |(call, _, _)| {
        let too_few = times(call) < due(call);
        let kind = if too_few { "a tool does not run with the arguments given" } else { "a tool runs more than once" };
        let ran = calls.ran.iter().map(|ran| json!({"tool": ran["tool"], "args": ran["args"]}));
        Judgement::failed(kind, json!({"host/tool": call, "times": due(call)}), ran.collect::<Vec<_>>())
    }))
}
