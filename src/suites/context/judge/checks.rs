//! What the checks of each method have in common, and those of each side of a step.

use serde_json::Value;

use super::ground;
use super::probe::probe;
use super::verdict::verdict;
use crate::draw::{Draw, Shape};
use crate::rule::{Arm, Check, OnFault, arm};
use crate::suites::context::draw::{self, shape};
use crate::suites::context::methods::{CORE, MANIFEST, POST, PRE};
use crate::suites::context::model::due;
use crate::suites::context::model::kind::{CONTINUATION, FOLLOW_ON, INITIAL, type_of};
use crate::suites::context::model::place::{post, pre};

/// What checks of the core have in common.
pub(in super::super) const OF_CORE: Check =
    Check { methods: &[CORE], shape: &shape::CORE, classify: of_core, ground: ground::of_core, ..VERDICT };
/// What checks of a step's PRE have in common.
pub(in super::super) const OF_PRE: Check =
    Check { methods: &[PRE], shape: &shape::STEP, classify: of_pre, ground: ground::of_pre, ..VERDICT };
/// What checks of a step's POST have in common.
pub(in super::super) const OF_POST: Check =
    Check { methods: &[POST], shape: &shape::STEP, classify: of_post, ground: ground::of_post, ..VERDICT };
/// What checks of a manifest have in common.
pub(in super::super) const OF_MANIFEST: Check =
    Check { methods: &[MANIFEST], shape: &shape::MANIFEST, classify: of_manifest, ..VERDICT };

const VERDICT: Check = Check { labels: &["accept", "reject"], exam: verdict, on_fault: OnFault::Blocks, ..Check::NEW };

/// What checks of open points have in common. The first reading of a question predicts that its case is accepted,
/// the second that it is refused.
pub(in super::super) const OPEN_POINTS: Check = Check {
    id: "open-points",
    property: "what the document leaves open is answered one way or the other, and the way is reported",
    shape: &Shape::Fixed,
    classify: |_| vec!["open point"],
    labels: &["open point"],
    exam: probe,
    on_fault: OnFault::Blocks,
    ..Check::NEW
};

const PROPERTY: &str = "a context that meets every demand is accepted, and one with a demand broken is refused";
const LABELS: &[&str] = &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION];

/// The PRE of step `N` of section 4.
pub(in super::super) struct Pre<const N: usize>;
/// The POST of step `N` of section 4.
pub(in super::super) struct Post<const N: usize>;

impl<const N: usize> Pre<N> {
    /// Every demand met, and every demand broken.
    pub(in super::super) const CHECK: Check =
        Check { property: PROPERTY, edges: Self::edges, arms: Self::ARMS, labels: LABELS, ..OF_PRE };
    /// Sound contexts only, where nothing is demanded.
    pub(in super::super) const SOUND: &'static [Arm] = &[arm(1, "sound", Self::sound)];
    const ARMS: &'static [Arm] = &[arm(2, "one fault", Self::one_fault), arm(1, "sound", Self::sound)];

    fn edges() -> Vec<Value> {
        draw::step_edges(pre(N))
    }

    fn one_fault(draw: &mut Draw) -> Value {
        draw::one_fault(draw, pre(N))
    }

    fn sound(draw: &mut Draw) -> Value {
        draw::sound(draw, pre(N))
    }
}

impl<const N: usize> Post<N> {
    /// Every demand met, and every demand broken.
    pub(in super::super) const CHECK: Check =
        Check { property: PROPERTY, edges: Self::edges, arms: Self::ARMS, labels: LABELS, ..OF_POST };
    /// Sound contexts only, where nothing is demanded.
    pub(in super::super) const SOUND: &'static [Arm] = &[arm(1, "sound", Self::sound)];
    const ARMS: &'static [Arm] = &[arm(2, "one fault", Self::one_fault), arm(1, "sound", Self::sound)];

    fn edges() -> Vec<Value> {
        draw::step_edges(post(N))
    }

    fn one_fault(draw: &mut Draw) -> Value {
        draw::one_fault(draw, post(N))
    }

    fn sound(draw: &mut Draw) -> Value {
        draw::sound(draw, post(N))
    }
}

/// The label of what the document says of a call.
pub(in super::super) fn by_verdict(method: &str, params: &Value) -> &'static str {
    match due(method, params) {
        Some(true) => "accept",
        Some(false) => "reject",
        None => "unspecified",
    }
}

fn of_core(case: &Value) -> Vec<&'static str> {
    typed(CORE, case)
}

fn of_pre(case: &Value) -> Vec<&'static str> {
    typed(PRE, case)
}

fn of_post(case: &Value) -> Vec<&'static str> {
    typed(POST, case)
}

fn typed(method: &str, case: &Value) -> Vec<&'static str> {
    [by_verdict(method, case)].into_iter().chain(type_of(case)).collect()
}

fn of_manifest(case: &Value) -> Vec<&'static str> {
    let calls = case["manifest"]["toolCalls"].as_array().map_or(0, Vec::len);
    let many = match calls {
        0 => "no calls",
        1 => "one call",
        _ => "several calls",
    };
    vec![by_verdict(MANIFEST, case), many]
}
