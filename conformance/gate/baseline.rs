//! `--baseline` and `diff`.

use crate::program::{FATAL, Folder, GRAPH, OFFERS_NOTHING, snapshot};

#[test]
fn only_regressions_fail() {
    let folder = Folder::new("baseline");
    folder.run(&[GRAPH], &["--json", "old.json"]).exits(1);
    folder.run(&[GRAPH], &["--baseline", "old.json"]).exits(0).says("the baseline has it too");
    folder.run(&[GRAPH, FATAL], &["--baseline", "old.json"]).exits(1).says("FAIL preflight/severity");
    folder.run(&[], &["--baseline", "old.json"]).exits(0);
}

#[test]
fn diff_shows_what_changed() {
    let folder = Folder::new("diff");
    folder.run(&[GRAPH], &["--json", "old.json"]);
    folder.run(&[FATAL], &["--json", "new.json", "--rule", "preflight/path"]);
    let ran = folder.proofmark(&["diff", "old.json", "new.json"]);
    snapshot("diff", &ran.exits(0).out());
    folder.proofmark(&["diff", "old.json", "new.json", "--gate"]).exits(1);
    let back = folder.proofmark(&["diff", "new.json", "old.json", "--gate"]);
    snapshot("diff-back", &back.exits(1).out());
    let same = folder.proofmark(&["diff", "old.json", "old.json", "--gate"]);
    snapshot("diff-same", &same.exits(0).out());
}

#[test]
fn a_rule_that_is_exercised_no_more_is_a_regression() {
    let folder = Folder::new("dropped");
    folder.run(&[], &["--json", "old.json"]).exits(0);
    let ran = folder.run(&[], &["--baseline", "old.json", "--", "sh", "-c", OFFERS_NOTHING]);
    ran.exits(1).says("not exercised, and was pass: the subject does not offer preflight/validate");
}

#[test]
fn nothing_compares_with_nothing() {
    let folder = Folder::new("empty");
    folder.run(&[], &["--json", "nothing.json", "--", "sh", "-c", OFFERS_NOTHING]).exits(4);
    folder.run(&[], &["--json", "old.json"]).exits(0);
    for (old, new) in [("nothing.json", "nothing.json"), ("old.json", "nothing.json"), ("nothing.json", "old.json")] {
        folder.proofmark(&["diff", old, new]).exits(4).says("nothing.json exercised nothing");
    }
    folder.run(&[], &["--baseline", "nothing.json", "--", "sh", "-c", OFFERS_NOTHING]).exits(4);
}

#[test]
fn what_is_no_whole_proof_is_no_baseline() {
    let folder = Folder::new("no-baseline");
    folder.write("text.json", "{}");
    folder.run(&[], &["--baseline", "text.json"]).exits(2).says("text.json is JSON, but not a proof");
    folder.run(&[], &["--shard", "1/2", "--json", "shard.json"]).exits(0);
    folder.run(&[], &["--baseline", "shard.json"]).exits(2).says("only shard 1/2");
    folder.proofmark(&["diff", "shard.json", "shard.json"]).exits(2).says("proofmark merge");
}
