//! The step from one version to the next.

use proofmark::suite::Answer;
use proofmark::suite::Judgement;
use serde_json::{Value, json};

use crate::draw::increment_case;
use crate::model::{Version, read};
use crate::reference::text;

/// The parts that can be increased.
pub(crate) const PARTS: [&str; 3] = ["major", "minor", "patch"];

/// The place of the part that is to be increased, 0 for major.
pub(crate) fn place(case: &Value) -> Option<usize> {
    PARTS.iter().position(|part| case["part"] == *part)
}

/// The version of a case and the place of the part to increase; none for a pre-release.
pub(crate) fn normal_and_place(case: &Value) -> Option<(Version<'_>, usize)> {
    let version = read(text(case, "text")).ok().filter(|version| version.pre.is_empty())?;
    Some((version, place(case)?))
}

/// The version with `number` at that place, the places behind it zero.
pub(crate) fn stepped(version: &Version<'_>, place: usize, number: &str) -> String {
    let mut core = version.core;
    core[place] = number;
    core[place + 1..].fill("0");
    core.join(".")
}

/// Held if the numbers of the answered version are those due, from the place `first` on.
pub(crate) fn same_numbers(kind: &str, first: usize, due: &[Value], answer: &Answer) -> Judgement {
    let answered = text(&answer.value, "text");
    let observed = read(answered).map(|version| version.core.map(str::to_owned));
    let observed: Vec<Value> =
        observed.iter().flatten().skip(first).take(due.len()).map(|number| json!(number)).collect();
    Judgement::equal(kind, &json!(due), &json!(observed))
}

/// Every part of every version, one case each.
pub(crate) fn each_part(versions: &[&str]) -> Vec<Value> {
    versions.iter().flat_map(|version| PARTS.map(|part| increment_case(*version, part))).collect()
}

/// Labels a case by its part, and whether the step adds a digit.
pub(crate) fn part_and_carry(case: &Value) -> Vec<&'static str> {
    let Ok(version) = read(text(case, "text")) else { return Vec::new() };
    let Some(place) = place(case) else { return Vec::new() };
    let mut labels = vec![PARTS[place]];
    labels.extend(version.core[place].bytes().all(|byte| byte == b'9').then_some("another digit"));
    labels
}
