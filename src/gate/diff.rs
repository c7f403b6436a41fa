//! What changed between two proofs: regressions, fixes, new and gone rules.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::Extent;
use super::extent::Reach;
use crate::proof::{CheckResult, Outcome, Proof, RuleResult, plain};
use crate::rule::Level;

/// What changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What the new proof does worse than the old one.
    pub regressions: Vec<Change>,
    /// What failed in the old proof and does not any more.
    pub fixes: Vec<Change>,
    /// The rules that only the new proof exercised, each with how it came out.
    pub new: Vec<(String, Outcome)>,
    /// The rules that only the old proof selected.
    pub gone: Vec<String>,
}

/// One change of one check.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    /// The check, by its full id.
    pub check: String,
    /// How binding its rule is.
    pub level: Level,
    /// The kind of disagreement; none where the change is not one of findings.
    pub kind: Option<String>,
    /// What changed, in words.
    pub what: String,
}

impl Difference {
    /// Whether a MUST rule got worse.
    #[must_use]
    pub fn has_regression(&self) -> bool {
        self.regressions.iter().any(|change| change.level == Level::Must)
    }
}

/// Compares two proofs, check by check and kind by kind.
#[must_use]
pub fn diff(old: &Proof, new: &Proof) -> Difference {
    let mut difference = Difference::default();
    for rule in &new.rules {
        let before = old.rules.iter().find(|candidate| candidate.rule == rule.rule);
        if before.is_none_or(|before| before.outcome == Outcome::NotExercised) && rule.outcome != Outcome::NotExercised
        {
            difference.new.push((rule.rule.clone(), rule.outcome));
        }
        let Some(before) = before else { continue };
        for check in &rule.checks {
            if let Some(before) = before.checks.iter().find(|candidate| candidate.check == check.check) {
                compare(&mut difference, (old, before), (new, check), rule);
            }
        }
    }
    let selected: BTreeSet<&str> = new.rules.iter().map(|rule| rule.rule.as_str()).collect();
    let gone = old.rules.iter().filter(|rule| !selected.contains(rule.rule.as_str()));
    difference.gone = gone.map(|rule| rule.rule.clone()).collect();
    difference
}

fn compare(
    difference: &mut Difference,
    (old, before): (&Proof, &CheckResult),
    (new, after): (&Proof, &CheckResult),
    rule: &RuleResult,
) {
    let check = format!("{}/{}", rule.rule, after.check);
    let change = |kind: Option<&str>, what: String| {
        let (check, kind) = (check.clone(), kind.map(str::to_owned));
        Change { check, level: rule.level, kind, what }
    };
    if before.outcome == Outcome::NotExercised {
        return;
    }
    let gone = matches!(after.outcome, Outcome::NotExercised | Outcome::Inconclusive | Outcome::Blocked)
        || (after.outcome == Outcome::Partial && before.outcome == Outcome::Pass);
    let was_seen = !matches!(before.outcome, Outcome::Inconclusive | Outcome::Blocked);
    if gone && was_seen {
        // A shard need not have a case of everything.
        if new.shard.is_none() {
            let why = after.reason.as_deref().unwrap_or("nothing was concluded");
            difference.regressions.push(change(None, format!("{}, and was {}: {why}", after.outcome, before.outcome)));
        }
        return;
    }
    let (had, has) = (kinds(old, &check), kinds(new, &check));
    for kind in has.intersection(&had).filter(|_| new.shard.is_none() && old.shard.is_none()) {
        let extent = |proof: &Proof| {
            let finding = proof.findings.iter().find(|finding| finding.check == check && finding.kind == **kind);
            finding.map(|finding| Extent::of(proof, finding))
        };
        if let (Some(before), Some(after)) = (extent(old), extent(new))
            && let Reach::Further(how) = before.compare(&after)
        {
            difference.regressions.push(change(Some(kind), format!("{kind}: {how}")));
        }
    }
    for kind in has.difference(&had) {
        difference.regressions.push(change(Some(kind), (*kind).to_owned()));
    }
    if new.shard.is_none() {
        difference.fixes.extend(had.difference(&has).map(|kind| change(Some(kind), (*kind).to_owned())));
    }
}

fn kinds<'a>(proof: &'a Proof, check: &str) -> BTreeSet<&'a str> {
    proof.findings.iter().filter(|finding| finding.check == check).map(|finding| finding.kind.as_str()).collect()
}

impl Difference {
    /// Writes the changes for people.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let heading = |out: &mut dyn Write, colour: AnsiColor, title: &str, lines: Vec<String>| {
            let style: Style = colour.on_default().bold();
            if lines.is_empty() {
                return Ok(());
            }
            writeln!(out, "{style}{title}{style:#}")?;
            lines.iter().try_for_each(|line| writeln!(out, "  {}", plain(line)))
        };
        let changes = |changes: &[Change]| -> Vec<String> {
            changes
                .iter()
                .map(|change| match change.level {
                    Level::Must => format!("{}: {}", change.check, change.what),
                    level => format!("{} ({level}): {}", change.check, change.what),
                })
                .collect()
        };
        heading(out, AnsiColor::Red, "regressions", changes(&self.regressions))?;
        heading(out, AnsiColor::Green, "fixes", changes(&self.fixes))?;
        let new = self.new.iter().map(|(rule, outcome)| format!("{rule}: {outcome}")).collect();
        heading(out, AnsiColor::Yellow, "newly exercised", new)?;
        heading(out, AnsiColor::Yellow, "gone", self.gone.clone())?;
        writeln!(
            out,
            "{} regression{}, {} fix{}, {} new, {} gone",
            self.regressions.len(),
            if self.regressions.len() == 1 { "" } else { "s" },
            self.fixes.len(),
            if self.fixes.len() == 1 { "" } else { "es" },
            self.new.len(),
            self.gone.len()
        )
    }
}
