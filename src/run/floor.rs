//! How much of a check has to be judged before it may pass.
//!
//! The reference decides whatever the document decides. A check of which a subject lets much less be judged than the
//! reference does shows little, however many of its cases were run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use super::Options;
use super::exercise::{Limits, Starts, Task, Worker};
use super::known::Known;
use super::plan::Planned;
use super::pool::SIDE_BY_SIDE;
use super::reading::Readings;
use super::tally::Tally;
use crate::share::share;
use crate::subject::Launcher;

/// How many cases of a check are put to the reference: enough to know the share that it decides.
const CASES: u64 = 1000;

/// What the reference makes of the cases of a check.
#[derive(Debug, Clone, Default)]
pub(super) struct Floor {
    cases: u64,
    judged: u64,
    labels: BTreeSet<String>,
}

/// The floors of a plan, by the place of the check.
pub(super) type Floors = BTreeMap<usize, Floor>;

impl Floor {
    /// Whether the document decides any of the cases.
    pub(super) fn decides(&self) -> bool {
        self.judged > 0
    }

    /// How many of `tally`'s cases have to be judged.
    pub(super) fn least(&self, planned: &Planned, tally: &Tally) -> u64 {
        let share = u128::from(tally.cases) * u128::from(self.judged) * u128::from(planned.check.floor);
        u64::try_from(share.div_ceil(100 * u128::from(self.cases.max(1)))).unwrap_or(u64::MAX)
    }

    /// The required labels that the reference decides and the subject left undecided.
    pub(super) fn unseen_labels(&self, planned: &Planned, tally: &Tally) -> Vec<&'static str> {
        let unseen = |label: &&str| self.labels.contains(*label) && !tally.judged_labels.contains_key(*label);
        planned.check.labels.iter().copied().filter(unseen).collect()
    }
}

/// Whether so little of a check was judged that what the reference makes of it matters. Where as much was judged as would
/// have to be if the document decided every case, with all labels that are required, it is not asked: it would take
/// longer than many a subject.
pub(super) fn is_in_doubt(planned: &Planned, tally: &Tally) -> bool {
    let enough = tally.judged * 100 >= tally.cases * planned.check.floor;
    let every_label = || planned.check.labels.iter().all(|label| tally.judged_labels.contains_key(*label));
    tally.judged < tally.cases && !(tally.judged > 0 && enough && every_label())
}

/// The floors of all checks of which too few cases were judged, by themselves, and none failed: only there they matter.
pub(super) fn floors(plan: &[Planned], tallies: &[Tally], options: &Options<'_>) -> Floors {
    let matters = |place: &usize| tallies[*place].failures.is_empty() && is_in_doubt(&plan[*place], &tallies[*place]);
    let wanted: Vec<usize> = (0..plan.len()).filter(matters).collect();
    let found = share(&wanted, options.jobs, |rest| {
        rest.map(|(_, &place)| (place, known_floor(&plan[place], options.cases, options.interrupted))).collect()
    });
    found.into_iter().collect()
}

/// The reference is the same every time.
static KNOWN: Known<(String, u64), Floor> = Known::new();

/// What the reference makes of a check with `random` cases drawn.
pub(super) fn known_floor(planned: &Planned, random: u64, interrupted: &AtomicBool) -> Floor {
    // Case 0 of a seed names the check and the seed.
    let key = (format!("{} {}", planned.name(0), planned.words().join(" ")), planned.cases(random));
    KNOWN.or_find(key, interrupted, || floor(planned, random, interrupted))
}

fn floor(planned: &Planned, random: u64, interrupted: &AtomicBool) -> Floor {
    let launcher = || planned.suite.reference();
    let tally = tally_of(planned, &launcher, planned.cases(random).min(CASES), interrupted, |_| true);
    let labels = tally.judged_labels.keys().map(ToString::to_string).collect();
    Floor { cases: tally.cases, judged: tally.judged, labels }
}

/// What the first `cases` of a check add up to on a subject of our own, as long as `goes_on` says so.
pub(super) fn tally_of(
    planned: &Planned,
    launcher: &dyn Launcher,
    cases: u64,
    interrupted: &AtomicBool,
    goes_on: impl Fn(&Tally) -> bool,
) -> Tally {
    let starts = Starts::default();
    let mut worker = Worker::new(launcher, Limits::new(super::DEFAULT_DEADLINE, interrupted, &starts));
    let task = |tag| Some(Task::new(tag, planned.of, planned.case(tag)?));
    let mut tally = Tally::default();
    let least = if planned.check.waits { SIDE_BY_SIDE } else { 1 };
    worker.examine(least, (0..cases).filter_map(task), |task, examined| {
        tally.add(planned, task, examined, &Readings::default());
        goes_on(&tally)
    });
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_asked_only_where_it_could_turn_the_verdict() {
        let of = crate::suites::builtin().check("preflight/diagnostic-order/order").unwrap();
        let planned = Planned::new(of, 0).unwrap();
        let labels = |labels: &[&'static str]| labels.iter().map(|label| ((*label).into(), 1)).collect();
        let tally =
            |judged, cases, of: &[&'static str]| Tally { judged, cases, judged_labels: labels(of), ..Tally::default() };
        let (all, floor) = (planned.check.labels, planned.check.floor);
        assert!(!is_in_doubt(&planned, &tally(100, 100, &[])), "all of it was judged");
        assert!(!is_in_doubt(&planned, &tally(floor, 100, all)), "no reference could ask for more");
        assert!(is_in_doubt(&planned, &tally(floor - 1, 100, all)), "the document may decide more");
        assert!(is_in_doubt(&planned, &tally(floor, 100, &all[1..])), "the document may decide the label");
        assert!(is_in_doubt(&planned, &tally(0, 1, all)), "nothing was judged");
    }
}
