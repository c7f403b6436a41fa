//! What the doctor says beside his probes: inputs that hurt, and what is reached.

use serde_json::Value;

use crate::program::{Folder, PROOFMARK};

/// A subject in Python that fails over whatever is not an object.
const FAILS: &str = r#"
import json, sys
for line in sys.stdin:
    call = json.loads(line)
    if call["method"] == "initialize":
        result = {"protocolVersion": 1, "implementation": {"name": "py"}, "methods": ["preflight/validate"]}
    elif call["method"] == "shutdown":
        result = None
    elif call["method"] != "preflight/validate":
        print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    elif not isinstance(call["params"], dict) or not isinstance(call["params"].get("input"), dict):
        print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32000, "message": "no dict"}}), flush=True)
        continue
    else:
        result = {"diagnostics": []}
    print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
"#;

fn note(diagnosis: &Value, about: &str) -> String {
    let notes = diagnosis["notes"].as_array().unwrap();
    notes.iter().find(|note| note["about"] == about).unwrap()["text"].as_str().unwrap().to_owned()
}

pub(crate) fn inputs_that_hurt_are_put_and_what_a_run_makes_of_them_is_said() {
    let folder = Folder::new("hands-doctor");
    folder.write("fails.py", FAILS);
    let visit = |command: &[&str]| -> Value {
        serde_json::from_str(&folder.proofmark(&[&["doctor", "--json", "--"], command].concat()).exits(0).out())
            .unwrap()
    };
    let reference = visit(&[PROOFMARK, "serve"]);
    let hard = note(&reference, "hard inputs");
    let (answered, of) = hard.split_once(" calls").unwrap().0.split_once(" of ").unwrap();
    assert!(answered == of && of.parse::<usize>().unwrap() > 50, "{hard}");
    assert!(note(&reference, "reach").contains("preflight 26 of 26 rules"), "{reference}");
    assert!(note(&reference, "start").contains("from start"), "{reference}");
    let fails = visit(&["python3", "fails.py"]);
    assert!(note(&fails, "hard inputs").contains("a run would call it a fault that `preflight/validate`"), "{fails}");
    assert_eq!(note(&fails, "reach"), "preflight 26 of 26 rules; nothing of context, turn, awp, contract");
}
