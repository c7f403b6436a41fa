//! How reports put what a finding tells about its cause: the difference from what is accepted, what else fails, and
//! which part of the input tells it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Finding, HowFar, Neighbour, Reach, Share};
use crate::draw::json::key_of_pointer;
use crate::inert::{self, plain};
use crate::rule::Change;

/// The most names that are listed.
const LISTED: usize = 12;
/// A value longer than this is not shown within a sentence.
const LONG: usize = 60;

/// What makes the input one that the subject treats as the document says; in short, places by their last key.
pub(super) fn accepted(finding: &Finding, in_short: bool) -> Option<String> {
    let Neighbour { difference: Change { set, remove }, .. } = finding.neighbour.as_ref()?;
    let name = |at: &str| if in_short { last_keys(at) } else { at.to_owned() };
    let without = remove.iter().map(|at| format!("no `{}`", name(at)));
    let with = set.iter().map(|(at, value)| match finding.input.pointer(at) {
        Some(before) => format!("`{}` {} instead of {}", name(at), short(value), short(before)),
        None => format!("`{}` {}", name(at), short(value)),
    });
    Some(plain(&without.chain(with).collect::<Vec<_>>().join(", ")))
}

/// The end of a pointer: its last key that is a name, with the numbers behind it.
fn last_keys(at: &str) -> String {
    let keys: Vec<String> = at.split('/').skip(1).map(key_of_pointer).collect();
    let begin = keys.iter().rposition(|key| key.parse::<usize>().is_err()).unwrap_or(0);
    keys[begin..].join("/")
}

fn short(value: &Value) -> String {
    let text = inert::json(&value.to_string());
    if text.chars().count() <= LONG {
        return text;
    }
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(members) => format!("an object of {}", members.len()),
        Value::String(text) => format!("a text of {} characters", text.chars().count()),
        _ => "another value".to_owned(),
    }
}

/// How far the finding reaches, a sentence for every place.
pub(super) fn reaches(finding: &Finding) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    // What may be anything is said in one sentence.
    let mut anything: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Reach { at, how } in &finding.reach {
        match how {
            HowFar::Any(what) => anything.entry(what).or_default().push(format!("`{at}`")),
            HowFar::Values(share) => sentences.push(format!("`{at}`: {}", some("values", share))),
            HowFar::Fields(share) => sentences.push(format!("in the place of `{at}`: {}", some("fields", share))),
        }
    }
    let any = |(what, places): (&str, Vec<String>)| format!("any {what}: {}", listed(&places));
    sentences.extend(anything.into_iter().map(any));
    sentences.iter().map(|sentence| plain(sentence)).collect()
}

fn some(what: &str, Share { names, of }: &Share) -> String {
    if names.len() == *of && *of > LISTED {
        return format!("all {of} {what}");
    }
    format!("{} of {of} {what}: {}", names.len(), listed(names))
}

fn listed(names: &[String]) -> String {
    let first = names.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(LISTED);
    if more > 0 { format!("{first} and {more} more") } else { first }
}

/// A shown input in parts, and whether each is what the neighbour does not have.
pub(super) fn marked(finding: &Finding, shown: &str) -> Vec<(bool, String)> {
    let mut parts = vec![(false, shown.to_owned())];
    for token in finding.neighbour.iter().flat_map(|neighbour| tokens(&finding.input, &neighbour.difference)) {
        // What stands there more than once would be marked in the wrong place.
        if shown.matches(&token).count() == 1
            && let Some(place) = parts.iter().position(|(mark, part)| !mark && part.contains(&token))
            && let Some((before, after)) = parts[place].1.split_once(&token)
        {
            let split = [(false, before.to_owned()), (true, token.clone()), (false, after.to_owned())];
            parts.splice(place..=place, split.into_iter().filter(|(_, part)| !part.is_empty()));
        }
    }
    parts
}

/// How the places of a change may be written in the input: in one line, or in several.
fn tokens(input: &Value, change: &Change) -> Vec<String> {
    let places = change.remove.iter().chain(change.set.keys()).filter_map(|at| Some((at, input.pointer(at)?)));
    let token = |(at, value): (&String, &Value)| {
        let key = key_of_pointer(at.rsplit('/').next().unwrap_or_default());
        let in_a_list = at.rsplit_once('/').and_then(|(around, _)| input.pointer(around)).is_some_and(Value::is_array);
        let value = inert::json(&value.to_string());
        if in_a_list {
            return vec![value];
        }
        let key = inert::json(&Value::from(key).to_string());
        vec![format!("{key}:{value}"), format!("{key}: {value}")]
    };
    places.flat_map(token).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample() -> Finding {
        let input = json!({"action": "catalog", "cursor": null});
        let right = json!({"action": "catalog"});
        Finding {
            neighbour: Some(Neighbour { difference: Change::between(&input, &right), input: right }),
            reach: vec![
                Reach { at: "/cursor".into(), how: HowFar::Any("value".into()) },
                Reach {
                    at: "/cursor".into(),
                    how: HowFar::Fields(Share { names: vec!["agents".into(), "cursor".into()], of: 9 }),
                },
            ],
            input,
            ..Finding::default()
        }
    }

    #[test]
    fn the_difference_and_the_reach_in_words() {
        let finding = sample();
        assert_eq!(accepted(&finding, false).unwrap(), "no `/cursor`");
        assert_eq!(
            reaches(&finding),
            ["in the place of `/cursor`: 2 of 9 fields: agents, cursor", "any value: `/cursor`"]
        );
    }

    #[test]
    fn what_the_neighbour_does_not_have_is_marked_once() {
        let finding = sample();
        let marked = marked(&finding, &finding.input.to_string());
        let telling: Vec<&str> = marked.iter().filter(|(mark, _)| *mark).map(|(_, part)| part.as_str()).collect();
        assert_eq!(telling, ["\"cursor\":null"]);
        let whole: String = marked.into_iter().map(|(_, part)| part).collect();
        assert_eq!(whole, finding.input.to_string());
    }
}
