//! Adapters to fill in: every method of a suite as a stub, typed and commented from its JSON Schemas.
//!
//! A stub answers with the emptiest result of the right shape, so that the adapter runs before anything is plugged in.
//! A method during which the runtime asks its host is written out and not offered yet: nothing empty would do.

mod csharp;
mod go;
#[cfg(test)]
mod page;
mod python;
mod rust;
mod shape;
mod typescript;

use self::shape::{Field, Shape};
use crate::rule::{Method, Suite};

/// A language that adapters are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Typed with `TypedDict`.
    Python,
    /// JavaScript, typed in its comments.
    TypeScript,
    /// Shapes in comments.
    CSharp,
    /// Shapes in comments.
    Go,
    /// Shapes in comments.
    Rust,
}

/// The adapter of a suite in a language; `command` is how it is started.
pub(crate) fn adapter(language: Language, suite: &Suite, command: &str) -> String {
    let stubs: Vec<Stub> = suite.methods.iter().map(Stub::of).collect();
    let run = format!("proofmark run --suite {} -- {command}", suite.name);
    match language {
        Language::Python => python::adapter(suite, &stubs, &run),
        Language::TypeScript => typescript::adapter(suite, &stubs, &run),
        Language::CSharp => csharp::adapter(suite, &stubs, &run),
        Language::Go => go::adapter(suite, &stubs, &run),
        Language::Rust => rust::adapter(suite, &stubs, &run),
    }
}

/// One method, as its schemas describe it.
#[derive(Debug)]
struct Stub {
    /// `preflight/validate`.
    name: &'static str,
    /// `validate`.
    local: &'static str,
    hosts: &'static [&'static str],
    params: Vec<Field>,
    result: Vec<Field>,
}

/// What the emptiest result says in one member.
enum Emptiest<'a> {
    /// What the params have there.
    Echo(&'a str),
    /// A value of its own.
    Value(serde_json::Value),
}

impl Stub {
    fn of(method: &Method) -> Self {
        let fields = |schema| match Shape::of(schema) {
            Shape::Object(fields) => fields,
            _ => Vec::new(),
        };
        let local = method.name.rsplit('/').next().unwrap_or(method.name);
        let (params, result) = (fields(method.params), fields(method.result));
        Self { name: method.name, local, hosts: method.hosts, params, result }
    }

    /// The members of the emptiest result: those that have to be there, and those that come back as they were sent.
    fn emptiest(&self) -> impl Iterator<Item = (&str, Emptiest<'_>)> {
        let echoed = |name: &str| self.params.iter().any(|param| param.name == name);
        let wanted = self.result.iter().filter(move |field| field.required || echoed(&field.name));
        wanted.map(move |field| {
            let value =
                if echoed(&field.name) { Emptiest::Echo(&field.name) } else { Emptiest::Value(field.shape.emptiest()) };
            (field.name.as_str(), value)
        })
    }

    /// The host methods, in words.
    fn asks(&self) -> String {
        self.hosts.join(" and ")
    }
}

/// `validate_core` as `ValidateCore`.
fn pascal(name: &str) -> String {
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    name.split(|c: char| !c.is_alphanumeric()).map(capital).collect()
}

/// The first line of an adapter.
fn heading(suite: &Suite, run: &str) -> String {
    format!("Your runtime before Proofmark: {}. It runs as it is: `{run}`.", suite.title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_emptiest_results_fit_their_schemas() {
        for method in crate::suites::builtin().methods() {
            let stub = Stub::of(method);
            assert!(!stub.result.is_empty(), "{}", method.name);
            let schema = serde_json::from_str(method.result).unwrap();
            let members = stub.emptiest().map(|(name, value)| match value {
                Emptiest::Value(value) => (name.to_owned(), value),
                // What comes back is what was sent, of the shape that the params have.
                Emptiest::Echo(_) => {
                    let field = stub.params.iter().find(|field| field.name == name).unwrap();
                    (name.to_owned(), field.shape.emptiest())
                }
            });
            let result: serde_json::Value = members.collect::<serde_json::Map<_, _>>().into();
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            assert!(validator.is_valid(&result), "{}: {result}", method.name);
        }
    }

    #[test]
    fn every_method_is_in_every_adapter() {
        for suite in crate::suites::builtin().suites() {
            for language in [Language::Python, Language::TypeScript, Language::CSharp, Language::Go, Language::Rust] {
                let text = adapter(language, suite, "start");
                for method in suite.methods {
                    assert!(text.contains(&format!("\"{}\"", method.name)), "{language:?} {}", method.name);
                }
            }
        }
    }
}
