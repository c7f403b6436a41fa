//! C#: a function per method, with its shapes in comments.

use std::fmt::Write as _;

use super::shape::fields_in_words;
use super::{Emptiest, Stub, heading};
use crate::rule::Suite;

pub(super) fn adapter(suite: &Suite, stubs: &[Stub], run: &str) -> String {
    let mut out = format!(
        "// {}\n\nusing System.Collections.Generic;\nusing Proofmark;\n\nstatic class Program\n{{\n    static void \
         Main()\n    {{\n        // The adapter comes first: from here on, whatever is printed goes to stderr.\n        var \
         adapter = new Adapter(\"my-runtime\", \"0.1.0\");\n",
        heading(suite, run)
    );
    for stub in stubs {
        let (params, result) = (fields_in_words(&stub.params), fields_in_words(&stub.result));
        // Writing to a string cannot fail.
        let _ = write!(out, "\n        // params: {params}\n        // result: {result}\n");
        if !stub.hosts.is_empty() {
            let _ = writeln!(
                out,
                "        // Not offered yet: meanwhile the runtime asks {}; `proofmark protocol` has their params and \
                 replies.\n        //\n        //     adapter.Method(\"{}\", async (call, host) => {{ … }});",
                stub.asks(),
                stub.name
            );
            continue;
        }
        let members = stub.emptiest().map(|(name, value)| match value {
            Emptiest::Echo(param) => format!("{{ \"{name}\", call[\"{param}\"] }}"),
            Emptiest::Value(value) => format!("{{ \"{name}\", {} }}", literal(&value)),
        });
        let _ = write!(
            out,
            "        // Ask your runtime here. Until you do, this is the emptiest answer of the right shape.\n        \
             adapter.Method(\"{}\", call => {});\n",
            stub.name,
            dictionary(members)
        );
    }
    out.push_str("\n        adapter.Run();\n    }\n}\n");
    out
}

fn dictionary(members: impl Iterator<Item = String>) -> String {
    format!("new Dictionary<string, object> {{ {} }}", members.collect::<Vec<_>>().join(", "))
}

/// An empty value as C# writes it.
fn literal(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Array(_) => "new object[0]".to_owned(),
        serde_json::Value::Object(members) => {
            dictionary(members.iter().map(|(name, value)| format!("{{ {name:?}, {} }}", literal(value))))
        }
        other => other.to_string(),
    }
}
