//! From the proofs of all shards to the proof of the whole run.
//!
//! The shards' cases are put together as one run would have seen them, and concluded by the same code.

use std::collections::BTreeMap;

use super::answering::{one_finding, take_back};
use super::budget::Extent;
use super::conclude::{Facts, conclude};
use super::enough::leave_out;
use super::floor::floors;
use super::investigate::{LookedInto, assemble};
use super::partial::{read_check, read_failures};
use super::plan::Planned;
use super::shard::Shard;
use super::tally::Tally;
use super::{Options, RunError, Selection, kept, plan, remembered, score_do_nothing, unexplained};
use crate::proof::{Partial, Proof, Timings};
use crate::rule::Catalogue;
use crate::subject::Economy;

/// Why shards do not make a whole.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there is no proof to merge")]
    Nothing,
    /// A file cannot be part of a whole: which, and why.
    #[error("{file} cannot be merged: {why}")]
    Unfit {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// Two files do not belong together.
    #[error("{one} and {other} cannot be merged: they have different {what}")]
    Different {
        /// The first file.
        one: String,
        /// The file that differs from it.
        other: String,
        /// In what.
        what: String,
    },
    /// The same shard twice, and not the same in both.
    #[error("{one} and {other} are both shard {shard}, and differ: leave one of them out")]
    Double {
        /// The first file.
        one: String,
        /// The second.
        other: String,
        /// The shard.
        shard: String,
    },
    /// Shards are not there: which, and whether that is one or several.
    #[error("{0} missing")]
    Missing(String),
    /// The whole could not be concluded.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// A shard's proof, read.
struct Part<'a> {
    file: &'a str,
    proof: &'a Proof,
    partial: &'a Partial,
    shard: Shard,
}

/// The proof of the whole run, from the proofs of its shards, each with the name of its file.
///
/// # Errors
/// [`MergeError`] when they are not all shards of one run.
pub fn merge(catalogue: &Catalogue, proofs: &[(String, Proof)]) -> Result<Proof, MergeError> {
    if let [(_, whole)] = proofs
        && whole.shard.is_none()
    {
        return Ok(whole.clone());
    }
    let parts = parts(proofs)?;
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let selection = selection(catalogue, first)?;
    let mut plan = plan(&selection, first.proof.seed, first.proof.first).map_err(RunError::from)?;
    let words = first.proof.words.clone().into();
    for planned in &mut plan {
        planned.take_words(&words);
    }
    let mut tallies: Vec<Tally> = plan.iter().map(|_| Tally::default()).collect();
    let mut looked: BTreeMap<u64, LookedInto> = BTreeMap::new();
    for part in &parts {
        let unfit = || part.unfit("what it says of its cases does not fit its rules".to_owned());
        for read in &part.partial.checks {
            let check = plan.iter().position(|planned| planned.id == read.check).ok_or_else(unfit)?;
            let tally = read_check(&plan, check, read, part.shard, part.proof.cases).ok_or_else(unfit)?;
            tallies[check].merge(tally);
        }
        looked.insert(part.shard.number, read_failures(&plan, part.partial).ok_or_else(unfit)?);
    }
    let piped = first.proof.subject.command.is_some();
    let economy = if piped { Economy::PROCESSES } else { Economy::IN_PROCESS };
    leave_out(&plan, &mut tallies, economy.batch, |_| 0);
    take_back(&plan, &mut tallies);
    one_finding(&plan, &mut tallies);
    unexplained::take_back(&selection, &plan, &mut tallies, Shard::WHOLE);
    // The first case of a failure was looked into by the shard that has it.
    let mut findings = assemble(&tallies, |key, index| {
        let owner = index % first.shard.of + 1;
        looked.get(&owner)?.get(key).filter(|looked| looked.index == index)
    });
    for part in &parts {
        kept::add(&mut findings, kept::of_shard(&plan, &part.proof.findings));
    }
    remembered::hand_over(&plan, &mut tallies, &mut findings);
    let mut notes: Vec<String> = parts.iter().find_map(|part| part.proof.notes.first().cloned()).into_iter().collect();
    notes
        .extend(gaps(&plan, &tallies, first).map(|check| format!("the shards gave up {check} before the whole would")));
    let options = Options { seed: first.proof.seed, cases: first.proof.cases, ..Options::default() };
    let floors = floors(&plan, &tallies, &options);
    let mut proof = conclude(Facts {
        selection: &selection,
        plan: &plan,
        subject: first.proof.subject.clone(),
        seed: first.proof.seed,
        extent: Extent { first: first.proof.first, random: first.proof.cases },
        cut: None,
        enough: None,
        shard: Shard::WHOLE,
        complete: true,
        stopped: None,
        tallies: &tallies,
        findings,
        traced: true,
        floors: &floors,
        words: first.proof.words.clone(),
        notes,
        timings: timings(&parts),
    });
    proof.program.clone_from(&first.proof.program);
    proof.do_nothing = score_do_nothing(&selection, &proof, &options)?;
    Ok(proof)
}

fn parts(proofs: &[(String, Proof)]) -> Result<Vec<Part<'_>>, MergeError> {
    // A shard that was run again takes the place of the run that did not come to its end.
    let run_again = |(place, (_, proof)): &(usize, &(String, Proof))| {
        let others = proofs.iter().enumerate().filter(|(other, _)| other != place);
        !proof.complete && others.into_iter().any(|(_, (_, other))| other.complete && other.shard == proof.shard)
    };
    let read = proofs.iter().enumerate().filter(|proof| !run_again(proof));
    let mut parts: Vec<Part<'_>> = read.map(|(_, (file, proof))| Part::read(file, proof)).collect::<Result<_, _>>()?;
    if let Some((first, rest)) = parts.split_first() {
        for other in rest {
            if let Some(what) = first.differs_from(other) {
                let (one, other) = (first.file.to_owned(), other.file.to_owned());
                return Err(MergeError::Different { one, other, what: what.to_owned() });
            }
        }
    }
    parts.sort_by_key(|part| part.shard.number);
    // The same twice is no harm.
    parts.dedup_by(|other, one| one.shard == other.shard && one.says_the_same_as(other));
    if let Some([one, other]) = parts.array_windows().find(|[one, other]| one.shard == other.shard) {
        let shard = one.shard.to_string();
        return Err(MergeError::Double { one: one.file.to_owned(), other: other.file.to_owned(), shard });
    }
    let of = parts.first().map_or(0, |part| part.shard.of);
    // As many as a reader wants to see, and one more.
    let missing = (1..=of).filter(|number| !parts.iter().any(|part| part.shard.number == *number));
    let missing: Vec<String> = missing.take(9).map(|number| Shard { number, of }.to_string()).collect();
    match &missing[..] {
        [] => Ok(parts),
        [one] => Err(MergeError::Missing(format!("shard {one} is"))),
        [shown @ .., _] if shown.len() == 8 => {
            Err(MergeError::Missing(format!("shards {} and others are", shown.join(", "))))
        }
        all => Err(MergeError::Missing(format!("shards {} are", all.join(", ")))),
    }
}

impl<'a> Part<'a> {
    fn read(file: &'a str, proof: &'a Proof) -> Result<Self, MergeError> {
        let unfit = |why: &str| MergeError::Unfit { file: file.to_owned(), why: why.to_owned() };
        if proof.harness != env!("CARGO_PKG_VERSION") {
            let why = format!("proofmark {} wrote it, and this is {}", proof.harness, env!("CARGO_PKG_VERSION"));
            return Err(unfit(&why));
        }
        let shard = proof.shard.as_deref().and_then(|shard| shard.parse().ok());
        let (Some(shard), Some(partial)) = (shard, &proof.partial) else {
            return Err(unfit("it is not the proof of a shard (`run --shard K/N`)"));
        };
        if !proof.complete {
            return Err(unfit("its run was interrupted"));
        }
        if partial.time_boxed {
            return Err(unfit("its number of cases was a matter of time (`--for`)"));
        }
        Ok(Self { file, proof, partial, shard })
    }

    /// Whether both came to the same, however long that took.
    fn says_the_same_as(&self, other: &Self) -> bool {
        let said = |proof: &Proof| Proof { timings: Timings::default(), ..proof.clone() };
        said(self.proof) == said(other.proof)
    }

    fn unfit(&self, why: String) -> MergeError {
        MergeError::Unfit { file: self.file.to_owned(), why }
    }

    /// In what two shards differ that shards of one run have in common.
    fn differs_from(&self, other: &Self) -> Option<&'static str> {
        let (one, two) = (self.proof, other.proof);
        let rules = |proof: &Proof| proof.rules.iter().map(|rule| rule.rule.clone()).collect::<Vec<_>>();
        let versions =
            |proof: &Proof| proof.suites.iter().map(|suite| (suite.suite.clone(), suite.version)).collect::<Vec<_>>();
        [
            (one.seed == two.seed, "seeds"),
            (one.cases == two.cases && one.first == two.first, "numbers of cases"),
            (one.subject == two.subject, "subjects"),
            (one.words == two.words, "words, as their subject says them"),
            (rules(one) == rules(two), "rules"),
            (versions(one) == versions(two), "versions of their suites"),
            (self.partial.readings == other.partial.readings, "readings"),
            (self.shard.of == other.shard.of, "numbers of shards"),
        ]
        .into_iter()
        .find_map(|(same, what)| (!same).then_some(what))
    }
}

fn selection(catalogue: &Catalogue, part: &Part<'_>) -> Result<Selection, MergeError> {
    let rule = |id: &str| catalogue.rule(id).ok_or_else(|| part.unfit(format!("there is no rule `{id}`")));
    part.proof.rules.iter().map(|result| rule(&result.rule)).collect()
}

/// The checks of which the whole has fewer cases than it would have run: its shards met more hangs in all than the
/// whole would have met, and stopped.
fn gaps<'a>(plan: &'a [Planned], tallies: &'a [Tally], part: &'a Part<'_>) -> impl Iterator<Item = &'a str> {
    plan.iter().zip(tallies).filter_map(|(planned, tally)| {
        let last = tally.marks.last()?;
        (tally.cases < last.min(planned.cases(part.proof.cases)) + 1).then_some(planned.id.as_str())
    })
}

/// The shards ran side by side: the slowest one counts.
fn timings(parts: &[Part<'_>]) -> Timings {
    let longest = |of: fn(&Timings) -> f64| parts.iter().map(|part| of(&part.proof.timings)).fold(0.0, f64::max);
    let mut rules = BTreeMap::new();
    for (rule, seconds) in parts.iter().flat_map(|part| &part.proof.timings.rules) {
        *rules.entry(rule.clone()).or_default() += seconds;
    }
    Timings {
        rules,
        seconds: longest(|timings| timings.seconds),
        sweep_seconds: longest(|timings| timings.sweep_seconds),
        shrink_seconds: longest(|timings| timings.shrink_seconds),
        settling_share: longest(|timings| timings.settling_share),
        cases_per_second: parts.iter().map(|part| part.proof.timings.cases_per_second).sum(),
        jobs: parts.iter().map(|part| part.proof.timings.jobs).sum(),
        experiments: parts.iter().map(|part| part.proof.timings.experiments).sum(),
        findings: parts.iter().flat_map(|part| part.proof.timings.findings.clone()).collect(),
    }
}
