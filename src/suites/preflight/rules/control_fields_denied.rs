//! Every action has its own controls, and a control of another action is a mistake.
//!
//! The traps are the fields that two actions share (`stepId`, `maxBytes`,
//! `preview`) and stopping at the first misplaced one.

use std::collections::BTreeSet;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "control-fields-denied",
    title: "denies exactly the known fields that the action does not allow",
    level: Level::Must,
    source: "ACTION_RULES, KNOWN_FIELDS, misplacedFields",
    statement: "Known fields that are present and that the action does not allow are misplaced. They are listed in \
                `fields` of one denial, all of them and no others; without any there is no denial.",
    checks: &[Check {
        id: "fields",
        property: "the denial lists all misplaced fields and no others",
        edges,
        arms: ARMS,
        classify,
        labels: &[
            "no misplaced field",
            "one misplaced field",
            "several misplaced fields",
            "every allowed field",
            "every misplaced field",
            "catalog",
            "start",
            "run_status",
            "step_result",
            "message",
            "cancel",
            "cleanup",
        ],
        exam: lists_all_and_only,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("never denies graph", |request, _| overlooks(request, "graph")),
        Mutant::answers("never denies graphFile", |request, _| overlooks(request, "graphFile")),
        Mutant::answers("never denies library", |request, _| overlooks(request, "library")),
        Mutant::answers("never denies options", |request, _| overlooks(request, "options")),
        Mutant::answers("never denies runId", |request, _| overlooks(request, "runId")),
        Mutant::answers("never denies cursor", |request, _| overlooks(request, "cursor")),
        Mutant::answers("never denies stepId", |request, _| overlooks(request, "stepId")),
        Mutant::answers("never denies waitSeconds", |request, _| overlooks(request, "waitSeconds")),
        Mutant::answers("never denies maxBytes", |request, _| overlooks(request, "maxBytes")),
        Mutant::answers("never denies preview", |request, _| overlooks(request, "preview")),
        Mutant::answers("never denies debugEvents", |request, _| overlooks(request, "debugEvents")),
        Mutant::answers("never denies kind", |request, _| overlooks(request, "kind")),
        Mutant::answers("never denies channel", |request, _| overlooks(request, "channel")),
        Mutant::answers("never denies text", |request, _| overlooks(request, "text")),
        Mutant::answers("never denies clientMessageId", |request, _| overlooks(request, "clientMessageId")),
        Mutant::answers("never denies reason", |request, _| overlooks(request, "reason")),
        Mutant::answers("never denies objective", |request, _| overlooks(request, "objective")),
        Mutant::answers("never denies agents", |request, _| overlooks(request, "agents")),
        Mutant::answers("never denies steps", |request, _| overlooks(request, "steps")),
        Mutant::answers("never denies synthesis", |request, _| overlooks(request, "synthesis")),
        Mutant::answers("never denies limits", |request, _| overlooks(request, "limits")),
        Mutant::answers("never denies outputContract", |request, _| overlooks(request, "outputContract")),
        Mutant::answers("never denies callerSkills", |request, _| overlooks(request, "callerSkills")),
        Mutant::answers("never denies authority", |request, _| overlooks(request, "authority")),
        Mutant::answers("never denies extensionTools", |request, _| overlooks(request, "extensionTools")),
        Mutant::answers("lets cleanup have a reason", |request, _| overlooks_on(request, "cleanup", "reason")),
        Mutant::answers("lets cancel name a step", |request, _| overlooks_on(request, "cancel", "stepId")),
        Mutant::answers("lets step_result wait", |request, _| overlooks_on(request, "step_result", "waitSeconds")),
        Mutant::answers("denies stepId on run_status", |request, answer| {
            denies_too(request, answer, "run_status", "stepId")
        }),
        Mutant::answers("denies maxBytes on step_result", |request, answer| {
            denies_too(request, answer, "step_result", "maxBytes")
        }),
        Mutant::answers("denies graphFile on start", |request, answer| {
            denies_too(request, answer, "start", "graphFile")
        }),
        Mutant::answers("stops at the first misplaced field", |_, answer| relist(answer, |fields| fields.truncate(1))),
        Mutant::answers("lists the action among the misplaced fields", |_, answer| {
            relist(answer, |fields| fields.insert(0, "action".into()))
        }),
        Mutant::answers("denies nothing", |_, answer| {
            edit(answer, |list| list.retain(|diagnostic| !is_denial(&diagnostic.code)))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/control-fields-denied.yaml"),
    questions: &[],
};

/// What a runtime answers that does not see `field` where it is misplaced.
fn overlooks(request: Request<'_>, field: &str) -> Value {
    let denied = action_of(&request.params["input"]).is_some_and(|action| action.denies(field));
    misread(request, |input| input.retain(|key, _| !(denied && key == field)))
}

fn overlooks_on(request: Request<'_>, action: &str, field: &str) -> Value {
    misread(request, |input| input.retain(|key, _| key != field || request.params["input"]["action"] != action))
}

/// What a runtime answers that does not know that `action` allows `field`.
fn denies_too(request: Request<'_>, answer: Value, action: &str, field: &str) -> Value {
    let input = &request.params["input"];
    if input["action"] != action || input.get(field).is_none() {
        return answer;
    }
    deny_too(answer, action, &[field.to_owned()])
}

fn lists_all_and_only(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    let action = seen.action()?;
    let due = model::misplaced(action, &case["input"]);
    let listed: Vec<&str> =
        seen.denials().filter_map(|denial| denial.fields.as_ref()).flatten().map(AsRef::as_ref).collect();
    // Names that the document does not know are the business of `unknown-keys`.
    let extra = |field: &&&str| is_known(field) && !due.contains(*field);
    let kind = if due.iter().any(|field| !listed.contains(field)) {
        "a misplaced field is not listed"
    } else if listed.iter().filter(extra).any(|field| case["input"].get(*field).is_none()) {
        "a field is listed that is not there"
    } else if listed.iter().any(|field| extra(&field)) {
        "an allowed field is listed"
    } else if due.is_empty() && seen.denials().next().is_some() {
        "a denial without a misplaced field"
    } else {
        return Ok(Judgement::held());
    };
    let sorted = |fields: Vec<&str>| json!(fields.into_iter().collect::<BTreeSet<_>>());
    let judgement = Judgement::failed(kind, sorted(due), sorted(listed));
    settled(case, talk, &seen, judgement)
}

/// Every field beside every action; all that an action allows; all that it denies.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        cases.push(case(draw::least(action)));
        cases.extend(KNOWN_FIELDS[1..].iter().map(|field| case(draw::and(action, &[*field]))));
        let denied: Vec<&str> = action.denied().collect();
        cases.push(case(draw::and(action, &denied)));
        cases.push(case(draw::and(action, action.allowed)));
        // Every pair of neighbours in the list: what stops early, or looks only once, shows here.
        cases.extend(denied.windows(2).map(|pair| case(draw::and(action, pair))));
    }
    cases.push(case(json!({"action": "start", "graphFile": "graphs/survey.json"})));
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let input = &case["input"];
    let Some(action) = action_of(input) else { return vec!["no action"] };
    let count = model::misplaced(action, input).len();
    let mut labels = vec![action.name];
    labels.push(match count {
        0 => "no misplaced field",
        1 => "one misplaced field",
        _ => "several misplaced fields",
    });
    labels.extend((count == action.denied_count()).then_some("every misplaced field"));
    labels.extend(action.allowed.iter().all(|field| input.get(*field).is_some()).then_some("every allowed field"));
    labels
}
