//! Right answers.

use std::cmp::Ordering;

use proofmark::Refusal;
use serde_json::{Value, json};

use crate::methods::{COMPARE, INCREMENT, PARSE, SORT};
use crate::model::{Version, order, read, successor};

/// Answers a call.
///
/// # Errors
/// [`Refusal`] where the method is another's, or a text is no version that has to be one.
pub(crate) fn answer(method: &str, params: &Value) -> Result<Value, Refusal> {
    match method {
        PARSE => Ok(parsed(text(params, "text"))),
        COMPARE => Ok(order_of(order(&version(params, "a")?, &version(params, "b")?))),
        SORT => sorted(params),
        INCREMENT => {
            Ok(json!({"text": incremented(&version(params, "text")?, text(params, "part")).ok_or_else(no_version)?}))
        }
        _ => Err(Refusal::NotOffered),
    }
}

/// The member `name` of the params; they have the shape of their method.
pub(crate) fn text<'a>(params: &'a Value, name: &str) -> &'a str {
    params[name].as_str().unwrap_or_default()
}

fn version<'a>(params: &'a Value, name: &str) -> Result<Version<'a>, Refusal> {
    read(text(params, name)).map_err(|_| no_version())
}

fn no_version() -> Refusal {
    Refusal::Failed("only versions are ordered, sorted and incremented".to_owned())
}

/// What a text is read as.
pub(crate) fn parsed(text: &str) -> Value {
    match read(text) {
        Ok(Version { core: [major, minor, patch], pre, build }) => json!({
            "valid": true, "major": major, "minor": minor, "patch": patch, "prerelease": pre, "build": build,
        }),
        Err(_) => json!({"valid": false}),
    }
}

/// An order, as it travels.
pub(crate) fn order_of(order: Ordering) -> Value {
    json!({"order": order as i8})
}

fn sorted(params: &Value) -> Result<Value, Refusal> {
    let texts: Vec<&str> = params["versions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut versions = Vec::new();
    for text in texts {
        versions.push((read(text).map_err(|_| no_version())?, text));
    }
    versions.sort_by(|(a, _), (b, _)| order(a, b));
    Ok(json!({"versions": versions.into_iter().map(|(_, text)| text).collect::<Vec<_>>()}))
}

/// The normal version after this one; a pre-release is finished where that is a step of the part asked for.
pub(crate) fn incremented(version: &Version<'_>, part: &str) -> Option<String> {
    let at = ["major", "minor", "patch"].iter().position(|name| *name == part)?;
    let finishes = !version.pre.is_empty() && version.core[at + 1..].iter().all(|number| *number == "0");
    let step = |number: &str| if finishes { number.to_owned() } else { successor(number) };
    let numbers = version.core.iter().enumerate().map(|(place, number)| match place.cmp(&at) {
        Ordering::Less => (*number).to_owned(),
        Ordering::Equal => step(number),
        Ordering::Greater => "0".to_owned(),
    });
    Some(numbers.collect::<Vec<_>>().join("."))
}
