//! When a check is given up: every fault costs a new process, every hang a deadline.
//!
//! Which cases count follows from how each of them ended, in the order of their numbers, and not from who ran them
//! when: more workers run more cases than count, and shards run at least those that count in the whole.

use std::collections::BTreeSet;
use std::time::Duration;

use super::plan::Planned;
use super::tally::{End, Mark, Marks, Signature, Tally};

/// After so many faults a check is given up: every one costs a new process.
const FAULTS_ENOUGH: u64 = 8;
/// After so many hangs a check is given up: every one costs a deadline.
const HANGS_ENOUGH: u64 = 2;
/// After so many hangs in all, hanging is no longer waited for: a check is judged by its cases before the first that
/// hangs, and only if there is none.
const HANGS_ENOUGH_IN_ALL: u64 = 8;
const AFTER_HANGS: &str = "given up after 8 hangs or floods: one of its cases hangs or floods as well";
/// How long is waited then, at most.
const HURRY: Duration = Duration::from_secs(1);
/// After so many checks of the same methods of which no case was answered, no other such check is tried.
const HOPELESS: usize = 4;
const BEYOND_HOPE: &str = "given up: no case of 4 checks of the same methods before it was answered";
/// After so many methods, or sets of them, of which every single call broke its process, no other is tried.
const HOPELESS_METHODS: usize = 3;
const NOTHING_ANSWERED: &str = "given up: no call before it was answered, and every one of them broke the process";

/// Whether a reason for giving up says that the subject never got so far as to be judged.
pub(super) fn is_for_want_of_answers(why: &str) -> bool {
    [BEYOND_HOPE, NOTHING_ANSWERED].contains(&why)
}

/// After so many cases of a check, all of them in vain, it is given up.
const IN_VAIN: u64 = 16;

/// What speaks for giving up.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Trouble {
    faults: u64,
    broke: u64,
    hung: u64,
    answered: u64,
    unanswered: u64,
}

impl Trouble {
    pub(super) fn add(&mut self, mark: &Mark) {
        self.faults += u64::from(matches!(mark.end, End::Failed(Signature::Fault(_))));
        self.broke += u64::from(mark.broke);
        self.hung += u64::from(mark.hung);
        let unanswered = u64::from(mark.fault().is_some());
        self.unanswered += unanswered;
        self.answered += 1 - unanswered;
    }

    /// Whether nothing was answered so far, of enough cases to say that nothing will be.
    pub(super) fn is_in_vain(self) -> bool {
        self.answered == 0 && self.unanswered >= IN_VAIN
    }

    /// Whether a batch of cases ends here; in a hurry, any hang ends it.
    pub(super) fn stops_a_batch(self, hurried: bool) -> bool {
        let hangs_enough = if hurried { 1 } else { HANGS_ENOUGH };
        self.broke >= FAULTS_ENOUGH || self.hung >= hangs_enough
    }

    /// Whether no further batch begins.
    pub(super) fn gives_up(self) -> bool {
        self.stops_a_batch(false) || self.faults >= FAULTS_ENOUGH
    }

    /// Of cases that add up to these.
    pub(super) fn of<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Self {
        let mut sum = Self::default();
        for tally in tallies {
            sum.faults += tally.faults;
            sum.broke += tally.broke;
            sum.hung += tally.hung;
            sum.answered += tally.cases - tally.unanswered;
            sum.unanswered += tally.unanswered;
        }
        sum
    }

    /// Of both together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            faults: self.faults + other.faults,
            broke: self.broke + other.broke,
            hung: self.hung + other.hung,
            answered: self.answered + other.answered,
            unanswered: self.unanswered + other.unanswered,
        }
    }
}

/// How long a call has once there were too many hangs.
pub(super) fn in_a_hurry(deadline: Duration) -> Duration {
    (deadline / 10).min(HURRY)
}

/// Why a check is not tried, where those before it leave no hope. `earlier` tells of each of them what came of it.
pub(super) fn beyond_hope(
    plan: &[Planned],
    check: usize,
    earlier: impl Iterator<Item = Trouble>,
) -> Option<&'static str> {
    let mine = plan[check].check.methods;
    let put = plan.iter().map(|planned| planned.check.methods).zip(earlier);
    let put: Vec<(&[&str], Trouble)> = put.filter(|(_, came)| came.answered + came.unanswered > 0).collect();
    let alike = || put.iter().filter(|(methods, _)| *methods == mine);
    if alike().count() >= HOPELESS && alike().all(|(_, came)| came.answered == 0) {
        return Some(BEYOND_HOPE);
    }
    // An adapter that talks on stdout, or dies, does so whatever it is asked.
    let breaks = |came: &Trouble| came.answered == 0 && came.broke == came.unanswered;
    let methods: BTreeSet<&[&str]> = put.iter().map(|(methods, _)| *methods).collect();
    let hopeless = put.len() >= HOPELESS && methods.len() >= HOPELESS_METHODS;
    (hopeless && put.iter().all(|(_, came)| breaks(came))).then_some(NOTHING_ANSWERED)
}

/// Whether there were so many hangs in these checks that hanging is no longer waited for.
pub(super) fn too_many_hangs(hangs_per_check: impl Iterator<Item = u64>) -> bool {
    hangs_per_check.map(|hung| hung.min(HANGS_ENOUGH)).sum::<u64>() >= HANGS_ENOUGH_IN_ALL
}

/// The last case that counts, if not all of them do. `batch_of` tells the batch of a case.
fn last_that_counts(marks: &Marks, hangs_before: u64, batch_of: impl Fn(u64) -> u64) -> Option<u64> {
    let (mut in_all, mut in_batch) = (Trouble::default(), Trouble::default());
    let mut previous: Option<u64> = None;
    for (index, mark) in marks.iter() {
        if let Some(previous) = previous.filter(|previous| batch_of(*previous) != batch_of(index)) {
            if in_all.gives_up() || hangs_before + in_all.hung >= HANGS_ENOUGH_IN_ALL {
                return Some(previous);
            }
            in_batch = Trouble::default();
        }
        in_all.add(mark);
        in_batch.add(mark);
        if in_batch.stops_a_batch(false) || in_all.is_in_vain() {
            return Some(index);
        }
        previous = Some(index);
    }
    None
}

/// The last case of a single batch that counts, if not all of them do.
pub(super) fn last_of_a_batch(marks: &Marks, hurried: bool) -> Option<u64> {
    match first_hang(marks) {
        Some(hang) if hurried => Some(hang),
        _ => last_that_counts(marks, 0, |_| 0),
    }
}

fn first_hang(marks: &Marks) -> Option<u64> {
    marks.iter().find(|(_, mark)| mark.hung).map(|(index, _)| index)
}

/// Leaves out every case that does not count. `first_of` tells the first case of a check, where its batches begin.
pub(super) fn leave_out(plan: &[Planned], tallies: &mut [Tally], batch: u64, first_of: impl Fn(usize) -> u64) {
    let mut hangs = 0;
    for (check, planned) in plan.iter().enumerate() {
        let (earlier, rest) = tallies.split_at_mut(check);
        let Some(tally) = rest.first_mut() else { break };
        let begin = first_of(check);
        if let Some(why) = beyond_hope(plan, check, earlier.iter().map(|tally| Trouble::of([tally]))) {
            tally.cut(planned, None);
            tally.given_up = Some(why);
        } else if hangs >= HANGS_ENOUGH_IN_ALL {
            if let Some(hang) = first_hang(&tally.marks) {
                tally.cut(planned, hang.checked_sub(1));
                tally.given_up = Some(AFTER_HANGS);
            }
        } else if let Some(last) = last_that_counts(&tally.marks, hangs, |index| index.saturating_sub(begin) / batch) {
            tally.cut(planned, Some(last));
        }
        hangs += tally.hung;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> Marks {
        let mark = |c: char| match c {
            'x' => Mark { end: End::Failed(Signature::Fault("exited")), broke: true, hung: false },
            'H' => Mark { end: End::Failed(Signature::Fault("hung")), broke: true, hung: true },
            'e' => Mark { end: End::Failed(Signature::Fault("error")), broke: false, hung: false },
            _ => Mark { end: End::Held, broke: false, hung: false },
        };
        (0..).zip(text.chars().map(mark)).collect()
    }

    fn last(text: &str) -> Option<u64> {
        last_that_counts(&marks(text), 0, |index| index / 10)
    }

    #[test]
    fn enough_is_enough_at_the_same_case_whoever_ran_it() {
        assert_eq!(last("................"), None);
        assert_eq!(last("xxxxxxxx.."), Some(7));
        assert_eq!(last(".H..H....."), Some(4));
        // What does not end the process is cheap: the batch is finished.
        assert_eq!(last("eeeeeeeee...."), Some(9));
        // Unless nothing was answered from the first case on.
        assert_eq!(last_that_counts(&marks(&"e".repeat(30)), 0, |_| 0), Some(15));
        assert_eq!(last_that_counts(&marks(&format!(".{}", "e".repeat(30))), 0, |_| 0), None);
        assert_eq!(last("eeee......eeee......e"), Some(19));
        // Two of a kind in two batches.
        assert_eq!(last(".H......... .H.....  .H"), Some(19));
    }

    #[test]
    fn nothing_more_is_tried_where_every_call_of_several_methods_breaks_the_process() {
        let checks = crate::suites::builtin().checks();
        let plan: Vec<Planned> = checks.map(|of| Planned::new(of, 0).unwrap()).collect();
        let breaks = Trouble { broke: 8, unanswered: 8, faults: 8, ..Trouble::default() };
        let given_up = |came: &dyn Fn(usize) -> Trouble| {
            let mut earlier: Vec<Trouble> = Vec::new();
            for check in 0..plan.len() {
                let why = beyond_hope(&plan, check, earlier.iter().copied());
                if why == Some(NOTHING_ANSWERED) {
                    return earlier.iter().filter(|trouble| trouble.unanswered > 0).count();
                }
                earlier.push(if why.is_some() { Trouble::default() } else { came(check) });
            }
            plan.len()
        };
        let tried = given_up(&|_| breaks);
        assert!((HOPELESS..4 * HOPELESS).contains(&tried), "{tried} checks were tried");
        // One answer, an error that leaves the process alone, or one method only: the others may be sound.
        assert_eq!(given_up(&|check| Trouble { answered: u64::from(check == 0), ..breaks }), plan.len());
        assert_eq!(given_up(&|_| Trouble { broke: 0, ..breaks }), plan.len());
        let of = |check: usize| plan[check].check.methods;
        let sound = Trouble { answered: 8, ..Trouble::default() };
        assert_eq!(given_up(&|check| if of(check) == of(0) { breaks } else { sound }), plan.len());
    }

    #[test]
    fn hangs_elsewhere_count_too() {
        assert_eq!(last_that_counts(&marks("H..........."), 7, |index| index / 10), Some(9));
        assert!(too_many_hangs([2, 2, 5, 2].into_iter()));
        assert!(!too_many_hangs([9, 9, 9].into_iter()));
        assert_eq!(last_of_a_batch(&marks("..H..H"), true), Some(2));
        assert_eq!(last_of_a_batch(&marks("..H..."), false), None);
    }
}
