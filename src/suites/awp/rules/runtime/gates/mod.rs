//! The completion gates: what a manager's COMPLETE has to get past.

pub(super) mod gate_critique;
pub(super) mod gate_deliverable;
pub(super) mod gate_deliverable_presence;
pub(super) mod gate_eval;
pub(super) mod gate_file;
pub(super) mod gate_placeholder;
pub(super) mod gate_structural_integrity;

use crate::rule::Check;
use crate::suites::awp::draw::runtime::evidence::SHAPE;
use crate::suites::awp::exam::gate::{METHOD, examine};

/// What the checks of all gates have in common.
const CHECK: Check = Check { id: "completion", methods: &[METHOD], shape: &SHAPE, exam: examine, ..Check::NEW };
