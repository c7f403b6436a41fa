//! What stands to the right of an increased number starts again at 0.

use proofmark::Request;
use proofmark::suite::{Case, Check, Judgement, Stop, Talk};
use serde_json::{Value, json};

use super::{PARTS, normal_and_place, same_numbers};
use crate::draw;
use crate::methods::INCREMENT;
use crate::model::{read, successor};
use crate::reference::{incrementing, text};

/// The check that the numbers behind an increased one are zero; which one is increased is in its cases.
pub(crate) const RESETS: Check = Check {
    id: "reset",
    property: "the numbers to the right of the increased one are 0",
    methods: &[INCREMENT],
    shape: &draw::INCREMENT,
    classify,
    labels: &["something to reset", "nothing to reset"],
    exam: reset,
    ..Check::NEW
};

/// Versions with something to reset, and without, in which `part` is to be increased.
pub(crate) fn to_reset(part: &str) -> Vec<Value> {
    let versions = ["0.0.0", "1.0.0", "1.2.0", "1.0.3", "1.2.3", "9.9.9", "10.20.30", "0.0.1"];
    versions.iter().map(|version| draw::increment_case(*version, part)).collect()
}

fn reset(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some((version, place)) = normal_and_place(case) else {
        return Ok(Judgement::open("only the step from a normal version is said"));
    };
    let answer = talk.ask(case.call(INCREMENT))?;
    if !read(text(&answer.value, "text")).is_ok_and(|next| next.core[place] == successor(version.core[place])) {
        return Ok(Judgement::blocked("increases the number in another way", case));
    }
    let due = vec![json!("0"); PARTS.len() - place - 1];
    Ok(same_numbers("not reset to 0", place + 1, &due, answer))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some((version, place)) = normal_and_place(case) else { return Vec::new() };
    let rests = version.core[place + 1..].iter().all(|number| *number == "0");
    vec![if rests { "nothing to reset" } else { "something to reset" }]
}

/// A right answer to an increase at `place`, but for the number at `kept`, which stays.
pub(crate) fn keeping(request: Request<'_>, answer: Value, place: usize, kept: usize) -> Value {
    incrementing(request, answer, |version, asked| {
        let number = successor(version.core[place]);
        let mut core = [version.core[0], "0", "0"];
        core[place] = &number;
        core[kept] = version.core[kept];
        (asked == place && version.pre.is_empty()).then(|| core.join("."))
    })
}
