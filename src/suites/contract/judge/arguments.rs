//! Calls with arguments that fit or do not.

use serde_json::{Value, json};

use super::super::model::tools::{fits, is_there_twice, schema_of};
use super::answer::{decided, list, results, truth};
use super::tools::{call, ran};
use crate::draw::json::same;
use crate::rule::{Case, Judgement, Stop, Talk};

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
        let mut schemas = Vec::new();
        for call in list(case, "calls") {
            let schema = call["tool"].as_str().and_then(|name| schema_of(case, name));
            let schema = schema.ok_or_else(|| Judgement::open("an unknown tool: TOOL-003 says what is due"))?;
            schemas.push((call, schema));
        }
        let answer = talk.ask(call("contract/tool"))?;
        let is_twice = |call: &Value| call["tool"].as_str().is_some_and(|name| is_there_twice(case, name));
        decided(list(case, "calls").iter().any(is_twice).then_some("two tools of the same name"))?;
        let judged = schemas.into_iter().map(|(call, schema)| Ok((call, fits(schema, &call["args"])?)));
        let judged: Vec<(&Value, bool)> = judged.collect::<Result<_, &str>>().map_err(Judgement::open)?;
        let results = results(answer, "results", judged.len())?;
        for result in results {
            truth(result, "success")?;
        }
        let made = judged.into_iter().zip(results).map(|((call, fits), result)| (call, fits, result)).collect();
        Ok(Self { made, ran: ran(answer) })
    }
}

/// A call comes back with success exactly when its arguments fit the schema.
pub(crate) fn refusal(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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

/// The code of a tool is not run with arguments that do not fit.
pub(crate) fn not_run(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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

/// With arguments that fit, the code is run once, with these arguments.
pub(crate) fn run_once(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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
