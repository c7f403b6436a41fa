//! Signals to the program itself, while an animal does what it does.

use libtest_mimic::{Failed, Trial};

use crate::run::{LONGEST, Run};

/// What was found before the end is shown after it.
fn killed_with_a_journal() -> Result<(), Failed> {
    let flags = "run --rule preflight/severity --cases 1 --jobs 1 --for 10m --json proof.json";
    let mut run = Run::start("journal", &["an-error"], flags)?;
    run.wait_while(LONGEST, |run| {
        if run.read("proof.json.journal").contains("{\"found\":") { run.signal("-KILL") } else { Ok(()) }
    })?;
    let (said, _) = run.proofmark(&["report", "proof.json.journal"])?;
    if !said.contains("FAULT preflight/severity") || !said.contains("cut short") {
        return Err(said.into());
    }
    // Nothing is certified or compared on the strength of it.
    let (_, code) = run.proofmark(&["known", "update", "--known", "known.toml", "proof.json.journal"])?;
    if code != Some(2) {
        return Err("a run that was cut short passes for a whole one".into());
    }
    run.leaves_nothing_but(&["proof.json.journal"])
}

/// What the program itself may meet.
pub(crate) fn trials() -> Vec<Trial> {
    const LONG: &str = "run --rule preflight/severity --cases 1 --jobs 2 --timeout 60s";
    vec![
        Trial::test("zoo::the program is killed and its journal tells what was found", killed_with_a_journal),
        Trial::test("zoo::the program is killed while a subject with daemons hangs", || {
            let mut run = Run::start("killed", &["leaves-daemons-and-hangs"], LONG)?;
            run.has_begun()?;
            run.signal("-KILL")?;
            run.wait()?;
            run.leaves_nothing()
        }),
        Trial::test("zoo::the program is interrupted while `initialize` hangs", || {
            let mut run = Run::start("interrupted-early", &["says-nothing"], LONG)?;
            run.has_begun()?;
            run.signal("-INT")?;
            match run.wait()? {
                Some(130) => run.leaves_nothing(),
                code => Err(format!("exit code {code:?}").into()),
            }
        }),
        Trial::test("zoo::the program is interrupted while a call hangs", || {
            let mut run =
                Run::start("interrupted", &["leaves-daemons-and-hangs"], &format!("{LONG} --json proof.json"))?;
            run.has_begun()?;
            run.signal("-INT")?;
            match run.wait()? {
                Some(130) => run.leaves_nothing(),
                code => Err(format!("exit code {code:?}").into()),
            }
        }),
        Trial::test("zoo::the program is interrupted twice", || {
            let mut run = Run::start("interrupted-twice", &["ignores-signals"], LONG)?;
            run.has_begun()?;
            run.signal("-INT")?;
            // It may have ended already.
            let _ = run.signal("-INT");
            match run.wait()? {
                Some(130) => run.leaves_nothing(),
                code => Err(format!("exit code {code:?}").into()),
            }
        }),
    ]
}
