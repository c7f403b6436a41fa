//! A key that the document does not know changes nothing, however much it
//! looks like one it does know.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "unknown-keys",
    title: "ignores unknown keys",
    level: Level::Must,
    source: "misplacedFields, stringField, fieldPresent: only known fields are looked up, by their exact names",
    statement: "Keys other than the 26 known fields are neither denied nor read. Names are compared letter for \
                letter: `runid` is not `runId`.",
    checks: &[Check {
        id: "ignored",
        property: "an input gets the same answer with and without its unknown keys",
        edges,
        arms: &[arm(3, "unknown keys beside anything", beside_anything), arm(2, "almost a known key", almost_known)],
        classify,
        labels: &[
            "other case",
            "blanks around it",
            "inherited by every object",
            "no resemblance",
            "accepted",
            "rejected",
        ],
        exam: same_without,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("denies unknown keys", |request, answer| {
            let input = &request.params["input"];
            let (Some(action), Some(members)) = (action_of(input), input.as_object()) else { return answer };
            let unknown: Vec<String> = members.keys().filter(|key| !is_known(key)).cloned().collect();
            deny_too(answer, action.name, &unknown)
        }),
        Mutant::answers("ignores the case of keys", |request, _| {
            rename_keys(request, |key| {
                KNOWN_FIELDS.iter().find(|field| field.eq_ignore_ascii_case(key)).map_or(key, |field| *field)
            })
        }),
        Mutant::answers("reads keys in snake case", |request, _| {
            rename_keys(request, |key| {
                KNOWN_FIELDS
                    .iter()
                    .find(|field| snake(field).is_some_and(|snake| snake == key))
                    .map_or(key, |field| *field)
            })
        }),
        Mutant::answers("trims keys", |request, _| rename_keys(request, str::trim)),
        Mutant::answers("unwraps what a key named arguments holds", |request, _| {
            misread(request, |input| {
                if let (None, Some(Value::Object(inner))) = (input.get("action"), input.get("arguments")) {
                    *input = inner.clone();
                }
            })
        }),
        Mutant::answers("reads fields through __proto__", |request, _| {
            misread(request, |input| {
                if let Some(Value::Object(inherited)) = input.remove("__proto__") {
                    for (key, value) in inherited {
                        input.entry(key).or_insert(value);
                    }
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/unknown-keys.yaml"),
    questions: &[],
};

fn rename_keys(request: Request<'_>, rename: fn(&str) -> &str) -> Value {
    misread(request, |input| {
        for (key, value) in std::mem::take(input) {
            input.entry(rename(&key)).or_insert(value);
        }
    })
}

fn same_without(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let mut bare = case["input"].clone();
    if let Some(members) = bare.as_object_mut() {
        members.retain(|key, _| is_known(key));
    }
    let answers = talk.ask_all(vec![case.call(METHOD), validate(&bare)])?;
    let (with, without) = (found_in(&answers[0])?, found_in(&answers[1])?);
    let (expected, observed) = (outline(&without), outline(&with));
    let again: [&dyn Fn() -> Call; 2] = [&|| validate(&case["input"]), &|| validate(&bare)];
    let judgement = Judgement::equal("an unknown key changes the answer", &expected, &observed);
    if expected != observed && !both_settled(talk, again, [&with, &without])? {
        return Ok(Judgement::blocked(UNSETTLED, case.input).instead_of(judgement));
    }
    Ok(judgement.beside("without what is unknown, which gets what is expected", &bare))
}

/// Keys that resemble none of the known ones; the middle ones every JavaScript object inherits.
const STRANGE: &[&str] = &["", "0", "note", "__proto__", "constructor", "toString", "hasOwnProperty", "$ref"];

/// Every near-miss of every field in its place and beside it; every strange key, action by action.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for (index, field) in KNOWN_FIELDS.iter().enumerate() {
        for miss in near::misses(field).into_iter().chain(snake(field)) {
            let action = &ACTIONS[index % ACTIONS.len()];
            cases.push(case(draw::with(action, &miss, Some(draw::plain(field)))));
        }
    }
    for action in &ACTIONS {
        cases.extend(STRANGE.iter().map(|key| case(draw::with(action, key, Some(json!("x"))))));
        for wrapper in ["arguments", "input", "params"] {
            cases.push(case(json!({ (wrapper): draw::least(action) })));
        }
        for field in ["action"].iter().chain(action.needs) {
            let mut moved = draw::least(action);
            if let Some(value) = moved.remove(*field) {
                for miss in near::misses(field).into_iter().chain(snake(field)) {
                    let mut input = moved.clone();
                    input.insert(miss, value.clone());
                    cases.push(case(input));
                }
                moved.insert("__proto__".to_owned(), json!({(*field): value}));
                cases.push(case(moved));
            }
        }
    }
    cases
}

/// The same name in snake case, if that is another one.
fn snake(field: &str) -> Option<String> {
    let snake: String =
        field.chars().flat_map(|c| c.is_ascii_uppercase().then_some('_').into_iter().chain(c.to_lowercase())).collect();
    (snake != field).then_some(snake)
}

fn beside_anything(draw: &mut Draw) -> Value {
    let mut case = draw::many_faults(draw);
    let keys = draw.list(1..=3, |draw| match draw.below(3) {
        0 => (*draw.pick(STRANGE)).to_owned(),
        1 => crate::draw::text::word(draw),
        _ => {
            let field = *draw.pick(KNOWN_FIELDS);
            near::miss(draw, field)
        }
    });
    for key in keys {
        case["input"][key] = crate::draw::json::any(draw);
    }
    case
}

fn almost_known(draw: &mut Draw) -> Value {
    let action = draw::action(draw);
    let mut input = draw::valid_for(draw, action);
    let field = *draw.pick(KNOWN_FIELDS);
    if let Some(value) = input.get(field).cloned().filter(|_| draw.chance(1, 2)) {
        // What an object inherits is not its own.
        input.remove(field);
        input.insert("__proto__".to_owned(), json!({ field: value }));
        return case(input);
    }
    let key = near::miss(draw, field);
    // In the place of the field as often as beside it: reading the wrong key shows in the first case only.
    let value = if draw.chance(1, 2) { input.remove(field) } else { None };
    input.insert(key, value.unwrap_or_else(|| draw::plain(field)));
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some(members) = case["input"].as_object() else { return vec!["no object"] };
    let mut labels = vec![if diagnostics(&case["input"]).is_empty() { "accepted" } else { "rejected" }];
    for key in members.keys().filter(|key| !is_known(key)) {
        let case_apart = KNOWN_FIELDS.iter().any(|field| field.eq_ignore_ascii_case(key));
        labels.push(if case_apart {
            "other case"
        } else if is_known(key.trim()) {
            "blanks around it"
        } else if STRANGE[3..7].contains(&key.as_str()) {
            "inherited by every object"
        } else {
            "no resemblance"
        });
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
