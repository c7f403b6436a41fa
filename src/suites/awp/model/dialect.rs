//! What validators of JSON Schema 2020-12 are allowed to differ on: formats, unknown keywords, regular expressions
//! beyond the plainest, references to other documents, and whole numbers written with a fraction.
//!
//! A difference matters only where it shows: a content is read as the most lenient validator does, and as the strictest
//! one does, and is in doubt where the two part.

use serde_json::{Map, Value, json};

use super::keywords::{COUNTS, DIALECT, change, find, is_defined, is_turning};
use super::pattern::is_plain;
use crate::draw::json::with_leaves;

/// The formats that the standard defines, all of them of texts.
const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

type Members = Map<String, Value>;

const FORMAT: &str = "whether a format is asserted";
const WHOLE: &str = "a whole number written with a fraction";
const EXPRESSION: &str = "a dialect of expressions";
const ELSEWHERE: &str = "a reference to another document";
/// Above it, fractions and whole numbers cannot be told apart.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// Whether `content` fits `schema`, or why validators may disagree on it.
pub(in crate::suites::awp) fn fits(schema: &Value, content: &Value) -> Result<bool, &'static str> {
    let odd = has_odd_text(content);
    if let Some(why) = find(schema, &|members| unreadable(members, odd)) {
        return Err(why);
    }
    let is_whole = has(schema, &is_whole_fraction) || has(content, &is_whole_fraction);
    let refused = find(schema, &refused);
    let Some(why) = refused.or_else(|| find(schema, &|it| unasserted(it, odd))).or(is_whole.then_some(WHOLE)) else {
        return valid(schema, content);
    };
    let turns = |members: &Members| members.keys().any(|keyword| is_turning(keyword)).then_some(());
    if find(schema, &turns).is_some() || has(schema, &is_huge) || has(content, &is_huge) {
        return Err(why);
    }
    if !valid(&lenient(schema, odd), &whole(content))? {
        return Ok(false);
    }
    // A validator that refuses the schema lets nothing pass.
    let agree = refused.is_none() && valid(&strict(schema, odd), &apart(content))?;
    if agree { Ok(true) } else { Err(why) }
}

fn valid(schema: &Value, content: &Value) -> Result<bool, &'static str> {
    let validator = jsonschema::draft202012::new(schema).map_err(|_| "a schema that is none")?;
    Ok(validator.is_valid(content))
}

/// Why validators may disagree on whether `schema` is one, if so: what its keywords make of a content does not matter
/// for that, nor do keywords that the standard does not define.
pub(in crate::suites::awp) fn doubt_of_schema(schema: &Value) -> Option<&'static str> {
    let doubt = |members: &Members| {
        let count = COUNTS.iter().any(|keyword| members.get(*keyword).is_some_and(is_whole_fraction));
        if count { Some(WHOLE) } else { refers_elsewhere(members).then_some(ELSEWHERE) }
    };
    if let Some(why) = find(schema, &doubt) {
        return Some(why);
    }
    // An expression that cannot be read, or a reference to nothing: some look when the schema is made, some later.
    let could_fail = find(schema, &|members| members.keys().any(|keyword| is_compiled(keyword)).then_some(()));
    let error = could_fail.and_then(|()| jsonschema::draft202012::new(schema).err());
    error.map(|_| "an expression or a reference that cannot be followed")
}

/// Whether a keyword has an expression, an address or a name in it, which a validator looks into when it is made.
/// That takes longer than all the rest of the model, and few schemas have one.
fn is_compiled(keyword: &str) -> bool {
    keyword.starts_with('$') || keyword.starts_with("pattern")
}

/// Whether a schema has no keyword that the standard defines.
pub(in crate::suites::awp) fn is_silent(schema: &Value) -> bool {
    schema.as_object().is_some_and(|members| !members.keys().any(|keyword| is_defined(keyword)))
}

fn refers_elsewhere(members: &Members) -> bool {
    ["$ref", "$dynamicRef"]
        .iter()
        .filter_map(|keyword| members.get(*keyword))
        .any(|to| !to.as_str().is_some_and(|to| to.starts_with('#')))
}

/// Why nothing can be said of what a schema makes of any content.
fn unreadable(members: &Members, odd: bool) -> Option<&'static str> {
    if members.get("$schema").is_some_and(|dialect| dialect != DIALECT) {
        return Some("another dialect");
    }
    if refers_elsewhere(members) {
        return Some(ELSEWHERE);
    }
    let named = members.get("patternProperties").and_then(Value::as_object)?;
    (odd || !named.keys().all(|pattern| is_plain(pattern))).then_some(EXPRESSION)
}

/// Why a validator may refuse a schema, whatever the content.
fn refused(members: &Members) -> Option<&'static str> {
    members.iter().find_map(|(keyword, value)| match keyword.as_str() {
        "format" if !value.as_str().is_some_and(|name| FORMATS.contains(&name)) => Some(FORMAT),
        "pattern" if value.as_str().is_some_and(|pattern| !is_plain(pattern)) => Some(EXPRESSION),
        counts if COUNTS.contains(&counts) && is_whole_fraction(value) => Some(WHOLE),
        other => (!is_defined(other)).then_some("a keyword that the standard does not define"),
    })
}

/// Why a validator may assert less than another.
fn unasserted(members: &Members, odd: bool) -> Option<&'static str> {
    members.iter().find_map(|(keyword, value)| match keyword.as_str() {
        "format" => Some(FORMAT),
        "pattern" if odd => Some(EXPRESSION),
        "multipleOf" if !whole(value).is_u64() => Some("multiples of a fraction"),
        _ => None,
    })
}

/// The schema as the validator reads it that asserts the least, and takes 1.0 for 1.
fn lenient(schema: &Value, odd: bool) -> Value {
    let mut schema = whole(schema);
    change(&mut schema, &|members| {
        members.retain(|keyword, value| {
            let alone = Members::from_iter([(keyword.clone(), value.clone())]);
            refused(&alone).is_none() && unasserted(&alone, odd).is_none()
        });
    });
    schema
}

/// The schema as the validator reads it that asserts the most, and takes 1.0 for a fraction: see [`apart`].
fn strict(schema: &Value, odd: bool) -> Value {
    let mut schema = schema.clone();
    change(&mut schema, &|members| {
        let mut never = Vec::new();
        for (keyword, value) in std::mem::take(members) {
            let alone = Members::from_iter([(keyword.clone(), value.clone())]);
            match keyword.as_str() {
                "multipleOf" if unasserted(&alone, odd).is_some() => never.push("number"),
                _ if unasserted(&alone, odd).is_some() => never.push("string"),
                "maximum" | "exclusiveMinimum" => drop(members.insert(keyword, above(&value))),
                "multipleOf" => drop(members.insert(keyword, whole(&value))),
                "const" | "enum" => drop(members.insert(keyword, apart(&value))),
                _ => drop(members.insert(keyword, value)),
            }
        }
        if let Some(all) = members.entry("allOf").or_insert_with(|| json!([])).as_array_mut() {
            all.extend(never.iter().map(|kind| json!({"not": {"type": kind}})));
        }
        members.retain(|keyword, value| keyword != "allOf" || *value != json!([]));
    });
    schema
}

/// The value with 1 in the place of 1.0.
fn whole(value: &Value) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "small enough, or left alone")]
    let number = |value: &Value| value.as_f64().map_or(Value::Null, |number| json!(number as i64));
    with_leaves(value, &|leaf| (is_whole_fraction(leaf) && !is_huge(leaf)).then(|| number(leaf)))
}

/// The value with a fraction in the place of 1.0 that is nothing else than it and no whole number.
fn apart(value: &Value) -> Value {
    with_leaves(value, &|leaf| is_whole_fraction(leaf).then(|| above(leaf)))
}

/// The next number above a number.
fn above(value: &Value) -> Value {
    value.as_f64().map_or_else(|| value.clone(), |number| json!(number.next_up()))
}

fn is_whole_fraction(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| value.is_f64() && number.fract() == 0.0)
}

fn is_huge(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number.abs() >= LARGEST)
}

/// Whether there is a text on which `$`, `.` and classes differ by dialect: ends of lines, characters of two units.
fn has_odd_text(value: &Value) -> bool {
    let is_odd =
        |text: &str| text.contains(|c: char| c.is_control() || "\u{2028}\u{2029}".contains(c) || c > '\u{ffff}');
    has(value, &|value| match value {
        Value::String(text) => is_odd(text),
        Value::Object(members) => members.keys().any(|key| is_odd(key)),
        _ => false,
    })
}

fn has(value: &Value, is: &dyn Fn(&Value) -> bool) -> bool {
    is(value)
        || match value {
            Value::Array(items) => items.iter().any(|item| has(item, is)),
            Value::Object(members) => members.values().any(|value| has(value, is)),
            _ => false,
        }
}

#[cfg(test)]
mod tests;
