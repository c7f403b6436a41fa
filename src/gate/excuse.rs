//! Which failures a file of known failures lets through, and which of its lines are wrong.

use super::extent::Reach;
use super::{Date, Entry, Extent, KnownFile};
use crate::proof::{Excuse, ExcusedBy, Finding, Outcome, Proof};
use crate::rule::{Catalogue, CheckRef};
use crate::run::KINDS_PER_CHECK;

/// What an entry comes to in the light of a proof.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It fails as described.
    Expected,
    /// This run says nothing about it.
    NotJudged,
    /// There is no such rule or check: why.
    Unknown(String),
    /// The check does not fail any more.
    Passes,
    /// The check fails in these ways, and not as described.
    FailsOtherwise(Vec<String>),
    /// It fails as described, in more cases than were written down: how.
    FailsFurther(String),
}

/// Marks the findings that `file` lets through, and objects to every line of it that is wrong.
pub fn excuse_known(catalogue: &Catalogue, proof: &mut Proof, file: &KnownFile, today: Date) {
    for (place, entry) in file.entries.iter().enumerate() {
        let twin =
            file.entries[..place].iter().find(|other| (&other.check, &other.kind) == (&entry.check, &entry.kind));
        if let Some((line, what)) = object(catalogue, proof, entry, twin, today) {
            proof.objections.push(format!("{}:{line}: {what}", file.name));
            continue;
        }
        if let Some(how) = less_far(proof, entry) {
            let line = entry.lines.0;
            let advice = "`proofmark known update` makes the entry as narrow as it can be";
            proof.notes.push(format!("{}:{line}: {}: {how}; {advice}", file.name, entry.check));
        }
        excuse(proof, entry);
    }
}

/// How a known failure reaches less far than was written down, if it does.
fn less_far(proof: &Proof, entry: &Entry) -> Option<String> {
    match reach(proof, entry)? {
        Reach::LessFar(how) => Some(how),
        Reach::Same | Reach::Further(_) => None,
    }
}

/// How far the failure of an entry reaches beside what was written down. Of a part of a run nothing can be said.
fn reach(proof: &Proof, entry: &Entry) -> Option<Reach> {
    if proof.shard.is_some() || !proof.complete {
        return None;
    }
    let finding = proof.findings.iter().find(|finding| describes(entry, finding))?;
    Some(entry.seen.as_ref()?.compare(&Extent::of(proof, finding)))
}

/// What is wrong with an entry, and in which line.
fn object(
    catalogue: &Catalogue,
    proof: &Proof,
    entry: &Entry,
    twin: Option<&Entry>,
    today: Date,
) -> Option<(usize, String)> {
    let Entry { check, lines: (first, last), member_lines, .. } = entry;
    let remove = format!("remove lines {first} to {last}");
    if let Some(twin) = twin {
        return Some((*first, format!("{check} is listed twice, in line {} already: {remove}", twin.lines.0)));
    }
    let standing = standing(catalogue, proof, entry);
    match standing {
        Standing::NotJudged => return None,
        Standing::Unknown(why) => return Some((*first, format!("{why}: {remove}"))),
        Standing::Passes => return Some((*first, format!("{check} does not fail any more: {remove}"))),
        Standing::FailsOtherwise(kinds) => {
            let line = member_lines.kind;
            let kind = entry.kind.as_deref().unwrap_or_default();
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
            let kinds = kinds.join(" and ");
            return Some((
                line,
                format!("{check} fails with {kinds}, not with \"{kind}\": change line {line}, or {remove}"),
            ));
        }
        Standing::FailsFurther(how) => {
            let update = "mend it, or write it down anew with `proofmark known update`";
            return Some((*first, format!("{check} has got worse: {how}; {update}")));
        }
        Standing::Expected => {}
    }
    if entry.reason.is_empty() {
        let line = member_lines.reason;
        return Some((line, format!("say why {check} is let through: fill in `reason` in line {line}")));
    }
    let until = entry.until.filter(|until| *until < today)?;
    let line = member_lines.until;
    Some((
        line,
        format!("{check} was let through until {until}: mend it and {remove}, or set a later day in line {line}"),
    ))
}

/// What `entry` comes to in the light of `proof`.
pub(super) fn standing(catalogue: &Catalogue, proof: &Proof, entry: &Entry) -> Standing {
    let Some((suite, rule)) = catalogue.rule(&entry.rule) else {
        return Standing::Unknown(format!("there is no rule `{}`", entry.rule));
    };
    let Some(CheckRef { check, .. }) = catalogue.check(&entry.check) else {
        return Standing::Unknown(format!("there is no check `{}`", entry.check));
    };
    if entry.check != format!("{}/{}/{}", suite.name, rule.id, check.id) {
        return Standing::Unknown(format!("`{}` is no check of the rule {}", entry.check, entry.rule));
    }
    let mut kinds: Vec<String> = of_check(proof, &entry.check).map(|finding| finding.kind.clone()).collect();
    // Several bugs of one kind come one after the other.
    kinds.dedup();
    let described = |kind: &String| entry.kind.as_ref().is_none_or(|wanted| wanted == kind);
    if kinds.iter().any(described) {
        return match reach(proof, entry) {
            Some(Reach::Further(how)) => Standing::FailsFurther(how),
            _ => Standing::Expected,
        };
    }
    let result = proof.rules.iter().find(|result| result.rule == entry.rule);
    let outcome = result.and_then(|result| result.checks.iter().find(|result| result.check == check.id));
    match outcome.map(|result| result.outcome) {
        // Not selected, or not exercised: nothing was learnt. Nor by a shard: another one may have the case.
        None | Some(Outcome::NotExercised | Outcome::Blocked | Outcome::Inconclusive) => Standing::NotJudged,
        _ if proof.shard.is_some() || !proof.complete => Standing::NotJudged,
        Some(Outcome::Pass | Outcome::Undecided | Outcome::Partial) => Standing::Passes,
        // Of a check that fails in many ways not all are looked into: this one may be among the rest.
        Some(Outcome::Fail | Outcome::Fault) if kinds.is_empty() || kinds.len() >= KINDS_PER_CHECK => {
            Standing::NotJudged
        }
        Some(Outcome::Fail | Outcome::Fault) => Standing::FailsOtherwise(kinds),
    }
}

fn of_check<'a>(proof: &'a Proof, check: &str) -> impl Iterator<Item = &'a Finding> {
    proof.findings.iter().filter(move |finding| finding.check == check)
}

/// Whether `entry` describes `finding`.
pub(super) fn describes(entry: &Entry, finding: &Finding) -> bool {
    entry.check == finding.check && entry.kind.as_ref().is_none_or(|kind| *kind == finding.kind)
}

fn excuse(proof: &mut Proof, entry: &Entry) {
    for finding in proof.findings.iter_mut().filter(|finding| describes(entry, finding)) {
        let issue = entry.issue.clone();
        finding.excused = Some(Excuse { by: ExcusedBy::Known, reason: entry.reason.clone(), issue });
    }
}
