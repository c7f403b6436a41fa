//! The protocol page has the shapes of all methods from their schemas: there is one source, and this holds the page to it.

use super::shape::{Field, Shape};
use crate::proof::wrapped;
use crate::rule::Suite;

/// A shape that takes more characters than this is left to the text around it.
const LONGEST: usize = 200;
const WIDTH: usize = 88;

/// The shape of a value, as the page says it: what may be absent may be null.
fn words(shape: &Shape) -> String {
    match shape {
        Shape::List(of) => format!("[{}…]", words(of)),
        Shape::Map(of) => format!("{{name: {}}}", words(of)),
        Shape::Nullable(of) => format!("{} | null", words(of)),
        Shape::Object(fields) => format!("{{{}}}", fields.iter().map(member).collect::<Vec<_>>().join(", ")),
        plain => plain.in_words(),
    }
}

fn member(field: &Field) -> String {
    let shape = match &field.shape {
        Shape::Nullable(of) if !field.required => of,
        shape => shape,
    };
    let words = Some(words(shape)).filter(|words| words.chars().count() <= LONGEST);
    let mark = if field.required { "" } else { "?" };
    format!("{}{mark}: {}", field.name, words.as_deref().unwrap_or("{…}"))
}

/// What the page says of the methods of a suite, between its markers.
fn part(suite: &Suite) -> String {
    let mut lines: Vec<String> = Vec::new();
    for method in suite.methods {
        let hosts = method.hosts.join(" and ");
        lines.push(if hosts.is_empty() { method.name.to_owned() } else { format!("{}, with {hosts}", method.name) });
        for (label, schema) in [("params", method.params), ("result", method.result)] {
            for (number, line) in wrapped(&words(&Shape::of(schema)), WIDTH).into_iter().enumerate() {
                lines.push(format!("  {:6}  {line}", if number == 0 { label } else { "" }));
            }
        }
    }
    format!("<!-- shapes: {} -->\n```text\n{}\n```\n<!-- /shapes -->", suite.name, lines.join("\n"))
}

#[test]
fn the_protocol_page_has_the_shapes_that_the_schemas_have() {
    let page = include_str!("../../conformance/protocol.md");
    for suite in crate::suites::builtin().suites() {
        let part = part(suite);
        assert!(page.contains(&part), "conformance/protocol.md has to say:\n{part}");
    }
    assert_eq!(page.matches("<!-- shapes: ").count(), crate::suites::builtin().suites().len());
}
