//! Ways of changing an audit log that a verifier has to notice.

use serde_json::{Value, json};

use crate::draw::json::whole_number;

/// Every way.
pub(in crate::suites::awp) const TAMPERINGS: [&str; 17] = [
    "event edited",
    "id edited",
    "details edited",
    "details removed",
    "hash edited",
    "prev_hash edited",
    "prev_hash removed",
    "prev_hash zeroed",
    "entry deleted",
    "entry repeated",
    "entry forged at the end",
    "entries swapped",
    "name in the details edited",
    "true turned into 1",
    "fraction edited",
    "accent edited",
    "digit moved from event to id",
];

/// Whether the entries of these events can be tampered with in this way at `at`.
pub(in crate::suites::awp) fn applies(events: &[Value], kind: &str, at: usize) -> bool {
    let chained = |event: &Value| {
        let mut entry = event.clone();
        (entry["prev_hash"], entry["hash"]) = (json!("00"), json!("aa"));
        entry
    };
    tamper(&events.iter().map(chained).collect::<Vec<Value>>(), kind, at).is_some()
}

/// The entries after one tampering at `at`; none where there is nothing to tamper with there.
pub(in crate::suites::awp) fn tamper(entries: &[Value], kind: &str, at: usize) -> Option<Vec<Value>> {
    let mut changed = entries.to_vec();
    let last = entries.len().checked_sub(1)?;
    let entry = changed.get_mut(at)?;
    match kind {
        "event edited" => entry["event"] = json!(format!("{}.forged", entry["event"].as_str()?)),
        "id edited" => entry["id"] = json!(whole_number(&entry["id"])? + 1000),
        "details edited" => edit_deepest(entry.get_mut("details")?),
        "details removed" => drop(entry.as_object_mut()?.remove("details")?),
        "hash edited" => entry["hash"] = json!(other_digit(entry["hash"].as_str()?)),
        "prev_hash edited" => entry["prev_hash"] = json!(other_digit(entry["prev_hash"].as_str()?)),
        "prev_hash removed" => drop(entry.as_object_mut()?.remove("prev_hash")?),
        "prev_hash zeroed" => entry["prev_hash"] = json!("0".repeat(entry["prev_hash"].as_str()?.len())),
        // Nothing in a chain tells that its end was cut off.
        "entry deleted" if at < last => drop(changed.remove(at)),
        "entry repeated" => changed.insert(at + 1, entries[at].clone()),
        "entry forged at the end" => {
            let mut forged = entries[last].clone();
            forged["prev_hash"] = entries[last]["hash"].clone();
            forged["hash"] = json!(other_digit(entries[last]["hash"].as_str()?));
            changed.push(forged);
        }
        "entries swapped" if at < last => changed.swap(at, at + 1),
        "name in the details edited" => {
            let details = entry.get_mut("details")?.as_object_mut()?;
            let name = details.keys().next()?.clone();
            let value = details.remove(&name)?;
            details.insert(format!("{name}_"), value);
        }
        "true turned into 1" => replace_first(entry.get_mut("details")?, &|it| (*it == true).then(|| json!(1)))?,
        "fraction edited" => replace_first(entry.get_mut("details")?, &|it| {
            let number = it.as_f64().filter(|number| number.fract() != 0.0)?;
            // To another fraction of the same whole number.
            Some(json!(number.trunc() + number.fract() / 2.0))
        })?,
        "accent edited" => replace_first(entry.get_mut("details")?, &|it| {
            let text = it.as_str().filter(|text| text.contains('\u{e9}'))?;
            Some(json!(text.replace('\u{e9}', "\u{e8}")))
        })?,
        "digit moved from event to id" => {
            let (id, event) = (whole_number(&entry["id"])?, entry["event"].as_str()?);
            let rest = event.strip_prefix(|letter: char| letter.is_ascii_digit()).filter(|rest| !rest.is_empty())?;
            let longer: u64 = format!("{id}{}", event.strip_suffix(rest)?).parse().ok()?;
            (entry["id"], entry["event"]) = (json!(longer), json!(rest));
        }
        _ => return None,
    }
    Some(changed)
}

/// Replaces the first value, in the order of the names, for which there is something else.
fn replace_first(value: &mut Value, instead: &dyn Fn(&Value) -> Option<Value>) -> Option<()> {
    if let Some(new) = instead(value) {
        *value = new;
        return Some(());
    }
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| replace_first(item, instead)),
        Value::Object(members) => members.values_mut().find_map(|item| replace_first(item, instead)),
        _ => None,
    }
}

/// The same hash with another first digit.
fn other_digit(hash: &str) -> String {
    let first = if hash.starts_with('a') { 'b' } else { 'a' };
    std::iter::once(first).chain(hash.chars().skip(1)).collect()
}

/// Changes the last, deepest value.
fn edit_deepest(value: &mut Value) {
    match value {
        Value::Array(items) if !items.is_empty() => items.iter_mut().rev().take(1).for_each(edit_deepest),
        Value::Object(members) if !members.is_empty() => {
            let deepest = members.iter().max_by_key(|(_, value)| value.to_string().len()).map(|(name, _)| name.clone());
            deepest.and_then(|name| members.get_mut(&name)).into_iter().for_each(edit_deepest);
        }
        Value::String(text) => text.push('!'),
        other => *other = json!("edited"),
    }
}
