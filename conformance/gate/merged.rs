//! The merge of all shards is the proof of the whole, byte for byte.

use std::thread::ScopedJoinHandle;
use std::time::Duration;

use proofmark::proof::{Proof, Timings};
use proofmark::rule::Declared;
use proofmark::run::{Options, Selection, Shard, merge, run};
use proofmark::subject::{Command, Host, Implementation, Launcher, Reference, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::Value;

use crate::five::FIVE_MUTANTS;
use crate::foreign::with_kinds_of_its_own;

/// All rules of one suite, and a few of the others: some with questions, some with worlds.
fn rules() -> Selection {
    let others = ["context/5.order", "turn/order", "awp/R1", "awp/R10", "awp/R28", "contract/SEL-004"];
    let chosen = |id: &str| id.starts_with("preflight/") || others.contains(&id);
    suites::builtin().rules().filter(|(suite, rule)| chosen(&format!("{}/{}", suite.name, rule.id))).collect()
}

fn some(ids: &[&str]) -> Selection {
    ids.iter().filter_map(|id| suites::builtin().rule(id)).collect()
}

fn mutants(ids: &[&str]) -> Vec<Declared> {
    suites::builtin().mutants().filter(|declared| ids.contains(&declared.id().as_str())).collect()
}

/// As a file and back.
fn saved(proof: &Proof) -> Proof {
    serde_json::from_str(&proof.to_json()).unwrap()
}

/// Compares the merge of `of` shards with the whole, for every number of shards; the whole.
#[track_caller]
fn same(selection: &Selection, launcher: &dyn Launcher, shards: &[u64], deadline: Duration) -> Proof {
    let options = Options { seed: 7, cases: CASES, deadline, jobs: 2, ..Options::default() };
    let part = |number, of| {
        let options = Options { shard: Shard { number, of }, readings: options.readings.clone(), ..options };
        run(selection, launcher, &options).unwrap()
    };
    // Side by side: a subject that hangs has everybody wait.
    let (mut whole, parts) = std::thread::scope(|scope| {
        let start = |number, of| scope.spawn(move || part(number, of));
        let parts: Vec<Vec<_>> = shards.iter().map(|&of| (1..=of).map(|number| start(number, of)).collect()).collect();
        let done = |parts: Vec<ScopedJoinHandle<Proof>>| parts.into_iter().map(|part| part.join().unwrap()).collect();
        (part(1, 1), parts.into_iter().map(done).collect::<Vec<Vec<Proof>>>())
    });
    whole.timings = Timings::default();
    for parts in parts {
        let of = parts.len();
        // The order of the files says nothing.
        let proofs: Vec<(String, Proof)> =
            parts.iter().enumerate().rev().map(|(at, part)| (format!("shard-{}.json", at + 1), saved(part))).collect();
        let merged = Proof { timings: Timings::default(), ..merge(&proofmark::suites::builtin(), &proofs).unwrap() };
        if merged.to_json() != whole.to_json() {
            let (a, b) = (whole.to_json(), merged.to_json());
            let differ = a.lines().zip(b.lines()).enumerate().find(|(_, (a, b))| a != b);
            panic!("{of} shards do not make the whole: {differ:?}");
        }
    }
    whole
}

/// Two batches of some checks, and quick all the same.
const CASES: u64 = 20;
const PATIENT: Duration = Duration::from_secs(30);
/// Enough for faults that one rule meets, that several do, and that one shard of several does.
const MOODS: u64 = 5;

#[test]
fn of_the_reference() {
    let whole = same(&rules(), &|| suites::builtin().reference(&[]), &[1, 2, 3, 5], PATIENT);
    assert!(whole.findings.is_empty());
    assert!(!whole.questions.is_empty(), "no question came up: choose other rules");
}

#[test]
fn of_five_mutants_at_once() {
    let mutants = mutants(&FIVE_MUTANTS);
    let whole = same(&rules(), &move || suites::builtin().reference(&mutants), &[1, 2, 3, 5], PATIENT);
    assert!(whole.findings.len() >= 5, "{}", whole.findings.len());
}

/// Has metric kinds of its own, and takes names in capitals or with a newline at the end.
struct Foreign(Reference);

impl Subject for Foreign {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let mut params = request.params.clone();
        with_kinds_of_its_own(&mut params);
        if let Some(name) = params.pointer_mut("/workflow/workflow/name").filter(|name| name.is_string()) {
            *name = Value::from(name.as_str().unwrap_or_default().trim_end_matches('\n').to_lowercase());
        }
        self.0.call(Request { params: &params, ..request }, host)
    }
}

#[test]
fn of_a_subject_whose_findings_block_other_rules() {
    let selection = some(&["awp/R2", "awp/R27", "awp/R28", "awp/R29"]);
    let whole = same(&selection, &|| Foreign(suites::builtin().reference(&[])), &[2, 3], PATIENT);
    assert!(whole.rules.iter().any(|rule| rule.blocked_by == ["awp/R27"]), "nothing is blocked: {:?}", whole.rules);
    let names = whole.findings.iter().filter(|finding| finding.check == "awp/R2/verdict").count();
    assert!(names > 1, "one bug of two is found: {:?}", whole.findings);
}

/// Panics on some actions and fails on others.
struct Frail(Reference);

impl Subject for Frail {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        match request.params["input"]["action"].as_str() {
            // As a panic, without the panic hook writing to this test's output.
            Some("cleanup") => std::panic::resume_unwind(Box::new("no cleaning up")),
            Some("cancel") => Err(Refusal::Failed("no cancelling".to_owned())),
            Some("status") => Ok(Value::Null),
            _ => self.0.call(request, host),
        }
    }
}

#[test]
fn of_a_subject_that_faults() {
    let whole = same(&rules(), &|| Frail(suites::builtin().reference(&[])), &[1, 2, 3, 5], PATIENT);
    let kinds: std::collections::BTreeSet<&str> = whole.findings.iter().map(|finding| finding.kind.as_str()).collect();
    assert!(kinds.contains("no answer: panicked") && kinds.contains("no answer: error"), "{kinds:?}");
}

/// Fails on a few inputs that have nothing in common.
struct Moody(Reference, u64);

impl Subject for Moody {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let sum = request.params.to_string().bytes().fold(0_u64, |sum, byte| (sum * 31 + u64::from(byte)) % 997);
        if sum == self.1 { Err(Refusal::Failed("not today".to_owned())) } else { self.0.call(request, host) }
    }
}

/// A fault is left to the rule about answering where that one meets it too, be it in another shard.
#[test]
fn of_a_subject_whose_faults_the_rule_about_answering_meets_or_not() {
    let selection: Selection = rules().into_iter().filter(|(suite, _)| suite.name == "preflight").collect();
    let mut kinds = std::collections::BTreeSet::new();
    for mood in 0..MOODS {
        let whole = same(&selection, &|| Moody(suites::builtin().reference(&[]), mood), &[2, 3], PATIENT);
        kinds.extend(whole.findings.into_iter().map(|finding| finding.kind));
    }
    assert!(["no answer: error", "fault: error"].iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

/// A subject in shell that finds nothing wrong, and does `body` on what matches `pattern`.
fn shell(pattern: &str, body: &str) -> Command {
    let script = format!(
        r#"
        while read -r line; do
            id=${{line#*'"id":'}}; id=${{id%%,*}}
            case "$line" in
                *'"initialize"'*) echo '{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":1,"implementation":{{"name":"sh"}},"methods":["preflight/validate"]}}}}';;
                *'"shutdown"'*) echo '{{"jsonrpc":"2.0","id":'"${{id%\}}}}"',"result":null}}';;
                {pattern}) {body};;
                *) echo '{{"jsonrpc":"2.0","id":'"$id"',"result":{{"diagnostics":[]}}}}';;
            esac
        done"#
    );
    Command::new(["sh", "-c", &script].map(str::to_owned).to_vec(), PATIENT)
}

#[test]
fn of_a_subject_that_dies_now_and_then() {
    let dies = shell(r#"*'"action":"cleanup"'*|*'"action":"status"'*"#, "exit 9");
    let selection = some(&["preflight/severity", "preflight/presence", "preflight/any-input", "preflight/path"]);
    let whole = same(&selection, &dies, &[1, 2, 3, 5], PATIENT);
    assert!(whole.findings.iter().any(|finding| finding.kind == "no answer: exited"), "{:?}", whole.findings);
    // Not all cases were run: the checks were given up, by every shard later than by the whole.
    let all =
        run(&selection, &|| suites::builtin().reference(&[]), &Options { cases: CASES, ..Options::default() }).unwrap();
    assert!(whole.rules.iter().zip(&all.rules).any(|(rule, all)| rule.cases < all.cases), "{:?}", whole.rules);
}

#[test]
fn of_a_subject_that_hangs() {
    let hangs = shell(r#"*'"action":"cleanup"'*"#, ":");
    let selection = some(&["preflight/severity", "preflight/path"]);
    let whole = same(&selection, &hangs, &[1, 2], Duration::from_secs(2));
    assert!(whole.findings.iter().any(|finding| finding.kind == "fault: hung"), "{:?}", whole.findings);
}

#[test]
fn a_shard_fits_the_schema() {
    let schema = include_str!("../proof.schema.json");
    let validator = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    let mutants = mutants(&FIVE_MUTANTS);
    let options = Options { cases: 20, shard: Shard { number: 2, of: 3 }, ..Options::default() };
    for subject in [Vec::new(), mutants] {
        let proof = run(&rules(), &|| Frail(suites::builtin().reference(&subject)), &options).unwrap();
        let proof = serde_json::to_value(proof).unwrap();
        assert!(proof["partial"].is_object());
        let errors: Vec<String> =
            validator.iter_errors(&proof).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}
