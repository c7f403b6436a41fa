//! A profile looked up twice, with nothing in between but what was refused: it is the same.

use serde_json::Value;

use super::super::model::profile_doubt::members;
use super::super::model::registry::Due;
use super::registry::Performed;
use crate::draw::json::{same, without_nulls};

/// The profile as it was found before, where the agent was looked up then, was given nothing since but what is refused,
/// the last of it for a reason that `is_ours`, and is another one now.
///
/// Only the members of a profile are compared: what else a registry keeps beside them, when it was last read say, is its own.
pub(crate) fn changed_since<'a>(
    performed: &Performed<'a>,
    earlier: &[Performed<'a>],
    is_ours: impl Fn(&Performed<'a>) -> bool,
) -> Option<&'a Value> {
    let Due::Found(_) = performed.due else { return None };
    let id = &performed.operation["id"];
    let of_agent =
        |other: &&Performed<'a>| other.operation["id"] == *id || other.operation["profile"]["agentId"] == *id;
    let mut last = earlier.iter().rev().filter(of_agent);
    let refused = last.next().filter(|refused| is_ours(refused))?;
    let is_refused = |other: &&Performed<'a>| matches!(other.due, Due::Invalid(_) | Due::Taken);
    let before = std::iter::once(refused).chain(last).find(|other| !is_refused(other))?;
    let (Due::Found(_), true) = (&before.due, before.ok) else { return None };
    let (was, is) = (without_nulls(&before.result["profile"]), without_nulls(&performed.result["profile"]));
    (!members().all(|member| same(&was[member], &is[member]))).then_some(&before.result["profile"])
}
