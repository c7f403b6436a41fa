//! A run: plan, draw, exercise, judge, shrink, conclude.
//!
//! One fact has one type, and a case passes through them in this order. `Verdict` is what an exam says of the answers.
//! `Examined` is how the exam ended, which may be without any answers. `Ending` is what that means for the rule, with its
//! story; `End` is the same without it, and is kept of every case. `Signature` names the failures that are one bug.
//! `Outcome` is what all cases of a check, and all checks of a rule, come to in the proof.

mod answering;
mod batch;
mod blamed;
mod cause;
mod compare;
mod conclude;
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
mod merge;
mod mutation;
mod partial;
mod plan;
mod pool;
mod progress;
mod reading;
mod record;
mod replay;
mod score;
mod shard;
mod shrink;
mod tally;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use self::compare::{Parting, compare};
pub use self::found::KINDS_PER_CHECK;
pub use self::kept::{Kept, MARK};
pub use self::merge::{MergeError, merge};
pub use self::mutation::{Blame, Hunt, blame, hunt};
pub use self::progress::{Progress, Quiet};
pub use self::reading::Readings;
pub use self::record::{Asked, Asks, asks};
pub use self::replay::{Company, Replayed, case, replay};
pub use self::shard::Shard;

use self::batch::{Batch, batches};
use self::cause::trace_blocks;
use self::conclude::{Facts, conclude};
use self::excluded::excluded_as_seen;
use self::exercise::{Limits, Starts};
use self::floor::{Floors, floors};
use self::investigate::{LookedInto, assemble, investigate};
use self::plan::Planned;
use self::pool::{Sweep, Swept, sweep};
use self::score::score_do_nothing;
use self::shrink::Scene;
use crate::proof::{Proof, ProvenSubject, Timings};
use crate::rule::{Check, CheckRef, CorpusError, Rule, Suite};
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
    /// Go on drawing until this time has passed.
    pub time_box: Option<Duration>,
    /// How many workers.
    pub jobs: usize,
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
    /// Stop at the first failure (of each rule's checks, in their order).
    pub first_failure_only: bool,
    /// Look into failures: repeat, shrink. Without it a proof has outcomes and no findings but readings that contradict
    /// each other, and not all cases of a rule that fails are run.
    pub investigate: bool,
    /// The program that runs it, where that is another than `proofmark`: the commands that are shown name it.
    pub program: Option<&'a str>,
    /// Inputs that failed before: they are put first.
    pub kept: &'a [Kept],
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
            time_box: None,
            jobs: 1,
            shard: Shard::WHOLE,
            deadline: DEFAULT_DEADLINE,
            life: None,
            readings: Readings::default(),
            interrupted: &NEVER,
            progress: &Quiet,
            first_failure_only: false,
            investigate: true,
            program: None,
            kept: &[],
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
    let mut plan = plan(selection, options.seed)?;
    if launcher.record().is_some() {
        record::leave_out(&mut plan, options.cases);
    }
    answering::leave_to_others(&plan);
    let (starts, experiments) = (Starts::default(), AtomicU64::new(0));
    let scene = Scene {
        launcher,
        limits: Limits { life: options.life, ..Limits::new(options.deadline, options.interrupted, &starts) },
        plan: &plan,
        pinned: &options.readings,
        experiments: &experiments,
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
    let mut swept = sweep_all(scene, &exercised, options, began);
    if starts.are_hopeless() {
        for &check in &exercised {
            swept.tallies[check].give_up(Starts::REASON, plan[check].cases(options.cases));
        }
    }
    answering::take_back(&plan, &mut swept.tallies);
    if options.shard == Shard::WHOLE {
        answering::one_finding(&plan, &mut swept.tallies);
    }
    let sweep_seconds = began.elapsed().as_secs_f64();
    let looked = if options.investigate { investigate(scene, &swept, options) } else { LookedInto::new() };
    if options.investigate && !options.first_failure_only {
        trace_blocks(scene, &mut swept.tallies, options.shard != Shard::WHOLE);
    }
    options.progress.end();
    // What did not come up in one shard may have come up in another.
    let floors = if options.shard == Shard::WHOLE && !options.first_failure_only {
        floors(&plan, &swept.tallies, options)
    } else {
        Floors::new()
    };
    let mut findings = if options.investigate {
        assemble(&swept.tallies, |key, _| looked.get(key))
    } else {
        excluded_as_seen(&plan, &swept.tallies)
    };
    kept::add(&mut findings, again);
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
    };
    let mut proof = conclude(Facts {
        selection,
        plan: &plan,
        subject: proven,
        seed: options.seed,
        cases: options.cases,
        shard: options.shard,
        complete: !options.interrupted.load(Ordering::Relaxed),
        stopped: starts.hopeless(),
        tallies: &swept.tallies,
        findings,
        floors: &floors,
        notes: swept.endings.first().map(|fault| format!("at shutdown: {fault}")).into_iter().collect(),
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

/// The proof as long as nothing is known.
fn as_it_begins(selection: &Selection, plan: &[Planned], subject: ProvenSubject, options: &Options<'_>) -> Proof {
    let tallies: Vec<tally::Tally> = plan.iter().map(|_| tally::Tally::default()).collect();
    let proof = conclude(Facts {
        selection,
        plan,
        subject,
        seed: options.seed,
        cases: options.cases,
        shard: options.shard,
        complete: false,
        stopped: None,
        tallies: &tallies,
        findings: BTreeMap::new(),
        floors: &Floors::new(),
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

fn plan(selection: &Selection, seed: u64) -> Result<Vec<Planned>, CorpusError> {
    let checks = selection.iter().flat_map(|&(suite, rule)| {
        rule.checks.iter().map(move |check: &'static Check| CheckRef { suite, rule, check })
    });
    checks.map(|of| Planned::new(of, seed)).collect()
}

/// Runs the cases of every exercised check: once, or in waves until the time is up.
fn sweep_all(scene: Scene<'_>, exercised: &[usize], options: &Options<'_>, began: Instant) -> Swept {
    let how = Sweep {
        jobs: options.jobs,
        shard: options.shard,
        first_failure_only: options.first_failure_only,
        outcomes_only: !options.investigate,
        progress: options.progress,
    };
    let wave = |from: u64, to: u64| -> Vec<Batch> {
        exercised
            .iter()
            .flat_map(|&check| {
                let planned = &scene.plan[check];
                let start = if from == 0 { 0 } else { planned.cases(from) };
                batches(scene.launcher, check, start, planned.cases(to))
            })
            .collect()
    };
    let all = wave(0, options.cases);
    let cases = exercised.iter().map(|&check| scene.plan[check].cases(options.cases)).fold(0, u64::saturating_add);
    options.progress.begin(exercised.len(), cases);
    let mut swept = sweep(scene, &all, how);
    if let Some(time_box) = options.time_box {
        let mut from = options.cases;
        while began.elapsed() < time_box && !scene.limits.are_over() {
            let to = from + options.cases.max(1);
            let more = sweep(scene, &wave(from, to), how);
            for (sum, tally) in swept.tallies.iter_mut().zip(more.tallies) {
                // There may be millions of cases, and no merge will ask for them one by one.
                sum.merge(tally::Tally { marks: BTreeMap::new(), ..tally });
            }
            for (key, (index, history)) in more.histories {
                swept.histories.entry(key).or_insert((index, history));
            }
            swept.settling += more.settling;
            from = to;
        }
        swept.tallies.iter_mut().for_each(|tally| tally.marks.clear());
    }
    swept
}
