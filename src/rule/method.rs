//! A method of the wire protocol, as the suite describes it that needs it.

use serde_json::Value;

use crate::subject::{Offered, excerpt};

/// As much of a result is shown.
const SHOWN: usize = 120;

/// One method that subjects may offer.
#[derive(Debug)]
pub struct Method {
    /// Its name: `preflight/validate`.
    pub name: &'static str,
    /// The host methods that a subject may call meanwhile; none for most.
    pub hosts: &'static [&'static str],
    /// The JSON Schema of its params.
    pub params: &'static str,
    /// The JSON Schema of its result.
    pub result: &'static str,
    /// Equal calls may have different answers: they hold the time, say.
    pub varies: bool,
    /// Params that a conforming subject answers, for a method with host calls: the doctor tries it on them.
    pub sample: fn() -> Option<Value>,
}

impl Method {
    /// What most methods have in common; the rest is filled in with struct update.
    pub const NEW: Method =
        Method { name: "", hosts: &[], params: "true", result: "true", varies: false, sample: || None };

    /// What is wrong with the shape of a result, if anything: where it differs, what is wanted, and what came.
    #[must_use]
    pub fn wrong_shape(&self, result: &Value) -> Option<String> {
        let schema: Value = serde_json::from_str(self.result).ok()?;
        let shape = self.shape()?;
        let error = shape.iter_errors(result).next()?;
        let place = error.instance_path().to_string();
        let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
        let came = excerpt(result.to_string().as_bytes(), SHOWN);
        let what = excerpt(error.to_string().as_bytes(), SHOWN);
        Some(format!("`{}`: {what}{place}; wanted is {}; what came is {came}", self.name, wanted(&schema)))
    }

    /// What its results look like; none where anything will do.
    pub(crate) fn shape(&self) -> Option<jsonschema::Validator> {
        let schema: Value = serde_json::from_str(self.result).ok()?;
        (schema != Value::Bool(true)).then(|| jsonschema::draft202012::new(&schema).ok())?
    }

    /// The method as the reference runtime offers it.
    pub(crate) fn offered(&self) -> Offered {
        Offered { name: self.name, calls_host: !self.hosts.is_empty() }
    }
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The members of a result in a few words.
fn wanted(schema: &Value) -> String {
    let required: Vec<&str> = required(schema).collect();
    let all = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let optional: Vec<String> = all.filter(|name| !required.contains(name)).map(|name| format!("`{name}`")).collect();
    let required: Vec<String> = required.iter().map(|name| format!("`{name}`")).collect();
    let also = if optional.is_empty() { String::new() } else { format!(", and perhaps {}", optional.join(", ")) };
    format!("an object with {}{also}", required.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn a_wrong_shape_is_shown_beside_the_right_one() {
        let method = &crate::suites::preflight::SUITE.methods[0];
        assert_eq!(method.wrong_shape(&json!({"diagnostics": []})), None);
        let wrong = method.wrong_shape(&json!({"diagnostics": [{"code": 7}]})).unwrap();
        for part in [
            "preflight/validate",
            "{\"diagnostics\":[{\"code\":7}]}",
            "/diagnostics/0",
            "`diagnostics`, and perhaps `input`",
        ] {
            assert!(wrong.contains(part), "{part:?} is not in {wrong}");
        }
    }
}
