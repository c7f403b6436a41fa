//! A whole suite on animals that make every case expensive: what is wrong is said once, what can be judged is judged,
//! and the number of starts is bounded.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::run::Run;

const FLAGS: &str = "run --suite preflight --cases 5 --jobs 4 --timeout 300ms --start-timeout 3s --json proof.json";
/// Beyond so many starts, or cases in vain, an hour goes by with a deadline each.
const FEW: u64 = 100;

struct Suite {
    rules: Vec<Value>,
    findings: usize,
    starts: u64,
}

impl Suite {
    fn of(animal: &str, code: i32) -> Result<Self, Failed> {
        let mut run = Run::start(&format!("suite-{animal}"), &[animal], FLAGS)?;
        let ended = run.wait()?;
        if ended != Some(code) {
            return Err(format!("exit code {ended:?}: {}{}", run.read("stdout"), run.read("stderr")).into());
        }
        run.leaves_nothing()?;
        let proof: Value = serde_json::from_str(&run.read("proof.json"))?;
        let list = |member: &str| proof[member].as_array().cloned().unwrap_or_default();
        Ok(Self { rules: list("rules"), findings: list("findings").len(), starts: run.read("starts").len() as u64 })
    }

    fn with(&self, outcome: &str) -> impl Iterator<Item = &Value> {
        self.rules.iter().filter(move |rule| rule["outcome"] == outcome)
    }

    /// Every rule that is neither green nor red says why.
    fn has_reasons(&self) -> bool {
        let decided = |rule: &Value| ["pass", "fail", "fault"].iter().any(|outcome| rule["outcome"] == *outcome);
        self.rules.iter().all(|rule| decided(rule) || rule["reason"].is_string())
    }

    fn shown(&self) -> Failed {
        let rules = self.rules.iter().map(|rule| format!("{} {} {}", rule["rule"], rule["outcome"], rule["reason"]));
        let rules: Vec<String> = rules.collect();
        format!("{} findings, {} starts\n{}", self.findings, self.starts, rules.join("\n")).into()
    }
}

/// Rules whose cases hang are given up, the others are judged.
fn hangs_at_one_input() -> Result<(), Failed> {
    let suite = Suite::of("hangs-at-one-input", 1)?;
    let given_up = |rule: &&Value| rule["reason"].as_str().is_some_and(|why| why.contains("given up after 8 hangs"));
    let sound = suite.findings == 1
        && suite.has_reasons()
        && suite.with("pass").count() >= 5
        && suite.with("inconclusive").any(|rule| given_up(&rule))
        && suite.rules.iter().all(|rule| rule["cases"].as_u64() > Some(0) || given_up(&rule));
    if sound { Ok(()) } else { Err(suite.shown()) }
}

/// What spoils every answer is one finding, after few cases.
fn logs_to_stdout() -> Result<(), Failed> {
    let suite = Suite::of("logs-to-stdout", 1)?;
    let cases: u64 = suite.rules.iter().filter_map(|rule| rule["cases"].as_u64()).sum();
    let blamed = suite.with("fail").chain(suite.with("fault")).count();
    if blamed == 1 && suite.findings == 1 && suite.has_reasons() && cases < FEW { Ok(()) } else { Err(suite.shown()) }
}

/// A start that fails again and again is not tried for ever.
fn hangs_at_every_restart() -> Result<(), Failed> {
    let suite = Suite::of("hangs-at-every-restart", 3)?;
    if suite.starts < FEW / 4 && suite.has_reasons() { Ok(()) } else { Err(suite.shown()) }
}

/// The trials of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("zoo::a suite: hanging at one input leaves the others to be judged", hangs_at_one_input),
        Trial::test("zoo::a suite: noise on stdout is said once", logs_to_stdout),
        Trial::test("zoo::a suite: hanging at every restart is bounded", hangs_at_every_restart),
    ]
}
