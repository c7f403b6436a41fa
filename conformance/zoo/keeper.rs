//! Looks at how the program takes an animal, and compares what came of it with what is declared.

use libtest_mimic::Failed;

use crate::animal::{Acts, Animal, Outcome};
use crate::run::Run;

/// Runs the program on an animal, and compares what came of it with what is declared.
pub(crate) fn look_at(animal: &Animal) -> Result<(), Failed> {
    let hosted = matches!(animal.acts, Acts::SaysToHost(_) | Acts::OnHostCall(_));
    let rule = if hosted { "contract/TOOL-002" } else { "preflight/severity" };
    let patience = if animal.flags.contains("-timeout") { "" } else { "--timeout 500ms --start-timeout 3s " };
    let flags =
        format!("run --rule {rule} --cases 1 --jobs 2 --json proof.json --junit junit.xml {patience}{}", animal.flags);
    let mut run = Run::start(animal.name, &[animal.name], &flags)?;
    let code = run.wait()?;
    let (stdout, stderr) = (run.read("stdout"), run.read("stderr"));
    let told = || format!("{stdout}\n{stderr}");
    if code != Some(animal.outcome.code()) {
        return Err(format!("exit code {code:?} instead of {}: {}", animal.outcome.code(), told()).into());
    }
    let kinds = run.kinds();
    match animal.outcome {
        // For a rule that wants an answer whatever comes, a fault is a failure.
        Outcome::Fault(kind) if !["fault", "no answer"].iter().any(|how| kinds.contains(&format!("{how}: {kind}"))) => {
            return Err(format!("no fault of kind {kind}, but {kinds:?}: {}", told()).into());
        }
        Outcome::Stops(text) if !stdout.contains("could not go on") || !stdout.contains(text) => {
            return Err(format!("it went on, or says nothing about `{text}`: {}", told()).into());
        }
        Outcome::NotStarted(text) if !stderr.contains(text) => {
            return Err(format!("nothing about `{text}`: {}", told()).into());
        }
        _ => {}
    }
    if let Some(line) = survivor(&format!("{}\n{}", told(), run.read("junit.xml"))) {
        return Err(format!("this is not inert: {line:?}").into());
    }
    run.leaves_nothing()
}

/// A line that a terminal or a CI system would obey.
fn survivor(text: &str) -> Option<&str> {
    let acts = |c: char| (c.is_control() && c != '\t') || matches!(c, '\u{202e}' | '\u{fffe}');
    text.lines().find(|line| {
        line.chars().any(acts) || line.trim_start().starts_with("::") || line.contains("##vso[") || line.contains("##[")
    })
}
