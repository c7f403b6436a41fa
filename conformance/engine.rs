//! The engine on subjects that misbehave in ways that take more than one call to see.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Finding, Outcome, Proof};
use proofmark::rule::{Check, Declared, Judgement, Level, Rule, Suite};
use proofmark::run::{Options, Progress, Selection};
use proofmark::subject::{Command, Host, Implementation, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::{Value, json};

use crate::support::{options, prove};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("engine::a case that fails now and then is flaky", flaky),
        Trial::test("engine::what fails by chance is told by repetition, not by searching all that came before", often),
        Trial::test("engine::a rule that fails has a finding, however rarely it fails", rarely),
        Trial::test("engine::who is wrong by chance passes nothing by it", by_chance),
        Trial::test("engine::a rule that fails has a finding, also where the run is interrupted", interrupted),
        Trial::test("engine::what was not begun says why, where the first failure ends the run", first_failure),
        Trial::test("engine::a case that fails only after others is shown with them", after_others),
        Trial::test("engine::a crash is blamed on the case that causes it", crash),
        Trial::test("engine::a panic is a fault and the run goes on", panic),
        Trial::test("engine::a panic in a check is our own fault, says so, and the run goes on", own_panic),
        Trial::test("engine::a subject that does not say when it rests is waited for", || {
            let proof = without_idle(&[])?;
            let failed: Vec<&str> = proof.findings.iter().map(|finding| finding.rule.as_str()).collect();
            if failed.is_empty() && proof.timings.settling_share > 0.0 { Ok(()) } else { Err(failed.join(", ").into()) }
        }),
        Trial::test("engine::a fault in the order of steps is found without a word about rest", || {
            let wrong = "contract/PE-002/starts-a-step-on-its-first-dependency";
            let found =
                without_idle(&suites::builtin().mutants().filter(|mutant| mutant.id() == wrong).collect::<Vec<_>>())?;
            let blamed = found.rules.iter().find(|rule| rule.rule == "contract/PE-002").map(|rule| rule.outcome);
            if blamed == Some(Outcome::Fail) { Ok(()) } else { Err(format!("{:?}", found.rules).into()) }
        }),
    ]
}

/// The reference, spoiled by what came before.
struct Moody {
    reference: proofmark::subject::Reference,
    mood: Mood,
}

enum Mood {
    /// Wrong once in 53 calls, over all processes.
    Now(Arc<AtomicU64>),
    /// Wrong once in five.
    Often(Arc<AtomicU64>),
    /// Wrong on `cancel` once it has seen a `start` in this process.
    After(AtomicBool),
    /// Panics on `cleanup`.
    Panics,
}

impl Subject for Moody {
    fn implementation(&self) -> Implementation {
        self.reference.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let action = request.params["input"]["action"].as_str().unwrap_or_default();
        let wrong = match &self.mood {
            Mood::Now(calls) => calls.fetch_add(1, Ordering::Relaxed) % 53 == 52,
            Mood::Often(calls) => calls.fetch_add(1, Ordering::Relaxed) % 5 == 4,
            Mood::After(seen) => {
                seen.fetch_or(action == "start", Ordering::Relaxed);
                action == "cancel" && seen.load(Ordering::Relaxed)
            }
            Mood::Panics => {
                if action == "cleanup" {
                    // As a panic, without the panic hook writing to this test's output.
                    std::panic::resume_unwind(Box::new("no cleaning up"));
                }
                false
            }
        };
        if wrong { Ok(json!({"diagnostics": []})) } else { self.reference.call(request, host) }
    }
}

/// The reference, silent about when it is at rest.
struct Silent(proofmark::subject::Reference);

impl Subject for Silent {
    fn implementation(&self) -> Implementation {
        let mut implementation = self.0.implementation();
        implementation.features.retain(|feature| feature != "idle");
        implementation
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        self.0.call(request, host)
    }
}

/// The rules about the order of steps, on a subject that the harness has to wait for.
fn without_idle(mutants: &[Declared]) -> Result<Proof, Failed> {
    let rules = ["contract/AGT-003", "contract/PE-001", "contract/PE-002", "contract/PE-003"];
    let selection: Selection = rules.into_iter().filter_map(|id| suites::builtin().rule(id)).collect();
    let mutants = mutants.to_vec();
    Ok(prove(&selection, &move || Silent(suites::builtin().reference(&mutants)), &options(0, 2, 2))?)
}

/// Every rule of preflight, on a subject that is wrong now and then: what each rule leaves to another is explained by
/// none, perhaps, and is no reason to pass.
fn by_chance() -> Result<(), Failed> {
    let selection: Selection = suites::builtin().rules().filter(|(suite, _)| suite.name == "preflight").collect();
    for begin in [0, 17, 31] {
        let calls = Arc::new(AtomicU64::new(begin));
        let moody = move || Moody { reference: suites::builtin().reference(&[]), mood: Mood::Now(Arc::clone(&calls)) };
        let proof = prove(&selection, &moody, &options(0, 20, 1))?;
        if proof.rules.iter().all(|rule| rule.outcome == Outcome::Pass) {
            return Err(format!("all rules pass, beginning at call {begin}").into());
        }
    }
    Ok(())
}

/// A rule that does not ask why: the answer is the document's, or it fails.
static RIGHT: Rule = Rule {
    id: "right",
    title: "answers as the document says",
    level: Level::Must,
    source: "",
    statement: "",
    checks: &[Check {
        id: "answer",
        property: "the answer is the one that the document fixes",
        methods: &["preflight/validate"],
        edges: inputs,
        exam: |case, talk| {
            let answer = &talk.ask(case.call("preflight/validate"))?.value["diagnostics"];
            let due = (suites::preflight::SUITE.expect)("preflight/validate", case.input).and_then(|due| due.answer);
            Ok(Judgement::equal("another answer", &due.unwrap_or_default()["diagnostics"], answer))
        },
        ..Check::NEW
    }],
    mutants: &[],
    corpus: "{rule: plain/right, cases: []}",
    questions: &[],
};

/// A rule of ours that is broken.
static BROKEN: Rule = Rule {
    id: "broken",
    title: "is a mistake of the harness",
    level: Level::Must,
    source: "",
    statement: "",
    checks: &[Check {
        id: "panics",
        property: "no case of it can be judged where the action is to cancel",
        methods: &["preflight/validate"],
        edges: inputs,
        exam: |case, talk| {
            let answer = &talk.ask(case.call("preflight/validate"))?.value;
            if case.input["input"]["action"] == "cancel" {
                // As a panic, without the panic hook writing to this test's output.
                std::panic::resume_unwind(Box::new("index out of bounds"));
            }
            Ok(Judgement::equal("no list", &json!(true), &json!(answer["diagnostics"].is_array())))
        },
        ..Check::NEW
    }],
    mutants: &[],
    corpus: "{rule: plain/broken, cases: []}",
    questions: &[],
};

fn inputs() -> Vec<Value> {
    let input = |action: &str, id: Option<&str>| match id {
        Some(id) => json!({"input": {"action": action, "runId": id}}),
        None => json!({"input": {"action": action}}),
    };
    let actions = ["catalog", "start", "run_status", "cancel", "cleanup"];
    (0..60).map(|n| input(actions[n % 5], (n % 3 == 0).then_some("r1"))).collect()
}

static PLAIN: Suite = Suite {
    name: "plain",
    rules: &[&BROKEN, &RIGHT],
    methods: suites::preflight::SUITE.methods,
    answer: suites::preflight::SUITE.answer,
    ..Suite::NEW
};

fn run_id_rule(mood: impl Fn() -> Mood + Sync) -> Result<Proof, Failed> {
    let selection: Selection = vec![(&PLAIN, &RIGHT)];
    let subject = || Moody { reference: suites::builtin().reference(&[]), mood: mood() };
    Ok(prove(&selection, &subject, &options(0, 100, 1))?)
}

fn flaky() -> Result<(), Failed> {
    // Whether a wrong answer meets a case on which it is wrong depends on how many calls came before.
    for begin in 0..16 {
        let calls = Arc::new(AtomicU64::new(begin * 3));
        let proof = run_id_rule(move || Mood::Now(Arc::clone(&calls)))?;
        let Some(finding) = proof.findings.first() else { continue };
        return match &finding.flaky {
            Some(_) if proof.rules[0].outcome == Outcome::Fail => Ok(()),
            _ => Err(format!("{finding:?}").into()),
        };
    }
    Err("nothing was found".into())
}

fn often() -> Result<(), Failed> {
    for begin in 0..5 {
        let calls = Arc::new(AtomicU64::new(begin));
        let proof = run_id_rule(move || Mood::Often(Arc::clone(&calls)))?;
        let Some(finding) = proof.findings.first() else { return Err("nothing was found".into()) };
        let spent = proof.timings.findings.values().map(|spent| spent.cases).max().unwrap_or(u64::MAX);
        if finding.flaky.is_none() || spent > 100 {
            return Err(format!("{spent} cases were spent on {finding:?}").into());
        }
    }
    Ok(())
}

/// Every rule that fails has a finding, which keeps what was seen.
fn has_findings(proof: &Proof) -> Result<(), Failed> {
    let silent = |rule: &&proofmark::proof::RuleResult| {
        let mut findings = proof.findings.iter().filter(|finding| finding.rule == rule.rule);
        rule.outcome == Outcome::Fail && findings.all(|finding| finding.observed.is_null())
    };
    let silent: Vec<&str> = proof.rules.iter().filter(silent).map(|rule| rule.rule.as_str()).collect();
    if silent.is_empty() { Ok(()) } else { Err(format!("fail without a finding: {}", silent.join(", ")).into()) }
}

fn rarely() -> Result<(), Failed> {
    let mut failed = 0;
    for begin in 0..16 {
        let calls = Arc::new(AtomicU64::new(begin * 3));
        let proof = run_id_rule(move || Mood::Now(Arc::clone(&calls)))?;
        has_findings(&proof)?;
        failed += usize::from(proof.rules[0].outcome == Outcome::Fail);
    }
    if failed > 8 { Ok(()) } else { Err(format!("only {failed} of 16 runs saw it fail").into()) }
}

/// Interrupts the run at the first failure.
struct Impatient<'a>(&'a AtomicBool);

impl Progress for Impatient<'_> {
    fn begin(&self, _: usize, _: u64) {}
    fn advance(&self, _: u64) {}
    fn investigating(&self, _: &str) {}
    fn end(&self) {}
    fn found(&self, _: &Finding) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn interrupted() -> Result<(), Failed> {
    let wrong = "preflight/control-fields-denied/never-denies-cursor";
    let mutants: Vec<Declared> = suites::builtin().mutants().filter(|mutant| mutant.id() == wrong).collect();
    let selection: Selection = mutants.iter().map(|mutant| (mutant.suite, mutant.rule)).collect();
    let (ended, time_box) = (AtomicBool::new(false), Some(Duration::from_mins(10)));
    let progress = Impatient(&ended);
    let options = Options { time_box, interrupted: &ended, progress: &progress, ..options(0, 100, 1) };
    let proof = prove(&selection, &move || suites::builtin().reference(&mutants), &options)?;
    if proof.complete || proof.rules[0].outcome != Outcome::Fail {
        return Err(format!("complete: {}, and the rule is {}", proof.complete, proof.rules[0].outcome).into());
    }
    has_findings(&proof)
}

fn first_failure() -> Result<(), Failed> {
    let wrong = "preflight/control-fields-denied/never-denies-cursor";
    let mutants: Vec<Declared> = suites::builtin().mutants().filter(|mutant| mutant.id() == wrong).collect();
    let selection: Selection = suites::builtin().rules().filter(|(suite, _)| suite.name == "preflight").collect();
    let options = Options { most_failures: Some(1), ..options(0, 20, 1) };
    let proof = prove(&selection, &move || suites::builtin().reference(&mutants), &options)?;
    let reasons = proof.rules.iter().filter(|rule| rule.outcome == Outcome::NotExercised).map(|rule| &rule.reason);
    let reasons: Vec<&str> = reasons.flatten().map(String::as_str).collect();
    let is_told = |reason: &&str| *reason == "the run ended at the first failure, before this was begun";
    if !reasons.is_empty() && reasons.iter().all(is_told) { Ok(()) } else { Err(reasons.join("; ").into()) }
}

fn after_others() -> Result<(), Failed> {
    let proof = run_id_rule(|| Mood::After(AtomicBool::new(false)))?;
    let finding = proof.findings.first().ok_or("nothing was found")?;
    let before: Vec<&Value> = finding.history.iter().map(|earlier| &earlier.input["input"]["action"]).collect();
    if before == ["start"] && finding.input == json!({"input": {"action": "cancel"}}) {
        return Ok(());
    }
    Err(format!("{finding:?}").into())
}

/// A subject that dies on `cleanup` while a window of other calls is open.
fn crash() -> Result<(), Failed> {
    let script = r#"
        while read -r line; do
            id=${line#*'"id":'}; id=${id%%,*}
            case "$line" in
                *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"sh"},"methods":["preflight/validate"]}}';;
                *'"shutdown"'*) echo '{"jsonrpc":"2.0","id":'"${id%\}}"',"result":null}';;
                *'"action":"cleanup"'*) echo 'out of soap' >&2; exit 9;;
                *) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"diagnostics":[]}}';;
            esac
        done"#;
    let command = Command::new(["sh", "-c", script].map(str::to_owned).to_vec(), Duration::from_secs(30));
    let selection: Selection = suites::builtin().rule("preflight/severity").into_iter().collect();
    let proof = prove(&selection, &command, &options(0, 20, 2))?;
    let finding =
        proof.findings.iter().find(|finding| finding.outcome == Outcome::Fault).ok_or("no fault was found")?;
    let stderr = finding.stderr.as_deref().unwrap_or_default();
    if finding.input == json!({"input": {"action": "cleanup"}}) && stderr.contains("out of soap") {
        return Ok(());
    }
    Err(format!("{finding:?}").into())
}

fn panic() -> Result<(), Failed> {
    let proof = run_id_rule(|| Mood::Panics)?;
    let finding = proof.findings.first().ok_or("nothing was found")?;
    let observed = finding.observed.as_str().unwrap_or_default();
    if finding.outcome == Outcome::Fault && observed.contains("no cleaning up") && proof.rules[0].cases > 1 {
        return Ok(());
    }
    Err(format!("{finding:?}").into())
}

fn own_panic() -> Result<(), Failed> {
    let selection: Selection = vec![(&PLAIN, &BROKEN), (&PLAIN, &RIGHT)];
    let proof = prove(&selection, &|| suites::builtin().reference(&[]), &options(0, 100, 1))?;
    let [broken, right] = &proof.rules[..] else { return Err("two rules were asked for".into()) };
    let finding = proof.findings.first().ok_or("nothing was found")?;
    let observed = finding.observed.as_str().unwrap_or_default();
    let told = observed.contains("please report") && observed.contains("index out of bounds");
    let goes_on = right.outcome == Outcome::Pass && broken.outcome == Outcome::Fault && broken.judged > 0;
    if finding.kind == "fault: harness" && told && goes_on { Ok(()) } else { Err(format!("{proof:?}").into()) }
}
