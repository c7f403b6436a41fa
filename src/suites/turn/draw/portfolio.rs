//! The cases that many rules share.

use super::{few, many, repetitive};
use crate::rule::{Arm, arm};

/// The usual portfolio of compositions.
pub(in super::super) const ARMS: &[Arm] =
    &[arm(4, "any contents", few), arm(2, "many contributions", many), arm(2, "equal contents", repetitive)];
