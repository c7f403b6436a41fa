//! `--known` and `known update`.

use crate::program::{FATAL, Folder, GRAPH, snapshot};

/// One entry; `more` are further lines.
fn entry(rule: &str, check: &str, more: &str) -> String {
    format!("[[known]]\nrule = \"preflight/{rule}\"\ncheck = \"preflight/{rule}/{check}\"\n{more}\n")
}

const WHY: &str = "reason = \"The old engine cannot know.\"\n";

fn graph(more: &str) -> String {
    entry("control-fields-denied", "fields", more)
}

#[test]
fn a_failure_that_is_listed_is_expected() {
    let folder = Folder::new("expected");
    folder.write("known.toml", graph(&format!("{WHY}issue = \"#12\"\nkind = \"a misplaced field is not listed\"\n")));
    let ran = folder.run(&[GRAPH], &["--known", "known.toml", "--json", "proof.json"]);
    ran.exits(0).says("EXPECTED preflight/control-fields-denied").says("The old engine cannot know. (#12)");
    let proof = folder.json("proof.json");
    assert_eq!(proof["findings"][0]["excused"]["by"], "known");
    assert_eq!(proof["findings"][0]["excused"]["issue"], "#12");
    // What is not listed still fails.
    folder.run(&[GRAPH, FATAL], &["--known", "known.toml"]).exits(1).says("FAIL preflight/severity");
}

#[test]
fn an_entry_that_is_wrong_is_objected_to_with_its_line() {
    let cases: &[(&str, &[&str], String)] = &[
        ("passes", &[], graph(WHY)),
        ("fails-otherwise", &[GRAPH], graph(&format!("{WHY}kind = \"another one\"\n"))),
        ("unknown-rule", &[], entry("contrl-fields", "fields", WHY)),
        ("unknown-check", &[], entry("control-fields-denied", "feilds", WHY)),
        ("other-rule", &[], graph(WHY).replacen("control-fields-denied", "presence", 1)),
        ("expired", &[GRAPH], graph(&format!("{WHY}until = \"2027-01-31\"\n"))),
        ("no-reason", &[GRAPH], graph("reason = \" \"\n")),
        ("twice", &[GRAPH], graph(WHY) + &graph(WHY)),
    ];
    let mut said = Vec::new();
    for (name, mutants, text) in cases {
        let folder = Folder::new(&format!("wrong-{name}"));
        folder.write("known.toml", text);
        let ran = folder.run(mutants, &["--known", "known.toml", "--today", "2027-02-01"]);
        ran.exits(1);
        let objections: Vec<String> =
            ran.out().lines().filter(|line| line.contains("known.toml:")).map(str::to_owned).collect();
        assert_eq!(objections.len(), 1, "{name}: {}", ran.out());
        said.push(format!("{name}\n  {}\n", objections[0]));
    }
    snapshot("known-objections", &said.concat());
}

#[test]
fn a_proof_that_was_judged_before_is_judged_anew() {
    let folder = Folder::new("anew");
    folder.write("wrong.toml", graph(&format!("{WHY}kind = \"another one\"\n")));
    folder.run(&[GRAPH], &["--known", "wrong.toml", "--json", "proof.json"]).exits(1).says("wrong.toml:");
    folder.proofmark(&["report", "proof.json"]).exits(0).says("wrong.toml:");
    folder.write("right.toml", graph(WHY));
    let shown = folder.proofmark(&["report", "proof.json", "--known", "right.toml"]);
    assert!(!shown.exits(0).says("EXPECTED").out().contains("wrong.toml:"), "{}", shown.out());
}

#[test]
fn an_excuse_holds_on_its_last_day() {
    let folder = Folder::new("last-day");
    folder.write("known.toml", graph(&format!("{WHY}until = 2027-01-31\n")));
    folder.run(&[GRAPH], &["--known", "known.toml", "--today", "2027-01-31"]).exits(0);
    folder.run(&[GRAPH], &["--known", "known.toml", "--today", "2027-02-01"]).exits(1);
}

#[test]
fn what_this_run_says_nothing_about_is_not_stale() {
    let folder = Folder::new("not-judged");
    // Not selected.
    folder.write("known.toml", &(graph(WHY) + &entry("repair-branch", "branch", WHY)));
    let ran = folder.run(&[GRAPH], &["--known", "known.toml"]);
    assert!(!ran.exits(0).out().contains("objection"), "{}", ran.out());
    // Selected and not exercised.
    let ran = folder.run(&[], &["--known", "known.toml", "--", "sh", "-c", crate::program::OFFERS_NOTHING]);
    assert!(!ran.exits(4).out().contains("objection"), "{}", ran.out());
    // A shard without the failing case.
    folder.run(&[], &["--known", "known.toml", "--shard", "1/3"]).exits(0);
    folder.run(&[], &["--known", "known.toml"]).exits(1);
}

#[test]
fn a_file_that_cannot_be_read_costs_no_run() {
    let folder = Folder::new("broken");
    folder.write("known.toml", "[[known]]\nrule = \"preflight/presence\"\nwhy = \"x\"\n");
    folder.run(&[], &["--known", "known.toml"]).exits(2).says("known.toml:3: an entry has no member `why`");
    folder.run(&[], &["--known", "nowhere.toml"]).exits(2).says("failed to read nowhere.toml");
}

#[test]
fn a_run_in_which_everything_is_excused_proves_nothing() {
    let folder = Folder::new("all-excused");
    folder.write("known.toml", graph(WHY));
    let rule = "preflight/control-fields-denied";
    let subject = ["--", crate::program::PROOFMARK, "serve", "--mutant", GRAPH];
    let mut args = vec!["run", "--rule", rule, "--cases", "5", "--known", "known.toml"];
    args.extend(subject);
    folder.proofmark(&args).exits(4).says("expected");
}

#[test]
fn update_keeps_what_people_wrote() {
    let folder = Folder::new("update");
    let before = format!(
        "# The failures of our engine.\n# Ask Ada before touching this.\n\n# fixed in May\n{}# stays\n{}\n# the end\n",
        entry("presence", "value-blind", "reason   =   'spaced'   # why not\n"),
        graph("reason = '''\nLong\nstory.'''\nkind = \"a misplaced field is not listed\"\n")
    );
    folder.write("known.toml", &before);
    folder.run(&[GRAPH, FATAL], &["--json", "proof.json"]);
    let ran = folder.proofmark(&["known", "update", "--known", "known.toml", "proof.json"]);
    ran.exits(0).says("say why");
    snapshot("known-updated", &format!("{}\n{}", ran.out(), folder.read("known.toml")));
    // What was added has no reason yet, and that is objected to.
    folder.run(&[GRAPH], &["--known", "known.toml"]).exits(1);
    let after = folder.read("known.toml");
    folder.proofmark(&["known", "update", "--known", "known.toml", "proof.json"]).exits(0).says("up to date");
    assert_eq!(folder.read("known.toml"), after);
}

#[test]
fn update_begins_a_file() {
    let folder = Folder::new("begin");
    folder.run(&[GRAPH], &["--json", "proof.json"]).exits(1);
    folder.proofmark(&["known", "update", "--known", "known.toml", "proof.json"]).exits(0);
    let text = folder.read("known.toml");
    snapshot("known-begun", &text);
    folder.run(&[GRAPH], &["--known", "known.toml"]).exits(1).says("say why");
    folder.write("known.toml", text.replace("\"\" # say why", "\"Because.\""));
    folder.run(&[GRAPH], &["--known", "known.toml"]).exits(0);
}

#[test]
fn update_learns_nothing_from_a_proof_of_nothing() {
    let folder = Folder::new("update-nothing");
    folder.run(&[], &["--json", "proof.json", "--", "sh", "-c", crate::program::OFFERS_NOTHING]).exits(4);
    folder.write("known.toml", graph(WHY));
    folder.proofmark(&["known", "update", "--known", "known.toml", "proof.json"]).exits(4);
    assert_eq!(folder.read("known.toml"), graph(WHY));
}
