//! Documents that are a burden: many of a kind, large, or written where there is no room. The program is given bounds by
//! the system, generous ones, which it breaks if its work grows faster than the document.

use std::process::{Command, Stdio};

use crate::program::{Folder, PROOFMARK, Ran};

/// As many nodes as a file may hold.
const NODES: usize = 20_000;
/// Seconds of processor time, and KiB of memory: many times what is needed.
const TIME: &str = "ulimit -t 60; ulimit -v 1500000";
/// A file of more than 512 bytes is refused as if the disk were full, and kills nobody.
const FULL: &str = "trap '' XFSZ; ulimit -f 1";

/// Runs the program in a folder, after what a shell does first.
fn bounded(folder: &Folder, first: &str, args: &[&str]) -> Ran {
    let script = format!("{first}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, PROOFMARK])
        .args(args)
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Ran(output)
}

/// A workflow with so many nodes, all on one line or each on its own.
fn workflow(node: impl Fn(usize) -> String, between: &str) -> String {
    let nodes: Vec<String> = (0..NODES).map(node).collect();
    format!("awp: \"1.0.0\"\norchestration:\n  engine: dag\n  graph: [{}]\n", nodes.join(between))
}

/// Writes one of many parts, by its number.
type Written = fn(usize) -> String;

#[test]
fn many_bad_nodes_are_only_as_much_work_as_they_are_many() {
    let folder = Folder::new("bad-nodes");
    let bad: [(&str, Written); 3] = [
        ("names", |number| format!("{{id: 'B {number}', depends_on: [m{number}]}}")),
        ("loops", |number| format!("{{id: n{number}, depends_on: [n{number}]}}")),
        ("twins", |_| "{id: same, depends_on: []}".to_owned()),
    ];
    for (name, node) in bad {
        for (place, between) in [("line", ", "), ("lines", ",\n    ")] {
            folder.write("w.yaml", workflow(node, between));
            for format in ["text", "json", "sarif", "github"] {
                let ran = bounded(&folder, TIME, &["check", "--format", format, "w.yaml"]);
                assert_eq!(ran.code(), Some(1), "{name} in {place} as {format}: {:.1000}", ran.said());
            }
        }
    }
}

#[test]
fn a_place_in_a_long_line_is_told_by_its_column() {
    let folder = Folder::new("long-line");
    folder.write("w.yaml", workflow(|number| format!("{{id: n{number}, depends_on: [n{number}]}}"), ", "));
    let json: serde_json::Value =
        serde_json::from_slice(&folder.proofmark(&["check", "w.yaml", "--json"]).0.stdout).unwrap();
    let last = json["remarks"].as_array().unwrap().iter().rfind(|remark| remark["rule"] == "awp/R6").unwrap();
    let said = folder.proofmark(&["check", "w.yaml"]).said();
    assert!(said.contains(&format!("w.yaml:4:{}", last["column"])), "{last}");
    assert!(said.lines().all(|line| line.len() < 1000));
}

#[test]
fn aliases_without_end_are_refused() {
    let folder = Folder::new("aliases");
    folder.write("w.yaml", format!("a: &a {}\nb: [{}]\n", "x".repeat(1000), "*a, ".repeat(90_000)));
    let ran = bounded(&folder, TIME, &["check", "w.yaml"]);
    assert!(ran.code() == Some(2) && ran.said().contains("16 MiB, its aliases written out"), "{}", ran.said());
}

/// What is in a folder, by name.
fn names(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn known_failures_are_updated_as_a_whole_or_not_at_all() {
    let folder = Folder::new("full-known");
    let mut sample = crate::documents::sample();
    sample["shard"] = serde_json::Value::Null;
    folder.write("sample.json", sample.to_string());
    let old = format!("# {}\n", "a comment of the team's own, ".repeat(200));
    folder.write("known.toml", &old);
    let update = ["known", "update", "--known", "known.toml", "sample.json"];
    let ran = bounded(&folder, FULL, &update);
    assert!(ran.code() == Some(2) && ran.said().contains("known.toml"), "{:?} {}", ran.code(), ran.said());
    assert_eq!(std::fs::read_to_string(folder.0.join("known.toml")).unwrap(), old);
    assert_eq!(names(&folder), ["known.toml", "sample.json"]);
    // With room it is written, so that it was the room.
    assert_eq!(folder.proofmark(&update).code(), Some(0));
    assert_ne!(std::fs::read_to_string(folder.0.join("known.toml")).unwrap(), old);
}

#[test]
fn reports_for_which_there_is_no_room_are_all_named_and_none_is_there_by_half() {
    let folder = Folder::new("full-reports");
    let run = ["run", "--rule", "preflight/severity", "--cases", "1", "--json", "p.json", "--html", "p.html"];
    let ran = bounded(&folder, FULL, &run);
    let said = ran.said();
    assert!(["p.json", "p.html"].iter().all(|name| said.contains(&format!("failed to write {name}"))), "{said}");
    // What was found is said all the same and decides, and the journal stays for want of a proof.
    assert!(ran.code() == Some(0) && said.contains("preflight: conforms"), "{:?} {said}", ran.code());
    assert!(names(&folder).iter().all(|name| name == "p.json.journal"), "{:?}", names(&folder));
    assert_eq!(folder.proofmark(&run).code(), Some(0));
    assert_eq!(names(&folder), ["p.html", "p.json"]);
}
