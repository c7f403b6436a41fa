//! Drawing as a proptest [`Strategy`]: our cases in anybody's `proptest!` tests.

use std::sync::Arc;

use proptest::prelude::Rng as _;
use proptest::strategy::{NewTree, Strategy};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;

use super::{Draw, Reducer, Shape};

/// Inputs drawn by a plain function and shrunk by their shape.
#[derive(Clone, Copy)]
pub struct Inputs<F> {
    draw: F,
    shape: &'static Shape,
}

impl<F: Fn(&mut Draw) -> Value> Inputs<F> {
    /// Inputs of `shape`, drawn by `draw`.
    pub fn new(shape: &'static Shape, draw: F) -> Self {
        Self { draw, shape }
    }
}

impl<F: Fn(&mut Draw) -> Value> Strategy for Inputs<F> {
    type Tree = Reducer;
    type Value = Arc<Value>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut draw = Draw::from_seed(runner.rng().next_u64());
        Ok(Reducer::new(Arc::new((self.draw)(&mut draw)), self.shape))
    }
}

impl<F> std::fmt::Debug for Inputs<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Inputs")
    }
}

/// The seed of case `index` of `check`: a hash of the three alone, so that
/// any case replays by itself, on any shard, with any number of workers.
#[must_use]
pub fn case_seed(seed: u64, check: &str, index: u64) -> u64 {
    // FNV-1a over the check's name, then SplitMix64 rounds to mix in the numbers.
    let name = check
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut mixed = Draw::from_seed(name ^ seed.rotate_left(32));
    let mut mixed = Draw::from_seed(mixed.bits() ^ index);
    mixed.bits()
}

/// A runner for one case: every setting is fixed here, because proptest's
/// default reads `PROPTEST_*` variables.
#[must_use]
pub fn runner_for(case_seed: u64) -> TestRunner {
    let config = Config {
        cases: 1,
        max_local_rejects: 0,
        max_global_rejects: 0,
        max_flat_map_regens: 0,
        failure_persistence: None,
        source_file: None,
        test_name: None,
        max_shrink_iters: 100_000,
        max_default_size_range: 100,
        result_cache: proptest::test_runner::noop_result_cache,
        rng_algorithm: RngAlgorithm::XorShift,
        rng_seed: proptest::test_runner::RngSeed::Fixed(case_seed),
        max_shrink_time: 0,
        verbose: 0,
        _non_exhaustive: (),
    };
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&case_seed.to_le_bytes());
    bytes[8..].copy_from_slice(&case_seed.rotate_left(17).wrapping_add(1).to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::XorShift, &bytes))
}
