//! A run: plan, draw, exercise, judge, shrink, conclude.
//!
//! One fact has one type, and a case passes through them in this order. `Verdict` is what an exam says of the answers.
//! `Examined` is how the exam ended, which may be without any answers. `Ending` is what that means for the rule, with its
//! story; `End` is the same without it, and is kept of every case. `Signature` names the failures that are one bug.
//! `Outcome` is what all cases of a check, and all checks of a rule, come to in the proof.

mod answering;
mod batch;
mod blamed;
mod budget;
mod cause;
mod company;
mod compare;
mod conclude;
mod done;
mod drawn;
mod ending;
mod enough;
mod excluded;
mod exercise;
mod finding;
mod floor;
mod found;
mod history;
mod investigate;
mod kept;
mod known;
mod learn;
mod marks;
mod merge;
mod mutation;
mod outcome;
mod pace;
mod pairs;
mod partial;
mod plain_places;
mod plan;
mod pool;
mod progress;
mod purse;
mod reading;
mod record;
mod reduction;
mod remembered;
mod replay;
mod score;
mod shard;
mod share;
mod shrink;
mod tally;
mod team;
mod unexplained;
mod unsteady;
mod waves;
mod words;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use self::compare::{Parting, compare};
pub use self::drawn::hunt_by_drawing;
pub use self::found::KINDS_PER_CHECK;
pub use self::kept::{Kept, MARK};
pub use self::merge::{MergeError, merge};
pub use self::mutation::{Blame, Hunt, blame, hunt};
pub use self::pairs::{Pairs, pairs};
pub use self::plan::CaseName;
pub use self::progress::{Progress, Quiet};
pub use self::reading::Readings;
pub use self::record::{Asked, Asks, asks};
pub use self::replay::{Company, Replayed, Shrunk, case, replay, shrink};
pub use self::shard::Shard;
pub use self::share::{Decided, Share, decided};

use self::budget::Extent;
use self::cause::trace_blocks;
use self::conclude::{Facts, conclude};
use self::excluded::excluded_as_seen;
use self::exercise::{Limits, Ready, Starts};
use self::floor::{Floors, floors};
use self::investigate::{LookedInto, assemble, investigate};
use self::plan::{Planned, plan};
use self::pool::Swept;
use self::score::score_do_nothing;
use self::shrink::Scene;
use self::waves::sweep_all;
use crate::mutex::unlock;
use crate::proof::{Proof, ProvenSubject, Timings};
use crate::rule::{CorpusError, Rule, Suite};
use crate::subject::{Implementation, LaunchError, Launcher};

/// How many random cases an ordinary check draws unless told otherwise.
pub const DEFAULT_CASES: u64 = 200;

/// How long a call may take unless told otherwise.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(10);

/// The rules to run.
pub type Selection = Vec<(&'static Suite, &'static Rule)>;

/// What a run is given beside the subject.
pub struct Options<'a> {
    /// The seed from which all random cases follow.
    pub seed: u64,
    /// How many random cases an ordinary check draws.
    pub cases: u64,
    /// Of every check, no more than its first so many cases.
    pub first: Option<u64>,
    /// Go on drawing until this time has passed.
    pub time_box: Option<Duration>,
    /// Draw fewer cases, so that this time is enough.
    pub budget: Option<Duration>,
    /// How many workers.
    pub jobs: usize,
    /// How many workers there may be where that is seen to help: with subjects that wait more than they compute.
    pub most_jobs: usize,
    /// Which part of the cases.
    pub shard: Shard,
    /// How long a call may take.
    pub deadline: Duration,
    /// How long a call may last, however much the subject says meanwhile; twelve times the deadline if not said.
    pub life: Option<Duration>,
    /// The readings to hold the subject to.
    pub readings: Readings,
    /// Set to interrupt the run.
    pub interrupted: &'a AtomicBool,
    /// Hears how the run goes on.
    pub progress: &'a dyn Progress,
    /// Stop once so many checks have failed, and show the first of them.
    pub most_failures: Option<usize>,
    /// Look into failures: repeat, shrink. Without it a proof has outcomes and no findings but readings that contradict
    /// each other, and not all cases of a rule that fails are run.
    pub investigate: bool,
    /// The program that runs it, where that is another than `proofmark`: the commands that are shown name it.
    pub program: Option<&'a str>,
    /// Inputs that failed before: they are put first.
    pub kept: &'a [Kept],
    /// Words to put where a vocabulary is closed, before those that the subject says.
    pub words: &'a [String],
    /// Score subjects that do nothing beside it, if the run comes to its end: a percentage alone says nothing.
    pub score: bool,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Options<'_> {
    /// An ordinary run of one worker that nobody watches or interrupts.
    fn default() -> Self {
        Self {
            seed: 0,
            cases: DEFAULT_CASES,
            first: None,
            time_box: None,
            budget: None,
            jobs: 1,
            most_jobs: 1,
            shard: Shard::WHOLE,
            deadline: DEFAULT_DEADLINE,
            life: None,
            readings: Readings::default(),
            interrupted: &NEVER,
            progress: &Quiet,
            most_failures: None,
            investigate: true,
            program: None,
            kept: &[],
            words: &[],
            score: true,
        }
    }
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The subject could not be started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A corpus file is broken: a bug of the harness.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
}

/// Runs the selected rules on a subject.
///
/// # Errors
/// [`RunError`] when the subject cannot be started; what it does once it runs is in the proof.
pub fn run(selection: &Selection, launcher: &dyn Launcher, options: &Options<'_>) -> Result<Proof, RunError> {
    let began = Instant::now();
    let subject = probe(launcher)?;
    let mut plan = plan(selection, options.seed, options.first)?;
    let words = words::take_along(launcher, &subject, &mut plan, options);
    if launcher.record().is_some() {
        record::leave_out(&mut plan, options.cases);
    }
    answering::leave_to_others(&plan);
    let (starts, ready) = (Starts::default(), Ready::default());
    let (experiments, spent) = (AtomicU64::new(0), Mutex::default());
    let scene = Scene {
        launcher,
        limits: Limits {
            life: options.life,
            ready: Some(&ready),
            ..Limits::new(options.deadline, options.interrupted, &starts)
        },
        plan: &plan,
        pinned: &options.readings,
        experiments: &experiments,
        spent: &spent,
        until: options.budget.map(|budget| budget::until(began, budget)),
    };
    let proven = ProvenSubject {
        name: subject.name.clone(),
        version: subject.version.clone(),
        language: subject.language.clone(),
        methods: subject.methods.clone(),
        features: subject.features.clone(),
        command: launcher.command().map(<[String]>::to_vec),
        record: launcher.record().map(str::to_owned),
    };
    options.progress.begun(&as_it_begins(selection, &plan, proven.clone(), options));
    let exercised: Vec<usize> = plan
        .iter()
        .enumerate()
        .filter(|(_, planned)| planned.lacks(&subject.methods, &subject.features).is_none())
        .map(|(n, _)| n)
        .collect();
    // One shard is enough: what is kept is put by itself, whatever is drawn beside it.
    let again = if options.investigate && options.shard.number == 1 { options.kept } else { &[] };
    let again = kept::put_first(scene, &exercised, again);
    let asked = options;
    let (mut swept, extent) = ready.during(launcher, || sweep_all(scene, &exercised, options, began));
    // From here on the run is one of so many cases, as if they had been asked for.
    let options = &Options {
        cases: extent.random,
        first: extent.first,
        jobs: swept.workers,
        readings: options.readings.clone(),
        ..*options
    };
    if let Some(first) = extent.first {
        for planned in &plan {
            planned.keep_first(first);
        }
    }
    if starts.are_hopeless() {
        for &check in &exercised {
            swept.tallies[check].give_up(Starts::REASON, plan[check].cases(options.cases));
        }
    }
    let failed = swept.tallies.iter().filter(|tally| !tally.failures.is_empty()).count();
    let cut_short = options.most_failures.is_some_and(|most| failed >= most);
    answering::take_back(&plan, &mut swept.tallies);
    if options.shard == Shard::WHOLE {
        answering::one_finding(&plan, &mut swept.tallies);
    }
    if !cut_short {
        unexplained::take_back(selection, &plan, &mut swept.tallies, options.shard);
    }
    let sweep_seconds = began.elapsed().as_secs_f64();
    let looked = if options.investigate { investigate(scene, &swept, options) } else { LookedInto::new() };
    if options.investigate && !cut_short {
        trace_blocks(scene, &mut swept.tallies, options.shard != Shard::WHOLE);
    }
    options.progress.end();
    let mut findings = if options.investigate {
        assemble(&swept.tallies, |key, _| looked.get(key))
    } else {
        excluded_as_seen(&plan, &swept.tallies)
    };
    kept::add(&mut findings, again);
    // What did not come up in one shard may have come up in another.
    if options.shard == Shard::WHOLE {
        remembered::hand_over(&plan, &mut swept.tallies, &mut findings);
    }
    let floors = if options.shard == Shard::WHOLE && !cut_short {
        floors(&plan, &swept.tallies, options)
    } else {
        Floors::new()
    };
    let seconds = began.elapsed().as_secs_f64();
    let total: u64 = swept.tallies.iter().map(|tally| tally.cases).sum();
    #[expect(clippy::cast_precision_loss, reason = "a rate to be read by people")]
    let timings = Timings {
        seconds,
        sweep_seconds,
        shrink_seconds: seconds - sweep_seconds,
        cases_per_second: total as f64 / sweep_seconds.max(1e-9),
        settling_share: swept.settling.as_secs_f64() / (sweep_seconds * options.jobs.max(1) as f64).max(1e-9),
        jobs: options.jobs,
        rules: times(&plan, &swept.tallies),
        experiments: experiments.load(Ordering::Relaxed),
        findings: unlock(spent),
    };
    let mut proof = conclude(Facts {
        selection,
        plan: &plan,
        subject: proven,
        seed: options.seed,
        extent,
        cut: (asked.budget.is_some()).then_some(asked.cases),
        enough: options.most_failures.filter(|_| cut_short),
        shard: options.shard,
        complete: !options.interrupted.load(Ordering::Relaxed),
        stopped: starts.hopeless(),
        tallies: &swept.tallies,
        findings,
        traced: options.investigate && !cut_short,
        floors: &floors,
        words: words.to_vec(),
        notes: notes(&swept, asked, extent),
        timings,
    });
    proof.program = options.program.map(str::to_owned);
    if options.shard != Shard::WHOLE {
        proof.partial = Some(partial::write(&plan, &swept.tallies, &looked, options));
    } else if proof.complete && options.score {
        // The score is one of the whole: the merge of all shards has it.
        proof.do_nothing = score_do_nothing(selection, &proof, options)?;
    }
    Ok(proof)
}

/// What is remarkable beside the rules.
fn notes(swept: &Swept, asked: &Options<'_>, extent: Extent) -> Vec<String> {
    let ending = swept.endings.first().map(|fault| format!("at shutdown: {fault}"));
    let cut = asked.budget.and_then(|budget| extent.told(asked.cases, budget));
    ending.into_iter().chain(cut).collect()
}

/// The proof as long as nothing is known.
fn as_it_begins(selection: &Selection, plan: &[Planned], subject: ProvenSubject, options: &Options<'_>) -> Proof {
    let tallies: Vec<tally::Tally> = plan.iter().map(|_| tally::Tally::default()).collect();
    let proof = conclude(Facts {
        selection,
        plan,
        subject,
        seed: options.seed,
        extent: Extent { first: options.first, random: options.cases },
        cut: None,
        enough: None,
        shard: options.shard,
        complete: false,
        stopped: None,
        tallies: &tallies,
        findings: BTreeMap::new(),
        traced: false,
        floors: &Floors::new(),
        words: Vec::new(),
        notes: Vec::new(),
        timings: Timings::default(),
    });
    Proof { program: options.program.map(str::to_owned), ..proof }
}

/// How long the cases of each rule took.
fn times(plan: &[Planned], tallies: &[tally::Tally]) -> BTreeMap<String, f64> {
    let mut times = BTreeMap::new();
    for (planned, tally) in plan.iter().zip(tallies).filter(|(_, tally)| tally.cases > 0) {
        *times.entry(planned.rule_id()).or_default() += tally.time.as_secs_f64();
    }
    times
}

/// Asks a subject who it is.
fn probe(launcher: &dyn Launcher) -> Result<Implementation, LaunchError> {
    let link = launcher.launch()?;
    let implementation = link.implementation().clone();
    link.end();
    Ok(implementation)
}
