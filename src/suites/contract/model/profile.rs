//! What makes an agent profile valid: every constraint once, as a table.

use serde_json::Value;

/// The pattern of a version: three numbers.
const VERSION_PARTS: usize = 3;

/// The most characters of an agent's id.
pub(crate) const LONGEST_ID: usize = 50;

/// A text field with its fewest and most characters.
pub(crate) const TEXTS: &[(&str, usize, usize)] =
    &[("description", 1, 2000), ("displayName", 0, 100), ("role", 0, 200), ("systemPrompt", 0, 10_000)];

/// A list of texts: where it is, the most characters of an entry, the most entries.
pub(crate) const LISTS: &[(&[&str], usize, usize)] = &[
    (&["expertise"], 100, 20),
    (&["capabilities"], 100, 50),
    (&["tags"], 50, 20),
    (&["abilities", "core"], 100, 50),
    (&["selectionMetadata", "exampleTasks"], 200, 10),
    (&["selectionMetadata", "notForTasks"], 200, 10),
    (&["selectionMetadata", "keywords"], 50, 50),
    (&["selectionMetadata", "primaryIntents"], 100, 20),
];

/// A number: its least and most, and whether it must be whole.
pub(crate) const NUMBERS: &[(&str, f64, f64, bool)] =
    &[("temperature", 0.0, 2.0, false), ("maxTokens", 1.0, 200_000.0, true), ("priority", 1.0, 100.0, true)];

/// The texts of a workflow step, with their most characters.
pub(crate) const STEP_TEXTS: &[(&str, usize)] = &[("stepId", 100), ("name", 200)];

/// The most steps of a workflow.
pub(crate) const MOST_STEPS: usize = 100;

/// The members of a profile and of a step that cannot be absent.
const REQUIRED: &[&str] = &["agentId", "description", "stepId", "name", "type"];

/// What a workflow step can be.
pub(crate) const STEP_TYPES: &[&str] = &["prompt", "tool", "conditional", "loop", "parallel", "delegate", "discuss"];

/// One constraint that a profile breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The way to the field, from the profile.
    pub(crate) path: Vec<String>,
    /// What is wrong with it.
    pub(crate) what: What,
}

/// What can be wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// It is required and not there.
    Missing,
    /// It has another type.
    Type,
    /// A text with too few characters.
    TooShort,
    /// A text with too many characters.
    TooLong,
    /// A list with too many entries.
    TooMany,
    /// A number outside its range.
    Range,
    /// A text that does not follow its pattern.
    Format,
    /// A text that is none of the allowed ones.
    Choice,
    /// A dependency that names no step of the workflow.
    Dangling,
}

impl What {
    /// It in a word or two.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Type => "type",
            Self::TooShort => "too short",
            Self::TooLong => "too long",
            Self::TooMany => "too many",
            Self::Range => "range",
            Self::Format => "format",
            Self::Choice => "choice",
            Self::Dangling => "dangling",
        }
    }
}

impl Problem {
    /// The field in one word each: `workflow.0.name`.
    pub(crate) fn field(&self) -> String {
        self.path.join(".")
    }

    /// Whether it is about the form of the id, which has a rule of its own.
    pub(crate) fn is_form_of_id(&self) -> bool {
        self.path == ["agentId"] && matches!(self.what, What::Format | What::TooLong | What::TooShort)
    }

    /// Whether it is one in every reading. Null may be as good as absent, where a member may be absent.
    fn is_certain(&self, profile: &Value) -> bool {
        let pointer = format!("/{}", self.path.join("/"));
        let is_null = profile.pointer(&pointer).is_some_and(Value::is_null);
        !is_null || self.path.last().is_some_and(|last| REQUIRED.contains(&last.as_str()))
    }

    /// The names that a message may use for the field: its own, or that of the field it is part of.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.path.iter().map(String::as_str).filter(|part| part.parse::<usize>().is_err())
    }
}

/// Every constraint that `profile` breaks, whatever the document leaves open about the rest of it.
pub(crate) fn problems(profile: &Value) -> Vec<Problem> {
    let mut found = Found(Vec::new());
    if !profile.is_object() {
        found.add(&[], What::Type);
        return found.0;
    }
    match profile.get("agentId") {
        None => found.add(&["agentId"], What::Missing),
        Some(Value::String(id)) => found.id(id),
        Some(_) => found.add(&["agentId"], What::Type),
    }
    if profile.get("description").is_none() {
        found.add(&["description"], What::Missing);
    }
    for (field, least, most) in TEXTS {
        found.text(&[field], profile.get(*field), *least, *most);
    }
    if profile.get("enabled").is_some_and(|enabled| !enabled.is_boolean()) {
        found.add(&["enabled"], What::Type);
    }
    match profile.get("version") {
        None => {}
        Some(Value::String(version)) if is_version(version) => {}
        Some(Value::String(_)) => found.add(&["version"], What::Format),
        Some(_) => found.add(&["version"], What::Type),
    }
    for (field, least, most, whole) in NUMBERS {
        found.number(field, profile.get(*field), *least, *most, *whole);
    }
    for parent in ["abilities", "selectionMetadata"] {
        if profile.get(parent).is_some_and(|value| !value.is_object()) {
            found.add(&[parent], What::Type);
        }
    }
    for (path, length, count) in LISTS {
        found.list(path, path.iter().try_fold(profile, |value, key| value.get(key)), *length, *count);
    }
    found.workflow(profile.get("workflow"));
    found.0.retain(|problem| problem.is_certain(profile));
    found.0
}

fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == VERSION_PARTS
        && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

pub(super) fn steps(workflow: Option<&Value>) -> &[Value] {
    workflow.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

struct Found(Vec<Problem>);

impl Found {
    fn add(&mut self, path: &[&str], what: What) {
        self.0.push(Problem { path: path.iter().map(|part| (*part).to_owned()).collect(), what });
    }

    fn id(&mut self, id: &str) {
        if id.is_empty() {
            self.add(&["agentId"], What::TooShort);
        } else if id.chars().count() > LONGEST_ID {
            self.add(&["agentId"], What::TooLong);
        } else if !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            self.add(&["agentId"], What::Format);
        }
    }

    fn text(&mut self, path: &[&str], value: Option<&Value>, least: usize, most: usize) {
        match value {
            None => {}
            Some(Value::String(text)) => {
                let length = text.chars().count();
                if length < least {
                    self.add(path, What::TooShort);
                } else if length > most {
                    self.add(path, What::TooLong);
                }
            }
            Some(_) => self.add(path, What::Type),
        }
    }

    fn number(&mut self, field: &str, value: Option<&Value>, least: f64, most: f64, whole: bool) {
        match value.map(Value::as_f64) {
            Some(None) => self.add(&[field], What::Type),
            Some(Some(number)) if number < least || number > most => self.add(&[field], What::Range),
            Some(Some(number)) if whole && number.fract() != 0.0 => self.add(&[field], What::Type),
            None | Some(Some(_)) => {}
        }
    }

    fn list(&mut self, path: &[&str], value: Option<&Value>, length: usize, count: usize) {
        match value {
            None => {}
            Some(Value::Array(items)) => {
                if items.len() > count {
                    self.add(path, What::TooMany);
                }
                for (index, item) in items.iter().enumerate() {
                    let index = index.to_string();
                    let path: Vec<&str> = path.iter().copied().chain([index.as_str()]).collect();
                    self.text(&path, Some(item), 0, length);
                }
            }
            Some(_) => self.add(path, What::Type),
        }
    }

    fn workflow(&mut self, workflow: Option<&Value>) {
        if workflow.is_some_and(|workflow| !workflow.is_array()) {
            self.add(&["workflow"], What::Type);
        }
        let steps = steps(workflow);
        if steps.len() > MOST_STEPS {
            self.add(&["workflow"], What::TooMany);
        }
        let ids: Vec<&str> = steps.iter().filter_map(|step| step["stepId"].as_str()).collect();
        for (index, step) in steps.iter().enumerate() {
            let index = index.to_string();
            if !step.is_object() {
                self.add(&["workflow", &index], What::Type);
                continue;
            }
            for (field, most) in STEP_TEXTS {
                match step.get(*field) {
                    None => self.add(&["workflow", &index, field], What::Missing),
                    value => self.text(&["workflow", &index, field], value, 1, *most),
                }
            }
            match step.get("type") {
                None => self.add(&["workflow", &index, "type"], What::Missing),
                Some(Value::String(name)) if STEP_TYPES.contains(&name.as_str()) => {}
                Some(Value::String(_)) => self.add(&["workflow", &index, "type"], What::Choice),
                Some(_) => self.add(&["workflow", &index, "type"], What::Type),
            }
            match step.get("dependencies") {
                Some(Value::Array(on)) if on.iter().any(|on| !on.is_null() && !ids.iter().any(|id| on == id)) => {
                    self.add(&["workflow", &index, "dependencies"], What::Dangling);
                }
                None | Some(Value::Array(_)) => {}
                Some(_) => self.add(&["workflow", &index, "dependencies"], What::Type),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(profile: &Value) -> Vec<String> {
        problems(profile).iter().map(Problem::field).collect()
    }

    #[test]
    fn the_smallest_profile_is_valid() {
        assert_eq!(fields(&json!({"agentId": "writer", "description": "writes"})), Vec::<String>::new());
    }

    #[test]
    fn each_constraint_has_its_field() {
        let with = |key: &str, value: Value| {
            let mut profile = json!({"agentId": "writer", "description": "writes"});
            profile[key] = value;
            fields(&profile)
        };
        assert_eq!(fields(&json!({})), ["agentId", "description"]);
        assert_eq!(with("agentId", json!("Writer")), ["agentId"]);
        assert_eq!(with("temperature", json!(2.1)), ["temperature"]);
        assert_eq!(with("maxTokens", json!(1.5)), ["maxTokens"]);
        assert_eq!(with("version", json!("1.0")), ["version"]);
        assert_eq!(with("tags", json!(["x".repeat(51)])), ["tags.0"]);
        let step = json!([{"stepId": "s1", "type": "prompt", "dependencies": ["s9"]}]);
        assert_eq!(with("workflow", step), ["workflow.0.name", "workflow.0.dependencies"]);
    }

    #[test]
    fn limits_are_inclusive() {
        for (field, _, most) in TEXTS {
            let mut profile = json!({"agentId": "writer", "description": "writes"});
            profile[*field] = json!("x".repeat(*most));
            assert!(problems(&profile).is_empty(), "{field}");
            profile[*field] = json!("x".repeat(*most + 1));
            assert_eq!(fields(&profile), [*field]);
        }
    }
}
