//! The smallest input is the smallest: where inputs are so small that all of them can be tried, none that is smaller
//! fails the same check.

use libtest_mimic::{Failed, Trial};
use proofmark::draw::json::size;
use proofmark::rule::{CheckRef, Declared};
use proofmark::run::{Company, Options, hunt, replay};
use proofmark::suites;
use serde_json::{Value, json};

use crate::support::options;

/// The fields that more than their presence is asked of, and those that stand for all the others.
const FIELDS: &[&str] =
    &["action", "runId", "stepId", "channel", "text", "kind", "cursor", "graph", "graphFile", "preview", "objective"];
/// What is tried in a field. More is tried in `action`.
const VALUES: &[&str] = &["null", "false", "true", "0", "1", "\"\"", "\" \"", "\"a\"", "\"steer\"", "[]", "{}"];
const ACTIONS: &[&str] = &["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];
/// So many of a hundred have to be the smallest. What is still missed needs an action changed and its fields left out at once.
const GOAL: usize = 98;
/// And there have to be so many.
const AT_LEAST: usize = 100;

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("cause::no smaller input fails", no_smaller_input_fails)]
}

fn no_smaller_input_fails() -> Result<(), Failed> {
    let small = small_inputs();
    let (mut seen, mut larger) = (0, Vec::new());
    let mutants = suites::builtin().mutants().filter(|declared| declared.suite.name == "preflight");
    for declared in mutants {
        let Some(finding) = hunt(declared, &Options { cases: 20, ..options(0, 20, 1) })?.finding else { continue };
        // What takes several calls, or an order of keys, has more to it than its size.
        let one_call = finding.input.as_object().is_some_and(|members| members.keys().eq(["input"]));
        if !one_call || finding.size > 5 {
            continue;
        }
        seen += 1;
        let of = suites::builtin().check(&finding.check).ok_or("no such check")?;
        let smaller = small.iter().filter(|input| size(input) < finding.size);
        for input in smaller {
            if fails(declared, of, input)? {
                larger.push(format!("{}: {} fails, and {input} does too", declared.id(), finding.input));
                break;
            }
        }
    }
    let smallest = seen - larger.len();
    let is_reached = seen >= AT_LEAST && smallest * 100 >= GOAL * seen;
    if is_reached { Ok(()) } else { Err(format!("{smallest} of {seen}:\n{}", larger.join("\n")).into()) }
}

fn fails(declared: Declared, of: CheckRef, input: &Value) -> Result<bool, Failed> {
    let again = replay(of, input.clone(), Company::default(), &|| declared.reference(), &Options::default())?;
    Ok(again.failure.is_some())
}

/// All inputs with no field, one field, and one beside an action.
fn small_inputs() -> Vec<Value> {
    let values: Vec<Value> = VALUES.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    let actions: Vec<Value> = ACTIONS.iter().map(|action| json!(action)).chain([json!(null), json!("x")]).collect();
    let of_field = |field: &str| if field == "action" { &actions } else { &values };
    let mut inputs = values.clone();
    for field in FIELDS {
        inputs.extend(of_field(field).iter().map(|value| json!({ (*field): value })));
        let beside = actions.iter().filter(|_| *field != "action");
        inputs.extend(
            beside.flat_map(|action| values.iter().map(move |value| json!({"action": action, (*field): value}))),
        );
    }
    inputs.into_iter().map(|input| json!({ "input": input })).collect()
}
