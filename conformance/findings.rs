//! What a person sees: findings as they are printed in 80 columns, each with what a reader should come away with.

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Detail, terminal};
use proofmark::suites;

use crate::support::{options, prove, snapshot};

/// A mutant of every kind, and the sentence that its finding should leave behind.
const SENTENCES: [(&str, &str); 20] = [
    ("awp/R6/misses-self-loops", "an agent that depends on itself is accepted"),
    ("awp/R6/misses-rings-of-two", "two agents that depend on each other are accepted"),
    ("awp/R10/knows-eleven-of-the-twelve", "a custom tool in a reserved namespace is accepted"),
    ("awp/R28/wants-accept-above-retry", "equal thresholds are rejected"),
    ("awp/plan-loop/acts-one-plan-early", "planning is ended one plan too early"),
    ("awp/R17/ignores-the-total-limit", "agents start after the total time limit"),
    ("context/3.type/takes-any-text-for-a-type", "an unknown type of context is accepted"),
    ("context/5.order/compares-calls-and-results-as-sets", "results in another order than their calls are accepted"),
    ("context/4.2.post/takes-the-old-turn-for-a-new-one", "a restored session keeps the turn that the envelope names"),
    ("context/4.2.post/restores-a-session-without-a-mode", "a session without a mode is accepted"),
    ("contract/PE-001/starts-one-step-more-than-the-limit", "two steps are in flight where one may be"),
    ("contract/AGT-003/runs-steps-in-the-order-of-their-names", "steps run by name, not in array order"),
    ("contract/SEL-003/lists-the-worst-agents-first", "the agent with the lowest confidence comes first"),
    ("contract/DT-001/allows-one-hop-too-many", "a delegation one hop too deep is allowed"),
    ("contract/CP-002/runs-the-checkpointed-step-again", "a resumed run repeats the step of its checkpoint"),
    ("turn/order/puts-notices-first", "notices jump the order of invocation"),
    ("turn/additive/trims-contents", "blanks around a contribution are lost"),
    (
        "turn/isolation/leaves-out-files-that-the-user-pasted",
        "the user's text decides which files the client contributes",
    ),
    ("preflight/path/points-at-the-root-for-a-run-id", "a missing run id is reported at the root"),
    ("preflight/diagnostic-order/puts-the-denial-last", "the denial comes last and not first"),
];

/// The most lines and columns of a finding.
const MOST: (usize, usize) = (25, 80);

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |(mutant, sentence): (&'static str, &'static str)| {
        Trial::test(format!("findings::{mutant}"), move || shows_the_point(mutant, sentence))
    };
    SENTENCES.into_iter().map(trial).collect()
}

fn shows_the_point(mutant: &str, sentence: &str) -> Result<(), Failed> {
    let declared = suites::builtin().mutants().find(|declared| declared.id() == mutant).ok_or("no such mutant")?;
    let selection = vec![(declared.suite, declared.rule)];
    let mut proof = prove(&selection, &|| declared.reference(), &options(0, 50, 1))?;
    proof.subject.command = Some(["proofmark", "serve", "--mutant", mutant].map(str::to_owned).to_vec());
    let mut shown = Vec::new();
    terminal(&proof, Detail::Attention, &mut shown)?;
    let shown = anstream::adapter::strip_bytes(&shown).into_vec();
    let shown = String::from_utf8(shown)?;
    let finding = shown.split("\n\n").find(|part| part.starts_with("FAIL")).ok_or("no finding is shown")?;
    snapshot("findings", &mutant.replace('/', "-"), &format!("{sentence}\n\n{finding}\n"));
    let (most, columns) = MOST;
    let widest = finding.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    if finding.lines().count() > most || widest > columns {
        return Err(format!("{} lines, {widest} columns wide:\n{finding}", finding.lines().count()).into());
    }
    Ok(())
}
