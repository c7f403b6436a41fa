use serde_json::{Value, json};

use super::super::{CaseName, Options, Selection, Shard, case, merge, run};
use crate::proof::{Proof, Timings};
use crate::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use crate::suites::builtin;

/// The reference, with a word more than its document has, which nothing but its messages names.
struct KnowsOneMore {
    inner: Reference,
    word: &'static str,
    /// The word that it takes it for.
    like: &'static str,
}

impl KnowsOneMore {
    fn of(suite: &str, word: &'static str, like: &'static str) -> Self {
        Self { inner: builtin().suite(suite).unwrap().reference(), word, like }
    }
}

impl Subject for KnowsOneMore {
    fn implementation(&self) -> Implementation {
        self.inner.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let read = request.params.to_string().replace(&format!("\"{}\"", self.word), &format!("\"{}\"", self.like));
        let params: Value = serde_json::from_str(&read).unwrap();
        let mut answer = self.inner.call(Request { params: &params, ..request }, host)?;
        for diagnostic in answer["diagnostics"].as_array_mut().into_iter().flatten() {
            diagnostic["message"] = json!(format!("expected {} or {}", self.like, self.word));
        }
        Ok(answer)
    }
}

fn one(rule: &str) -> Selection {
    builtin().rule(rule).into_iter().collect()
}

/// Every seed finds the word, and the name of the case is enough to see it again.
fn is_caught(rule: &str, word: &'static str, like: &'static str) {
    let suite = rule.split('/').next().unwrap();
    let launcher = || KnowsOneMore::of(suite, word, like);
    for seed in 0..3 {
        let proof = run(&one(rule), &launcher, &Options { seed, score: false, ..Options::default() }).unwrap();
        assert!(proof.words.iter().any(|known| known == word), "{:?}", proof.words);
        let finding = proof.findings.iter().find(|finding| finding.input.to_string().contains(word));
        let finding = finding.unwrap_or_else(|| panic!("{word} is not found with seed {seed}: {:?}", proof.words));
        let name = CaseName::read(&finding.case).unwrap();
        assert_eq!(name.word, Some(word), "{}", finding.case);
        let again = case(builtin().check(name.check).unwrap(), name).unwrap().unwrap();
        assert!(again.to_string().contains(word), "{again}");
    }
}

#[test]
fn an_eighth_action_gives_itself_away() {
    is_caught("preflight/action-invalid", "pause", "cancel");
}

#[test]
fn a_kind_of_metric_of_its_own_gives_itself_away() {
    is_caught("awp/R27", "vibe_check", "schema");
}

#[test]
fn a_fourth_type_gives_itself_away_to_a_run_that_is_told_of_it() {
    // Its messages are not read by this subject: the word comes from the user.
    let launcher = || KnowsOneMore::of("context", "Resumed", "Initial");
    let words = ["Resumed".to_owned()];
    let options = Options { words: &words, score: false, ..Options::default() };
    let proof = run(&one("context/3.type"), &launcher, &options).unwrap();
    assert!(proof.findings.iter().any(|finding| finding.case.ends_with(":Resumed")), "{:?}", proof.findings);
}

#[test]
fn shards_hear_the_same_words() {
    let launcher = || KnowsOneMore::of("preflight", "pause", "cancel");
    let selection: Selection = ["action-invalid", "control-fields-denied"]
        .iter()
        .filter_map(|rule| builtin().rule(&format!("preflight/{rule}")))
        .collect();
    let part = |number, of| {
        let options = Options { shard: Shard { number, of }, cases: 60, jobs: 2, ..Options::default() };
        run(&selection, &launcher, &options).unwrap()
    };
    let parts: Vec<(String, Proof)> = (1..=3).map(|number| (number.to_string(), part(number, 3))).collect();
    let bare = |proof: Proof| Proof { timings: Timings::default(), ..proof }.to_json();
    assert_eq!(bare(merge(&builtin(), &parts).unwrap()), bare(part(1, 1)));
}

#[test]
fn whoever_conforms_passes_with_any_words() {
    let words: Vec<String> =
        ["terminal", "system", "Final", "steer", "llm", "isolate", "x", "cursor"].map(str::to_owned).into();
    for suite in builtin().suites() {
        let launcher = || suite.reference();
        let selection: Selection = suite
            .rules
            .iter()
            .filter(|rule| rule.checks.iter().all(|check| !check.waits))
            .map(|rule| (*suite, *rule))
            .collect();
        let options = Options { words: &words, cases: 60, score: false, ..Options::default() };
        let proof = run(&selection, &launcher, &options).unwrap();
        assert_eq!(proof.findings, [], "{}", suite.name);
    }
}
