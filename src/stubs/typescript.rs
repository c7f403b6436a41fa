//! TypeScript, as JavaScript with types in its comments: nothing to build, and `tsc` checks it all the same.

use std::fmt::Write as _;

use super::shape::{Field, Shape};
use super::{Emptiest, Stub, heading, pascal};
use crate::rule::Suite;

pub(super) fn adapter(suite: &Suite, stubs: &[Stub], run: &str) -> String {
    let mut out = format!(
        "// @ts-check\n// {}\n\n// The kit comes first: from here on, whatever is printed goes to stderr.\n\
         import {{ Adapter }} from \"./proofmark-adapter.mjs\";\n// Import your runtime here.\n\n\
         const adapter = new Adapter(\"my-runtime\", {{ version: \"0.1.0\" }});\n",
        heading(suite, run)
    );
    for stub in stubs {
        let name = pascal(stub.local);
        // Writing to a string cannot fail.
        let _ = write!(out, "\n/**\n * @typedef {{{}}} {name}Params\n", fields(&stub.params));
        let _ = write!(out, " * @typedef {{{}}} {name}Result\n */\n\n", fields(&stub.result));
        method(stub, &name, &mut out);
    }
    out.push_str("\nadapter.run();\n");
    out
}

fn method(stub: &Stub, name: &str, out: &mut String) {
    let hosted = !stub.hosts.is_empty();
    let mut code = String::new();
    // Writing to a string cannot fail.
    let described =
        stub.params.iter().chain(&stub.result).filter_map(|field| Some((field, field.description.as_ref()?)));
    for (field, description) in described {
        let _ = writeln!(code, "  // {}: {description}", field.name);
    }
    let _ = writeln!(code, "  // Ask your runtime here. Until you do, this is the emptiest answer of the right shape.");
    let members = stub.emptiest().map(|(name, value)| match value {
        Emptiest::Echo(param) => format!("{name}: params.{param}"),
        Emptiest::Value(value) => format!("{name}: {value}"),
    });
    let _ = writeln!(code, "  /** @type {{{name}Result}} */");
    let _ = writeln!(code, "  const result = {{ {} }};", members.collect::<Vec<_>>().join(", "));
    let _ = writeln!(code, "  return result;");
    let takes = if hosted { "params, host" } else { "params" };
    let asynchronous = if hosted { "async " } else { "" };
    let whole = format!(
        "adapter.method(\"{}\", {asynchronous}(/** @type {{any}} */ given{}) => {{\n  /** @type {{{name}Params}} */\n  \
         const params = given;\n{code}}});\n",
        stub.name,
        takes.strip_prefix("params").unwrap_or_default()
    );
    if hosted {
        let _ = writeln!(
            out,
            "// Not offered yet: meanwhile the runtime asks {} (`await host.{}({{…}})`; `proofmark protocol` has\n\
             // their params and replies). Take the `//` away when it does.",
            stub.asks(),
            stub.hosts[0].trim_start_matches("host/")
        );
        for line in whole.lines() {
            let _ = writeln!(out, "// {line}");
        }
    } else {
        out.push_str(&whole);
    }
}

fn fields(fields: &[Field]) -> String {
    let shown = |field: &Field| {
        let mark = if field.required { "" } else { "?" };
        format!("{}{mark}: {}", field.name, of(&field.shape))
    };
    format!("{{ {} }}", fields.iter().map(shown).collect::<Vec<_>>().join(", "))
}

fn of(shape: &Shape) -> String {
    match shape {
        Shape::Any => "any".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Integer | Shape::Number => "number".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Choice(texts) => texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(" | "),
        Shape::List(item) => format!("Array<{}>", of(item)),
        Shape::Map(value) => format!("Record<string, {}>", of(value)),
        Shape::Object(members) => fields(members),
        Shape::Nullable(value) => format!("{} | null", of(value)),
    }
}
