//! `merge`, as a pipeline calls it.

use crate::program::{FATAL, Folder, GRAPH, OFFERS_NOTHING, snapshot};

/// Runs the shards `1..=of` of a small run.
fn shards(folder: &Folder, mutants: &[&str], of: u64, more: &[&str]) -> Vec<String> {
    (1..=of)
        .map(|number| {
            let (name, shard) = (format!("{number}-of-{of}.json"), format!("{number}/{of}"));
            let mut args = vec!["--shard", &shard, "--json", &name];
            args.extend(more);
            folder.run(mutants, &args);
            name
        })
        .collect()
}

fn without_timings(mut proof: serde_json::Value) -> serde_json::Value {
    proof["timings"] = serde_json::Value::Null;
    proof
}

#[test]
fn shards_make_the_whole() {
    let folder = Folder::new("merge");
    let ran = folder.run(&[GRAPH, FATAL], &["--json", "whole.json"]);
    ran.exits(1);
    let files = shards(&folder, &[GRAPH, FATAL], 3, &[]);
    let mut args = vec!["merge", "--json", "merged.json"];
    args.extend(files.iter().map(String::as_str));
    let merged = folder.proofmark(&args);
    merged.exits(1).says("FAIL preflight/severity");
    assert_eq!(without_timings(folder.json("merged.json")), without_timings(folder.json("whole.json")));
    // A gate stands at the merge, where all is known.
    folder.proofmark(&["known", "update", "--known", "known.toml", "merged.json"]).exits(0);
    let known = folder.read("known.toml").replace("\"\" # say why", "\"Because.\"");
    folder.write("known.toml", &known);
    args.extend(["--known", "known.toml"]);
    folder.proofmark(&args).exits(0).says("EXPECTED");
    let mut args = vec!["merge", "--baseline", "whole.json"];
    args.extend(files.iter().map(String::as_str));
    folder.proofmark(&args).exits(0);
}

#[test]
fn one_shard_of_one_is_the_whole() {
    let folder = Folder::new("merge-one");
    folder.run(&[], &["--json", "whole.json"]).exits(0);
    let files = shards(&folder, &[], 1, &[]);
    folder.proofmark(&["merge", "--json", "merged.json", &files[0]]).exits(0);
    assert_eq!(without_timings(folder.json("merged.json")), without_timings(folder.json("whole.json")));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = Folder::new("merge-refused");
    let files = shards(&folder, &[], 2, &[]);
    let [one, two] = files.as_slice() else { unreachable!() };
    let shard = |name: &str, mutants: &[&str], more: &[&str]| {
        let mut args = vec!["--shard", "2/2", "--json", name];
        args.extend(more);
        folder.run(mutants, &args);
    };
    shard("seed.json", &[], &["--seed", "8"]);
    shard("subject.json", &[GRAPH], &[]);
    shard("rules.json", &[], &["--rule", "preflight/path"]);
    folder.run(&[], &["--shard", "2/3", "--json", "third.json"]);
    folder.run(&[], &["--json", "whole.json"]);
    folder.run(&[], &["--shard", "2/2", "--for", "1ms", "--json", "timed.json"]);
    let edited = |name: &str, edit: &dyn Fn(&mut serde_json::Value)| {
        let mut proof = folder.json(two);
        edit(&mut proof);
        folder.write(name, proof.to_string());
    };
    edited("cases.json", &|proof| proof["cases"] = 21.into());
    edited("harness.json", &|proof| proof["harness"] = "0.0.1".into());
    edited("suite.json", &|proof| proof["suites"][0]["version"] = 99.into());
    edited("interrupted.json", &|proof| proof["complete"] = false.into());
    edited("forged.json", &|proof| proof["partial"]["checks"][0]["cases"] = "99999999h".into());
    edited("bare.json", &|proof| proof["partial"] = serde_json::Value::Null);
    let mut said = Vec::new();
    let mut refused = |files: &[&str]| {
        let mut args = vec!["merge"];
        args.extend(files);
        let ran = folder.proofmark(&args);
        ran.exits(2);
        said.push(format!("{}\n  {}", args.join(" "), ran.err()));
    };
    for other in [
        "seed",
        "subject",
        "rules",
        "third",
        "whole",
        "timed",
        "cases",
        "harness",
        "suite",
        "interrupted",
        "forged",
        "bare",
    ] {
        refused(&[one, &format!("{other}.json")]);
    }
    refused(&[one]);
    refused(&[two]);
    folder.write("otherwise.json", {
        let mut proof = folder.json(one);
        proof["notes"] = serde_json::json!(["seen by another machine"]);
        proof.to_string()
    });
    refused(&[one, two, "otherwise.json"]);
    // A shard that was run again: the same, or in the place of one that did not come to its end.
    folder.proofmark(&["merge", one, two, one]).exits(0);
    folder.proofmark(&["merge", one, "interrupted.json", two]).exits(0);
    refused(&[one, "nowhere.json"]);
    refused(&["whole.json", "whole.json"]);
    snapshot("merge-refused", &said.concat());
    folder.proofmark(&["merge"]).exits(2);
}

#[test]
fn nothing_merged_is_nothing() {
    let folder = Folder::new("merge-nothing");
    let files = shards(&folder, &[], 2, &["--", "sh", "-c", OFFERS_NOTHING]);
    folder.proofmark(&["merge", &files[0], &files[1]]).exits(4);
}

#[test]
fn a_label_that_another_shard_has_is_not_missing() {
    let folder = Folder::new("merge-labels");
    let files = shards(&folder, &[], 5, &[]);
    for file in &files {
        let proof = folder.json(file);
        for check in proof["rules"].as_array().unwrap().iter().flat_map(|rule| rule["checks"].as_array().unwrap()) {
            assert!(check["missing_labels"].is_null(), "{file}: {check}");
        }
    }
}
