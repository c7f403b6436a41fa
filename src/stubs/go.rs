//! Go: a function per method, with its shapes in comments.

use std::fmt::Write as _;

use super::shape::fields_in_words;
use super::{Emptiest, Stub, heading};
use crate::rule::Suite;

pub(super) fn adapter(suite: &Suite, stubs: &[Stub], run: &str) -> String {
    let mut out = format!(
        "// {}\npackage main\n\nimport \"adapter/proofmark\"\n\nfunc main() {{\n\t// The adapter comes first: from here \
         on, whatever is printed goes to stderr.\n\tadapter := proofmark.New(\"my-runtime\", \"0.1.0\")\n",
        heading(suite, run)
    );
    for stub in stubs {
        let (params, result) = (fields_in_words(&stub.params), fields_in_words(&stub.result));
        // Writing to a string cannot fail.
        let _ = write!(out, "\n\t// params: {params}\n\t// result: {result}\n");
        if !stub.hosts.is_empty() {
            let _ = writeln!(
                out,
                "\t// Not offered yet: meanwhile the runtime asks {}; `proofmark protocol` has their params and \
                 replies.\n\t//\n\t//\tadapter.Hosted(\"{}\", func(call proofmark.Object, host *proofmark.Host) (any, \
                 error) {{ … }})",
                stub.asks(),
                stub.name
            );
            continue;
        }
        let members = stub.emptiest().map(|(name, value)| match value {
            Emptiest::Echo(param) => format!("\"{name}\": call[\"{param}\"]"),
            Emptiest::Value(value) => format!("\"{name}\": {}", literal(&value)),
        });
        let _ = write!(
            out,
            "\tadapter.Method(\"{}\", func(call proofmark.Object) (any, error) {{\n\t\t// Ask your runtime here. Until \
             you do, this is the emptiest answer of the right shape.\n\t\treturn proofmark.Object{{{}}}, nil\n\t}})\n",
            stub.name,
            members.collect::<Vec<_>>().join(", ")
        );
    }
    out.push_str("\n\tadapter.Run()\n}\n");
    out
}

/// An empty value as Go writes it.
fn literal(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "nil".to_owned(),
        serde_json::Value::Array(_) => "[]any{}".to_owned(),
        serde_json::Value::Object(members) => {
            let members = members.iter().map(|(name, value)| format!("{name:?}: {}", literal(value)));
            format!("proofmark.Object{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
