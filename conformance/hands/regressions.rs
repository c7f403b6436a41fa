//! A memory of failures: kept once, put first ever after, and in nobody's way.

use crate::program::{Folder, GRAPH, PROOFMARK};

/// The folder's files, by name.
fn kept(folder: &Folder, name: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder.0.join(name)) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) fn a_failing_input_is_kept_where_that_is_wanted() {
    let folder = Folder::new("hands-kept");
    folder.run(&[GRAPH], &[]).exits(1);
    assert!(kept(&folder, "proofmark-regressions").is_empty(), "nobody asked for it");
    folder.run(&[GRAPH], &["--regressions", "kept"]).exits(1).says("kept in kept");
    let files = kept(&folder, "kept");
    assert!(files.len() == 1 && files[0].starts_with("preflight.control-fields-denied."), "{files:?}");
    let file = folder.json(&format!("kept/{}", files[0]));
    assert!(file["input"]["input"]["action"].is_string() && file["kind"].is_string(), "{file}");
    // Found again it is not written again, and its text stays the user's.
    let run = folder.run(&[GRAPH], &["--regressions", "kept"]);
    assert!(!run.exits(1).err().contains("kept in"), "{}", run.err());
    assert_eq!(kept(&folder, "kept"), files);
    // The folder is enough; the reference has no memory unless it is asked for by name.
    std::fs::create_dir(folder.0.join("proofmark-regressions")).unwrap();
    folder.run(&[GRAPH], &["--no-regressions"]).exits(1);
    assert!(kept(&folder, "proofmark-regressions").is_empty());
    folder.run(&[GRAPH], &[]).exits(1);
    assert_eq!(kept(&folder, "proofmark-regressions"), files);
    folder.write("proofmark-regressions/broken.json", "{}");
    folder.run(&[], &[]).exits(0);
    folder.run(&[GRAPH], &[]).exits(2).says("broken.json is no kept input: `check` is missing");
}

pub(crate) fn what_is_kept_is_put_first_replays_by_its_name_and_confuses_no_gate() {
    let folder = Folder::new("hands-first");
    std::fs::create_dir(folder.0.join("proofmark-regressions")).unwrap();
    // An input that no case of this run comes near: only memory can find it.
    let name = "preflight.run-id-required.verdict-00000001";
    folder.write(
        &format!("proofmark-regressions/{name}.json"),
        r#"{"check": "preflight/run-id-required/verdict", "input": {"input": {"action": "cleanup", "runId": "by hand"}}}"#,
    );
    let subject = spoiled(&folder);
    let run = |more: &[&str]| {
        let args =
            ["run", "--jobs", "1", "--cases", "3", "--rule", "preflight/run-id-required", "--json", "proof.json"];
        folder.proofmark(&[&args[..], more, &["--", "python3", &subject]].concat())
    };
    run(&["--no-regressions"]).exits(0);
    let before = folder.json("proof.json");
    run(&[]).exits(1);
    let proof = folder.json("proof.json");
    let finding = &proof["findings"][0];
    let case = format!("preflight/run-id-required/verdict:regression:{name}");
    assert_eq!((&finding["case"], finding["failing"].is_null()), (&case.as_str().into(), true), "{finding}");
    // Every case keeps its number, and every rule its cases.
    assert_eq!(proof["rules"][0]["cases"], before["rules"][0]["cases"]);
    folder.proofmark(&["replay", &case, "--", "python3", &subject]).exits(1).says("fails");
    folder.proofmark(&["replay", &case]).exits(0).says("holds");
    // Known, it is let through; and nothing is kept of what is known.
    folder.write(
        "known.toml",
        "[[known]]\nrule = \"preflight/run-id-required\"\ncheck = \"preflight/run-id-required/verdict\"\nreason = \"by hand\"\n",
    );
    run(&["--known", "known.toml"]).exits(4).says("1 of 1 failures are expected");
    // Shards: the merge has it once.
    for shard in ["1/2", "2/2"] {
        let file = format!("{}.json", &shard[..1]);
        run(&["--shard", shard, "--markdown", "s.md"]);
        std::fs::rename(folder.0.join("proof.json"), folder.0.join(file)).unwrap();
    }
    folder.proofmark(&["merge", "1.json", "2.json", "--json", "whole.json"]).exits(1);
    assert_eq!(folder.json("whole.json")["findings"].as_array().unwrap().len(), 1);
    // Removed, it is forgotten.
    std::fs::remove_file(folder.0.join(format!("proofmark-regressions/{name}.json"))).unwrap();
    run(&[]).exits(0);
}

/// The reference behind a pipe, wrong about the one input.
fn spoiled(folder: &Folder) -> String {
    let script = format!(
        r#"import json, subprocess, sys
right = subprocess.Popen([{PROOFMARK:?}, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    right.stdin.write(line)
    answer = right.stdout.readline()
    if '"by hand"' in line:
        answer = json.dumps({{"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {{"diagnostics": [
            {{"code": "run-id-required", "message": "no", "path": "/runId", "severity": "error"}}]}}}}) + "\n"
    sys.stdout.write(answer)
    sys.stdout.flush()
"#
    );
    folder.write("subject.py", &script);
    "subject.py".to_owned()
}
