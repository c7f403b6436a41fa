//! A field is present when its key is there.
//!
//! The trap is testing for truth: `null`, `false`, `0` and `""` are values like
//! any other. The same input with plain values instead must get the same answer,
//! so this rule never blames a subject for what it does with plain ones.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "presence",
    title: "counts a field as present when its key is there, even if null",
    level: Level::Must,
    source: "fieldPresent",
    statement: "A known field is present when its key is there: `null`, `false`, `0`, `\"\"`, `[]` and `{}` count. \
                This decides which fields are misplaced and whether a graph or a graph file is given.",
    checks: &[Check {
        id: "value-blind",
        property: "an odd value and a plain one in a field that only has to be present get the same answer",
        edges,
        arms: &[
            arm(3, "odd values in some fields", odd_values),
            arm(2, "an odd value in one field", one_odd_value),
            arm(1, "any JSON in any place", draw::wild),
        ],
        classify,
        labels: &["null", "false", "0", "empty text", "empty list", "empty object", "misplaced", "graph", "allowed"],
        exam: same_as_plain,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("tests fields for truth", |request, _| {
            drop_where(request, |value| [json!(null), json!(false), json!(0), json!("")].contains(value))
        }),
        Mutant::answers("takes null for absent", |request, _| drop_where(request, Value::is_null)),
        Mutant::answers("takes false for absent", |request, _| drop_where(request, |value| *value == json!(false))),
        Mutant::answers("takes zero for absent", |request, _| drop_where(request, |value| *value == json!(0))),
        Mutant::answers("takes the empty text for absent", |request, _| drop_where(request, |value| *value == "")),
        Mutant::answers("takes empty lists and objects for absent", |request, _| {
            drop_where(request, |value| *value == json!([]) || *value == json!({}))
        }),
        Mutant::answers("wants a graph to be an object", |request, _| {
            misread(request, |input| {
                input.retain(|field, value| field != "graph" || value.is_object());
            })
        }),
        Mutant::answers("wants a graph file to be a text", |request, _| {
            misread(request, |input| {
                input.retain(|field, value| field != "graphFile" || value.is_string());
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/presence.yaml"),
    questions: &[],
};

fn drop_where(request: Request<'_>, hollow: fn(&Value) -> bool) -> Value {
    misread(request, |input| input.retain(|_, value| !hollow(value)))
}

/// Whether only the presence of `field` matters beside `action`.
fn value_blind(action: &Action, field: &str) -> bool {
    field != "action" && is_known(field) && !action.needs.contains(&field)
}

/// The same input with plain values wherever only presence matters.
fn plain_twin(action: &Action, input: &Value) -> Value {
    let mut twin = input.clone();
    if let Some(members) = twin.as_object_mut() {
        for (field, value) in members.iter_mut().filter(|(field, _)| value_blind(action, field)) {
            *value = draw::plain(field);
        }
    }
    twin
}

fn same_as_plain(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let input = &case["input"];
    let action =
        action_of(input).ok_or_else(|| Judgement::open("the action is no action: nothing else is looked at"))?;
    let answers = talk.ask_all(vec![case.call(METHOD), validate(&plain_twin(action, input))])?;
    let (odd, plain) = (found_in(&answers[0])?, found_in(&answers[1])?);
    if refuses_the_action(&odd) || refuses_the_action(&plain) {
        return Ok(Judgement::open(REFUSED));
    }
    let (expected, observed) = (outline(&plain), outline(&odd));
    let again: [&dyn Fn() -> Call; 2] = [&|| validate(input), &|| validate(&plain_twin(action, input))];
    let judgement = Judgement::equal("the answer depends on the value of a field", &expected, &observed);
    if expected != observed && !both_settled(talk, again, [&odd, &plain])? {
        return Ok(Judgement::blocked(UNSETTLED, case.input).instead_of(judgement));
    }
    Ok(judgement.beside("with plain values, which gets what is expected", &plain_twin(action, input)))
}

/// Every hollow value in every field, action by action; both sources of `start` with every pair of values.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        for field in KNOWN_FIELDS.iter().filter(|field| value_blind(action, field)) {
            cases.extend(draw::hollow().map(|value| case(draw::with(action, field, Some(value)))));
        }
    }
    for graph in draw::hollow() {
        cases.push(case(json!({"action": "start", "graphFile": graph})));
        cases.extend(
            draw::hollow().map(|file| case(json!({"action": "start", "graph": graph.clone(), "graphFile": file}))),
        );
    }
    cases
}

fn one_odd_value(draw: &mut Draw) -> Value {
    let action = draw::action(draw);
    let blind: Vec<&str> = KNOWN_FIELDS.iter().copied().filter(|field| value_blind(action, field)).collect();
    let mut input = draw::valid_for(draw, action);
    input.insert((*draw.pick(&blind)).to_owned(), draw.pick(&draw::hollow()).clone());
    case(input)
}

fn odd_values(draw: &mut Draw) -> Value {
    let action = draw::action(draw);
    let mut input = draw::valid_for(draw, action);
    for field in draw.subset(&KNOWN_FIELDS[1..]) {
        if value_blind(action, field) {
            input.insert((*field).to_owned(), draw.pick(&draw::hollow()).clone());
        }
    }
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    const NAMES: [&str; 6] = ["null", "false", "0", "empty text", "empty list", "empty object"];
    let (Some(action), Some(members)) = (action_of(&case["input"]), case["input"].as_object()) else {
        return vec!["no action"];
    };
    let hollow = draw::hollow();
    let mut labels = Vec::new();
    for (field, value) in members.iter().filter(|(field, _)| value_blind(action, field)) {
        if let Some(kind) = hollow.iter().position(|hollow| hollow == value) {
            labels.push(NAMES[kind]);
            labels.push(if action.denies(field) {
                "misplaced"
            } else if field.starts_with("graph") {
                "graph"
            } else {
                "allowed"
            });
        }
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
