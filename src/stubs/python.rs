//! Python: a `TypedDict` per object, a function per method.

use std::fmt::Write as _;

use super::shape::{Field, Shape};
use super::{Emptiest, Stub, heading, pascal};
use crate::rule::Suite;

/// Words that are no names.
const RESERVED: &[&str] = &["from", "class", "def", "in", "is", "not", "or", "and", "pass", "global", "lambda", "host"];

pub(super) fn adapter(suite: &Suite, stubs: &[Stub], run: &str) -> String {
    let mut types = Types::default();
    let mut functions = String::new();
    for stub in stubs {
        let result = types.object(&format!("{}Result", pascal(stub.local)), &stub.result);
        function(stub, &result, &mut types, &mut functions);
    }
    let (heading, types) = (heading(suite, run), types.text);
    format!(
        r#""""{heading}"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

from proofmark_adapter import Adapter

# The adapter comes first: from here on, whatever is printed goes to stderr.
adapter = Adapter("my-runtime", version="0.1.0")

# Import your runtime here.

{types}{functions}
if __name__ == "__main__":
    adapter.run()
"#
    )
}

fn function(stub: &Stub, result: &str, types: &mut Types, out: &mut String) {
    let hosted = !stub.hosts.is_empty();
    // Writing to a string cannot fail.
    if hosted {
        let _ = writeln!(
            out,
            "\n# Not offered yet: meanwhile the runtime asks {} (declare `host` and call `host.{}(…)`;\n# `proofmark \
             protocol` has their params and replies). Take the `#` away when it does.\n# @adapter.method(\"{}\")",
            stub.asks(),
            stub.hosts[0].trim_start_matches("host/"),
            stub.name
        );
    } else {
        let _ = writeln!(out, "\n@adapter.method(\"{}\")", stub.name);
    }
    let prefix = pascal(stub.local);
    let named = stub.params.iter().filter(|field| !RESERVED.contains(&field.name.as_str()));
    let mut parameters: Vec<String> = Vec::new();
    for field in named {
        let of = types.of(&format!("{prefix}{}", pascal(&field.name)), &field.shape);
        parameters.push(match (field.required, &field.shape) {
            (true, _) => format!("{}: {of}", field.name),
            (false, Shape::Any | Shape::Nullable(_)) => format!("{}: {of} = None", field.name),
            (false, _) => format!("{}: Optional[{of}] = None", field.name),
        });
    }
    if stub.params.iter().any(|field| RESERVED.contains(&field.name.as_str())) {
        parameters.push("**more: Any".to_owned());
    }
    let _ = writeln!(out, "def {}({}) -> {result}:", stub.local, parameters.join(", "));
    let described =
        stub.params.iter().chain(&stub.result).filter_map(|field| Some((field, field.description.as_ref()?)));
    for (field, description) in described {
        let _ = writeln!(out, "    # {}: {description}", field.name);
    }
    let _ = writeln!(out, "    # Ask your runtime here. Until you do, this is the emptiest answer of the right shape.");
    let members = stub.emptiest().map(|(name, value)| match value {
        Emptiest::Echo(param) => format!("\"{name}\": {param}"),
        Emptiest::Value(value) => format!("\"{name}\": {}", literal(&value)),
    });
    let _ = writeln!(out, "    return {{{}}}\n", members.collect::<Vec<_>>().join(", "));
}

/// A value as Python writes it.
fn literal(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "None".to_owned(),
        serde_json::Value::Bool(true) => "True".to_owned(),
        serde_json::Value::Bool(false) => "False".to_owned(),
        other => other.to_string(),
    }
}

/// The classes, in the order in which they can be read.
#[derive(Default)]
struct Types {
    text: String,
    known: Vec<(String, Vec<Field>)>,
}

impl Types {
    fn of(&mut self, name: &str, shape: &Shape) -> String {
        match shape {
            Shape::Any => "Any".to_owned(),
            Shape::Text => "str".to_owned(),
            Shape::Integer => "int".to_owned(),
            Shape::Number => "float".to_owned(),
            Shape::Boolean => "bool".to_owned(),
            Shape::Choice(texts) => {
                format!("Literal[{}]", texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", "))
            }
            Shape::List(of) => format!("List[{}]", self.of(name, of)),
            Shape::Map(of) => format!("Dict[str, {}]", self.of(name, of)),
            Shape::Object(fields) => self.object(name, fields),
            Shape::Nullable(of) => format!("Optional[{}]", self.of(name, of)),
        }
    }

    /// The class of an object: the same for objects that are alike.
    fn object(&mut self, name: &str, fields: &[Field]) -> String {
        if let Some((known, _)) = self.known.iter().find(|(_, known)| known == fields) {
            return known.clone();
        }
        let members: Vec<String> = fields
            .iter()
            .map(|field| {
                let of = self.of(&format!("{name}{}", pascal(&field.name)), &field.shape);
                let mark = if field.required { "" } else { "  # may be absent" };
                format!("\"{}\": {of:?},{mark}", field.name).replace("\\\"", "'")
            })
            .collect();
        // Members have any name in this form, and 3.9 has no NotRequired.
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{name} = TypedDict(\n    \"{name}\",\n    {{\n");
        for member in members {
            let _ = writeln!(self.text, "        {member}");
        }
        let _ = write!(self.text, "    }},\n    total=False,\n)\n\n");
        self.known.push((name.to_owned(), fields.to_vec()));
        name.to_owned()
    }
}
