//! Drawing inputs: valid ones, ones with a known fault beside their valid
//! twins, and anything at all.
//!
//! Uniform choices would hardly ever meet the rarer branches, so everything
//! starts from an action and what it allows, needs and denies. Fields that
//! only have to be *present* get a plain value here; odd values have a rule of
//! their own, so that a subject which misjudges them is blamed once.

pub(super) mod portfolio;
pub(super) mod shape;

use serde_json::{Map, Value, json};

use super::model::vocabulary::{ACTIONS, Action, CHANNELS, KNOWN_FIELDS};
use super::model::{action_of, diagnostics};
use crate::draw::{Draw, json, near, text};

/// The members of an input.
pub(super) type Input = Map<String, Value>;

/// An input as the params of a call.
pub(super) fn case(input: impl Into<Value>) -> Value {
    // Moved, not copied as `json!` would do.
    Value::Object(Map::from_iter([("input".to_owned(), input.into())]))
}

/// A value that nobody would object to, of the kind that the field is for.
pub(super) fn plain(field: &str) -> Value {
    match field {
        "graph" => json!({"objective": "survey", "steps": [{"id": "s1"}]}),
        "graphFile" => json!("graphs/survey.json"),
        "library" => json!({"query": "survey"}),
        "waitSeconds" => json!(5),
        "maxBytes" => json!(4096),
        "preview" | "debugEvents" => json!(true),
        "channel" => json!("steer"),
        "runId" => json!("r1"),
        "stepId" => json!("s1"),
        "steps" | "agents" | "callerSkills" | "extensionTools" => json!(["x"]),
        "options" | "limits" | "authority" | "synthesis" | "outputContract" => json!({"x": 1}),
        _ => json!("x"),
    }
}

/// Values that are taken for absent by programs that test for truth, or for emptiness.
pub(super) fn hollow() -> [Value; 6] {
    [json!(null), json!(false), json!(0), json!(""), json!([]), json!({})]
}

/// What may stand where a text is needed: `None` is no key at all.
/// The first ones are not texts, the others are, blank or odd as they look.
pub(super) fn text_slot() -> Vec<Option<Value>> {
    let mut slot = vec![None];
    slot.extend(hollow().map(Some));
    slot.extend([json!(true), json!(1), json!(["r1"]), json!({"id": "r1"})].map(Some));
    slot.extend([" ", "\t\n", "\u{feff}", "\u{85}", "0", "null", "r1"].map(|text| Some(json!(text))));
    slot
}

/// Texts that are ids like any other, whatever a program makes of an id: a list, a pattern, a path, too long a name.
pub(super) fn odd_ids() -> Vec<Option<Value>> {
    let texts = ["a,b", "*", "all", "../r1", "Größe 1", "日本-1", "undefined", "r1\n"].map(str::to_owned);
    texts.into_iter().chain([100, 1000].map(|length| "r".repeat(length))).map(|text| Some(json!(text))).collect()
}

/// A word in full-width letters, which some programs take for the plain ones.
pub(super) fn wide(word: &str) -> String {
    word.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).filter(|_| c.is_ascii_graphic()).unwrap_or(c)).collect()
}

/// The smallest valid input of an action.
pub(super) fn least(action: &Action) -> Input {
    let mut input = Input::new();
    input.insert("action".to_owned(), json!(action.name));
    for field in action.needs {
        input.insert((*field).to_owned(), plain(field));
    }
    if action.name == "start" {
        input.insert("graph".to_owned(), plain("graph"));
    }
    input
}

/// The smallest valid input of an action, with `field` set, or left out for `None`.
pub(super) fn with(action: &Action, field: &str, value: Option<Value>) -> Input {
    let mut input = least(action);
    match value {
        Some(value) => input.insert(field.to_owned(), value),
        None => input.remove(field),
    };
    input
}

/// The smallest valid input of an action, and these fields besides.
pub(super) fn and(action: &Action, fields: &[&str]) -> Input {
    let mut input = least(action);
    input.extend(fields.iter().map(|field| ((*field).to_owned(), plain(field))));
    input
}

/// The same input with everything repaired but what calls for `code`, and what is nothing wrong left as it is; none
/// where nothing else is wrong.
pub(super) fn alone(input: &Value, code: &str) -> Option<Value> {
    let (action, members) = (action_of(input)?, input.as_object()?);
    let due = diagnostics(input);
    let matter = due.iter().find(|diagnostic| diagnostic.code == code)?.fields.as_ref()?;
    let is_matter = |field: &String| matter.iter().any(|name| name == field);
    let mut least = least(action);
    least.retain(|field, _| !is_matter(field));
    let with = |keep: &dyn Fn(&String) -> bool| {
        let mut repaired = least.clone();
        let kept = members.iter().filter(|(field, _)| is_matter(field) || keep(field));
        repaired.extend(kept.map(|(field, value)| (field.clone(), value.clone())));
        Value::from(repaired)
    };
    let whole = with(&|field| !least.contains_key(field) && !action.denies(field));
    let plain = if diagnostics(&whole).len() == 1 { whole } else { with(&|_| false) };
    (due.len() > 1).then_some(plain)
}

/// The same input with another field misplaced instead of those that are: one that is not there, or else, where all are,
/// the first alone and the last alone. None where none is misplaced.
pub(super) fn other_company(input: &Value) -> Vec<Value> {
    let (Some(action), Some(members)) = (action_of(input), input.as_object()) else { return Vec::new() };
    if !members.keys().any(|field| action.denies(field)) {
        return Vec::new();
    }
    let absent = action.denied().find(|field| !members.contains_key(*field));
    let others = match absent {
        Some(field) => vec![field],
        None => action.denied().take(1).chain(action.denied().last()).collect(),
    };
    let with = |other: &str| {
        let mut members = members.clone();
        members.retain(|field, _| !action.denies(field));
        members.insert(other.to_owned(), plain(other));
        Value::from(members)
    };
    others.into_iter().map(with).collect()
}

/// Any action.
pub(super) fn action(draw: &mut Draw) -> &'static Action {
    draw.pick(&ACTIONS)
}

/// One of the actions that need `field`.
pub(super) fn action_that_needs(draw: &mut Draw, field: &str) -> &'static Action {
    let those: Vec<&'static Action> = ACTIONS.iter().filter(|action| action.needs.contains(&field)).collect();
    those[draw.below(those.len())]
}

/// A valid input of `action`, with some of what it allows.
pub(super) fn valid_for(draw: &mut Draw, action: &Action) -> Input {
    let mut input = least(action);
    for field in draw.subset(action.allowed) {
        input.insert((*field).to_owned(), plain(field));
    }
    if input.contains_key("runId") {
        input.insert("runId".to_owned(), json!(text::word(draw)));
    }
    if input.contains_key("channel") {
        input.insert("channel".to_owned(), json!(draw.pick(CHANNELS)));
    }
    if action.name == "start" {
        input.remove(*draw.pick(&["graph", "graphFile"]));
        if !input.contains_key("graph") {
            input.insert("graphFile".to_owned(), plain("graphFile"));
        }
    }
    input
}

/// A valid input.
pub(super) fn valid(draw: &mut Draw) -> Value {
    let action = action(draw);
    case(valid_for(draw, action))
}

/// A valid input with one misplaced field, or, as often, its twin without.
pub(super) fn one_misplaced(draw: &mut Draw) -> Value {
    let action = action(draw);
    let mut input = valid_for(draw, action);
    let denied: Vec<&str> = action.denied().collect();
    let field = *draw.pick(&denied);
    if draw.chance(1, 2) {
        input.insert(field.to_owned(), plain(field));
    }
    case(input)
}

/// A valid input with two of all fields besides: every pair of every action is equally likely.
pub(super) fn pair(draw: &mut Draw) -> Value {
    let action = action(draw);
    let two: Vec<&str> = draw.sample(&KNOWN_FIELDS[1..], 2).into_iter().copied().collect();
    case(and(action, &two))
}

/// A valid input with one of the needed texts spoiled, or, as often, its twin.
pub(super) fn one_unmet(draw: &mut Draw) -> Value {
    let any = *draw.pick(&["runId", "stepId", "channel", "text"]);
    let action = action_that_needs(draw, any);
    let mut input = valid_for(draw, action);
    if draw.chance(1, 2) {
        spoil(draw, &mut input, any);
    }
    case(input)
}

/// Misplaced fields and unmet needs together, from none to all of them.
pub(super) fn many_faults(draw: &mut Draw) -> Value {
    let action = if draw.chance(1, 3) { &ACTIONS[4] } else { action(draw) };
    let mut input = valid_for(draw, action);
    for field in draw.subset(&KNOWN_FIELDS[1..]) {
        input.entry(*field).or_insert_with(|| plain(field));
    }
    for field in draw.subset(action.needs) {
        spoil(draw, &mut input, field);
    }
    case(input)
}

/// Puts anything that may stand where a text is needed into `field`; leaves it out in one of three cases.
pub(super) fn spoil(draw: &mut Draw, input: &mut Input, field: &str) {
    let channel = *draw.pick(CHANNELS);
    let value = match draw.below(7) {
        0 | 1 => None,
        6 => Some(json!("")),
        2 => Some(json!(text::blank(draw))),
        3 if field == "channel" => Some(json!(near::miss(draw, channel))),
        _ => draw.pick(&text_slot()).clone(),
    };
    match value {
        Some(value) => input.insert(field.to_owned(), value),
        None => input.remove(field),
    };
}

/// A valid input of `action`, with anything that may stand where a text is needed in `field`.
pub(super) fn anything_for(draw: &mut Draw, action: &Action, field: &str) -> Value {
    let mut input = valid_for(draw, action);
    spoil(draw, &mut input, field);
    case(input)
}

/// Everything that may stand for a step id, with a run id and without, beside the actions that `which` says.
pub(super) fn step_ids(which: fn(&Action) -> bool) -> Vec<Value> {
    let mut cases = Vec::new();
    for action in ACTIONS.iter().filter(|action| which(action)) {
        for value in text_slot().into_iter().chain(odd_ids()) {
            let mut input = with(action, "stepId", value);
            cases.push(case(input.clone()));
            input.remove("runId");
            cases.push(case(input));
        }
    }
    cases
}

/// An input whose action is missing, no text, or almost an action.
pub(super) fn bad_action(draw: &mut Draw) -> Value {
    let action = action(draw);
    let mut input = valid_for(draw, action);
    for field in draw.subset(&KNOWN_FIELDS[1..]) {
        input.insert((*field).to_owned(), plain(field));
    }
    match draw.below(6) {
        0 => input.remove("action"),
        1 => input.insert("action".to_owned(), json!(text::awkward(draw))),
        2 => input.insert("action".to_owned(), json::any(draw)),
        3 => input.insert("action".to_owned(), json!("")),
        4 => input.insert("action".to_owned(), json!(near::miss(draw, action.name))),
        _ => {
            // Two of the names have a separator, which may be another one.
            let name = *draw.pick(&["run_status", "step_result"]);
            input.insert("action".to_owned(), json!(near::miss(draw, name)))
        }
    };
    case(input)
}

/// Any JSON in place of the input, or in any of its fields.
pub(super) fn wild(draw: &mut Draw) -> Value {
    if draw.chance(1, 4) {
        return case(json::any(draw));
    }
    let action = action(draw);
    let mut input = valid_for(draw, action);
    if draw.chance(1, 12) {
        return case(json!([input]));
    }
    for field in draw.subset(KNOWN_FIELDS) {
        // Often enough the action survives, or nothing behind it would ever be reached.
        if *field != "action" || draw.chance(1, 3) {
            input.insert((*field).to_owned(), json::any(draw));
        }
    }
    case(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_as_valid_is_valid() {
        for action in &ACTIONS {
            assert!(diagnostics(&Value::from(least(action))).is_empty(), "{action:?}");
        }
        for seed in 0..500 {
            let case = valid(&mut Draw::from_seed(seed));
            assert!(diagnostics(&case["input"]).is_empty(), "{case}");
        }
    }

    #[test]
    fn one_fault_is_one_fault_and_its_twin_has_none() {
        for (arm, name) in [(one_misplaced as fn(&mut Draw) -> Value, "misplaced"), (one_unmet, "unmet")] {
            let counts: Vec<usize> =
                (0..500).map(|seed| diagnostics(&arm(&mut Draw::from_seed(seed))["input"]).len()).collect();
            assert!(counts.iter().all(|count| *count <= 1), "{name}");
            let faults = counts.iter().filter(|count| **count == 1).count();
            assert!((100..400).contains(&faults), "{name}: {faults} of 500");
        }
    }

    #[test]
    fn plain_values_are_never_hollow() {
        assert!(KNOWN_FIELDS.iter().all(|field| !hollow().contains(&plain(field))));
    }
}
