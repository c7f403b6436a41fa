//! All cases of a run: at once, as far as a budget goes, or in waves.

use std::time::Instant;

use super::Options;
use super::budget::{Extent, sweep_within};
use super::pace::Estimate;
use super::pool::{Pool, Sweep, Swept, sweep};
use super::shrink::Scene;
use super::tally::{Marks, Tally};

/// Runs the cases of every exercised check: once, as far as a budget goes, or in waves until the time is up.
pub(super) fn sweep_all(
    scene: Scene<'_>,
    exercised: &[usize],
    options: &Options<'_>,
    began: Instant,
) -> (Swept, Extent) {
    let cases = |random| exercised.iter().map(|&check| scene.plan[check].cases(random)).fold(0, u64::saturating_add);
    let tell = |estimate: Estimate| {
        let told =
            if options.time_box.or(options.budget).is_none() { estimate.told(options.cases, cases) } else { None };
        if let Some(told) = told {
            options.progress.estimated(&told);
        }
    };
    let how = Sweep {
        jobs: options.jobs,
        most_jobs: options.most_jobs,
        shard: options.shard,
        most_failures: options.most_failures,
        learns: options.time_box.is_some(),
        outcomes_only: !options.investigate,
        progress: options.progress,
        tell: &tell,
    };
    let wave = |from: u64, to: u64| -> Vec<(usize, u64, u64)> {
        let range = |&check: &usize| {
            let planned = &scene.plan[check];
            (check, if from == 0 { 0 } else { planned.cases(from) }, planned.cases(to))
        };
        exercised.iter().map(range).collect()
    };
    options.progress.begin(exercised.len(), cases(options.cases));
    let all = Extent { first: options.first, random: options.cases };
    if let Some(budget) = options.budget {
        let clock = scene.limits.clock;
        return sweep_within(Pool::new(scene, how), (scene.plan, exercised), options, (began, budget), || clock.now());
    }
    let mut swept = sweep(scene, &wave(0, options.cases), how);
    if let Some(time_box) = options.time_box {
        let mut from = options.cases;
        while began.elapsed() < time_box && !scene.limits.are_over() {
            let to = from + options.cases.max(1);
            for (planned, tally) in scene.plan.iter().zip(&swept.tallies) {
                planned.learn(planned.cases(from), tally.news.values().copied());
            }
            let more = sweep(scene, &wave(from, to), how);
            for (sum, tally) in swept.tallies.iter_mut().zip(more.tallies) {
                // There may be millions of cases, and no merge will ask for them one by one.
                sum.merge(Tally { marks: Marks::default(), ..tally });
            }
            for (key, (index, history)) in more.histories {
                swept.histories.entry(key).or_insert((index, history));
            }
            swept.settling += more.settling;
            from = to;
        }
        swept.tallies.iter_mut().for_each(|tally| tally.marks = Marks::default());
    }
    (swept, all)
}
