//! Drawing profiles: valid ones, up to every limit, and ones that break one constraint.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::super::model::profile::{LISTS, MOST_STEPS, NUMBERS, STEP_TEXTS, STEP_TYPES, TEXTS};
use crate::draw::{Draw, text};

/// One place of a profile and what is put there; `None` takes away what is there.
pub(crate) type Change = (Vec<String>, Option<Value>);

/// The smallest valid profile.
pub(crate) fn least(id: &str) -> Value {
    json!({"agentId": id, "description": "helps"})
}

/// The profile with a change made to it.
pub(crate) fn changed(profile: &Value, (path, value): &Change) -> Value {
    let mut changed = profile.clone();
    let Some((last, parents)) = path.split_last() else { return changed };
    let parent = parents.iter().fold(&mut changed, |at, key| match key.parse::<usize>() {
        Ok(index) => &mut at[index],
        Err(_) => &mut at[key.as_str()],
    });
    match value {
        Some(value) => parent[last.as_str()] = value.clone(),
        None => {
            parent.as_object_mut().map(|members| members.remove(last));
        }
    }
    changed
}

fn at(path: &str, value: impl Into<Option<Value>>) -> Change {
    (path.split('.').map(str::to_owned).collect(), value.into())
}

fn long(length: usize) -> Value {
    json!("x".repeat(length))
}

fn many(count: usize) -> Value {
    (1..=count).map(|number| json!(format!("entry {number}"))).collect()
}

fn steps(count: usize) -> Value {
    (1..=count).map(|number| json!({"stepId": format!("s{number}"), "name": "works", "type": "prompt"})).collect()
}

/// A step, with a change made to it, as a change of a profile without a workflow.
fn step(field: &str, value: impl Into<Option<Value>>) -> Change {
    let mut step = json!({"stepId": "s1", "name": "works", "type": "prompt"});
    match value.into() {
        Some(value) => step[field] = value,
        None => {
            step.as_object_mut().map(|members| members.remove(field));
        }
    }
    at("workflow", json!([step]))
}

/// Every way to be valid at a limit. They are long texts and lists, so they are made once.
pub(crate) fn fine() -> &'static [Change] {
    static FINE: LazyLock<Vec<Change>> = LazyLock::new(all_fine);
    &FINE
}

/// Every constraint broken alone.
pub(crate) fn broken() -> &'static [Change] {
    static BROKEN: LazyLock<Vec<Change>> = LazyLock::new(all_broken);
    &BROKEN
}

fn all_fine() -> Vec<Change> {
    let mut all = vec![at("version", json!("10.0.3")), at("enabled", json!(false)), at("enabled", json!(true))];
    all.push(at("workflow", steps(MOST_STEPS)));
    all.push(at("workflow", json!([])));
    all.extend(TEXTS.iter().map(|(field, _, most)| at(field, long(*most))));
    all.push(at("description", json!("x")));
    for (field, least, most, whole) in NUMBERS {
        let number = |value: f64| {
            if *whole { json!(value.round().to_string().parse::<i64>().unwrap_or(1)) } else { json!(value) }
        };
        all.extend([at(field, number(*least)), at(field, number(*most))]);
    }
    all.push(at("temperature", json!(0)));
    all.push(at("temperature", json!(0.725)));
    all.push(at("tags", json!(["beta", "alpha", "Beta", "beta"])));
    all.push(at("displayName", json!("cafe\u{301} {0} $& %s")));
    for (path, length, count) in LISTS {
        let path = path.join(".");
        all.extend([at(&path, json!([long(*length)])), at(&path, many(*count)), at(&path, json!([]))]);
    }
    all.extend(STEP_TEXTS.iter().map(|(field, most)| step(field, long(*most))));
    all.extend(STEP_TYPES.iter().map(|name| step("type", json!(name))));
    // Dependencies name steps of the workflow, earlier or later ones.
    all.extend([linked(&["s1"]), linked(&["s3"]), linked(&["s3", "s1"]), last_of_many("s11")]);
    all.push(at("description", json!(" Writes Sonnets, and READS them. ")));
    all
}

/// Three steps, the second of which has these dependencies.
fn linked(on: &[&str]) -> Change {
    let mut three = steps(3);
    three[1]["dependencies"] = json!(on);
    at("workflow", three)
}

/// Twelve steps, the last of which depends on ten of the others and on this one.
fn last_of_many(on: &str) -> Change {
    let mut many = steps(12);
    let mut all: Vec<String> = (1..=10).map(|number| format!("s{number}")).collect();
    all.push(on.to_owned());
    many[11]["dependencies"] = json!(all);
    at("workflow", many)
}

/// Three steps, of which one is like that.
fn one_of_three(place: usize, field: &str, value: Value) -> Change {
    let mut three = steps(3);
    three[place][field] = value;
    at("workflow", three)
}

fn all_broken() -> Vec<Change> {
    let mut all = vec![
        at("agentId", None),
        at("agentId", json!(7)),
        at("description", None),
        at("description", json!("")),
        at("enabled", json!("yes")),
        at("version", json!("1.0")),
        at("version", json!("1.0.0.0")),
        at("version", json!("one")),
        at("version", json!("1a2b3")),
        at("version", json!("v1.0.0")),
        at("version", json!("1.0.0\n")),
        at("version", json!(1)),
        at("workflow", json!("s1")),
        at("workflow", steps(MOST_STEPS + 1)),
        at("workflow", json!(["s1"])),
        at("abilities", json!(["core"])),
    ];
    for (field, _, most) in TEXTS {
        all.extend([at(field, long(most + 1)), at(field, json!(5))]);
        // Blanks count like any other character.
        all.push(at(field, json!(format!(" {} ", "x".repeat(most - 1)))));
    }
    for (field, least, most, whole) in NUMBERS {
        all.extend([
            at(field, json!(least - 1.0)),
            at(field, json!(most + 1.0)),
            at(field, json!("1")),
            at(field, json!(true)),
        ]);
        all.extend(whole.then(|| at(field, json!(1.5))));
    }
    all.push(at("temperature", json!(2.1)));
    all.push(at("maxTokens", json!(0)));
    all.push(at("priority", json!(101)));
    for (path, length, count) in LISTS {
        let path = path.join(".");
        all.extend([
            at(&path, json!([long(length + 1)])),
            at(&path, json!(["fine", long(length + 1)])),
            at(&path, many(count + 1)),
            at(&path, json!(vec!["same"; count + 1])),
            at(&path, json!("entry")),
            at(&path, json!({"0": "entry"})),
            at(&path, json!([1])),
        ]);
    }
    for (field, most) in STEP_TEXTS {
        all.extend([step(field, None), step(field, json!("")), step(field, long(most + 1)), step(field, json!(1))]);
    }
    all.extend([
        step("type", None),
        step("type", json!("think")),
        step("type", json!("PROMPT")),
        step("type", json!("constructor")),
        step("type", json!("prompt|tool")),
        step("type", json!(1)),
    ]);
    all.extend([step("dependencies", json!(["s9"])), step("dependencies", json!("s1"))]);
    all.extend([linked(&["s9", "s1"]), linked(&["s1", "s9"]), linked(&["s1", "s9", "s3"])]);
    // What only looks like a step: its id in capitals or with blanks, a part of it, its name, what every object has.
    all.extend(["S1", " s1", "s", "works", "constructor"].map(|on| linked(&[on])));
    all.push(last_of_many("s99"));
    all.extend([one_of_three(1, "name", json!("")), one_of_three(2, "type", json!("think"))]);
    all
}

/// A valid profile with some optional parts.
pub(crate) fn valid(draw: &mut Draw, id: &str) -> Value {
    let mut profile = least(id);
    let description = text::sentence(draw);
    profile["description"] = json!(if draw.chance(1, 4) { format!(" {description}, AND More. ") } else { description });
    for change in draw.list(0..=3, |draw| draw.pick(fine())) {
        profile = changed(&profile, change);
    }
    profile
}

/// A profile with exactly one constraint broken.
pub(crate) fn invalid(draw: &mut Draw, id: &str) -> Value {
    let profile = valid(draw, id);
    changed(&profile, draw.pick(broken()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::contract::model::profile::problems;
    use crate::suites::contract::model::profile_doubt::doubt;

    #[test]
    fn what_is_fine_is_valid_and_what_is_broken_breaks_one_constraint() {
        for change in fine() {
            let profile = changed(&least("writer"), change);
            assert_eq!((problems(&profile), doubt(&profile)), (vec![], None), "{change:?}");
        }
        for change in broken() {
            let profile = changed(&least("writer"), change);
            assert_eq!(problems(&profile).len(), 1, "{change:?}: {:?}", problems(&profile));
        }
    }
}
