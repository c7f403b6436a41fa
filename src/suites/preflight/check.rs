//! What every check begins with.

use super::draw::shape;
use super::methods::METHOD;
use crate::rule::{Check, OnFault};

/// What the checks of this suite have in common. That there is an answer, `any-input` sees to.
pub(super) const CHECK: Check =
    Check { methods: &[METHOD], shape: &shape::CASE, on_fault: OnFault::Blocks, ..Check::NEW };
