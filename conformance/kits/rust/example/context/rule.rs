//! What a rule may demand of the context. Rules are data, so that the tables read like the document.

use serde_json::{Value, json};

use crate::json::{entries, text};

/// One demand. A place is named by its keys: `envelope/sessionId`.
pub(super) enum Rule {
    /// Neither missing nor null.
    Populated(&'static [&'static str]),
    /// Missing or null.
    NotPopulated(&'static [&'static str]),
    /// A text that is not empty.
    Text(&'static [&'static str]),
    /// A list with at least one entry.
    Entries(&'static str),
    /// Missing, null, or an empty text or list.
    Empty(&'static [&'static str]),
    /// One of these texts, letter by letter.
    OneOf(&'static str, &'static [&'static str]),
    /// Whatever the function says, and why it matters.
    Holds(fn(&Value) -> bool, &'static str),
    /// That what is in this place has none of these errors.
    Sound(&'static str, fn(&Value) -> Vec<Value>),
    /// All of these demands.
    All(&'static [Rule]),
    /// These demands, if the context is of one of these types.
    OfTypes(&'static [&'static str], &'static [Rule]),
}

/// How the context breaks these rules.
pub(super) fn check(rules: &[Rule], context: &Value) -> Vec<Value> {
    if !rules.is_empty() && !context.is_object() {
        return vec![error("There is no context.")];
    }
    rules.iter().flat_map(|rule| rule.breaches(context)).collect()
}

/// An error with nothing but a message.
pub(super) fn error(message: impl Into<String>) -> Value {
    json!({"message": message.into()})
}

impl Rule {
    fn breaches(&self, context: &Value) -> Vec<Value> {
        let unless = |holds: fn(&Value) -> bool, places: &[&str], demand: &str| {
            let broken = places.iter().filter(|place| !holds(at(context, place)));
            broken.map(|place| error(format!("{place} {demand}."))).collect()
        };
        match self {
            Self::Populated(places) => unless(|value| !value.is_null(), places, "is not populated"),
            Self::NotPopulated(places) => unless(Value::is_null, places, "must not be populated yet"),
            Self::Text(places) => unless(|value| text(value).is_some(), places, "has no value"),
            Self::Entries(place) => unless(|value| !entries(value).is_empty(), &[place], "has no entries"),
            Self::Empty(places) => unless(is_empty, places, "must be empty"),
            Self::OneOf(place, names) if !names.iter().any(|name| at(context, place) == name) => {
                vec![error(format!("{place} is none of {}.", names.join(", ")))]
            }
            Self::Holds(holds, message) if !holds(context) => vec![error(*message)],
            Self::Sound(place, errors) => errors(at(context, place)),
            Self::All(rules) => check(rules, context),
            Self::OfTypes(types, rules) if types.iter().any(|name| context["type"] == *name) => check(rules, context),
            Self::OneOf(..) | Self::Holds(..) | Self::OfTypes(..) => Vec::new(),
        }
    }
}

fn at<'a>(context: &'a Value, place: &str) -> &'a Value {
    place.split('/').fold(context, |value, key| &value[key])
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value == "" || value.as_array().is_some_and(Vec::is_empty)
}
