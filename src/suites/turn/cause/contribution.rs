//! What the wrong contributions of a provider go back to.

use serde_json::{Value, json};

use super::super::draw::full_turn;
use super::super::judge::Contributed;
use super::super::model::record::{
    Item, Supplied, contribute, contributions, items, supplied, to_json, told_apart, with_slice_of,
};
use super::super::model::vocabulary::Provider;
use super::super::model::wrong::{Wrong, wrong};
use super::{Cause, counted, to};
use crate::rule::{Case, Judgement, Stop, Talk};

/// Judges contributions: `own` says what this rule has against them. It counts where they go back to this rule;
/// where they go back to another one, the case is blocked.
pub(in super::super) fn traced(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    contributed: &Contributed,
    own: impl FnOnce() -> Judgement,
) -> Result<Judgement, Stop> {
    let turn = &case["turn"];
    let due = |provider: &Provider| to_json(&contributions(provider.name, turn).unwrap_or_default());
    let mut other = None;
    for (provider, list) in &contributed.all {
        let Some(found) = cause(talk, turn, provider, &contributed.items, list)? else { continue };
        if found.rule == case.rule_id() {
            return Ok(counted(own(), &found, due(provider), to_json(list)));
        }
        other.get_or_insert((found, provider, list));
    }
    Ok(match other {
        None => own(),
        Some((found, provider, list)) => {
            let failure = counted(own(), &found, due(provider), to_json(list));
            found.blocks(&json!({"provider": provider.name, "turn": turn})).instead_of(failure)
        }
    })
}

/// The cause of what is wrong with the contributions of a provider, if anything is.
pub(in super::super) fn cause(
    talk: &mut Talk<'_>,
    turn: &Value,
    provider: &'static Provider,
    items_of_turn: &[Item],
    list: &[Supplied],
) -> Result<Option<Cause>, Stop> {
    let Some(wrong_is) = wrong(provider, items_of_turn, list) else { return Ok(None) };
    if !same_afresh(talk, turn, provider, list)? {
        return Ok(Some(to("ephemeral", "a new process answers otherwise")));
    }
    if let Some(taken) = of_another(wrong_is) {
        return Ok(Some(taken));
    }
    // Among others whose texts are all their own, what is taken from them is told from what is said twice.
    for others in [full_turn(), json!({})] {
        let other = with_slice_of(&others, provider, turn);
        let Ok(items) = items(&other).and_then(|items| told_apart(&items).map(|()| items)) else { continue };
        if other != *turn {
            let list = supplied(&talk.ask(contribute(provider.name, &other))?.value)?;
            match wrong(provider, &items, &list) {
                None => return Ok(Some(to("isolation", "another provider's slice changes the contributions"))),
                Some(there) => {
                    if let Some(taken) = of_another(there) {
                        return Ok(Some(taken));
                    }
                }
            }
        }
    }
    Ok(Some(match wrong_is {
        Wrong::Trace => to("absence", "an empty slice is contributed"),
        Wrong::Instruction => to("user-authority", "the instruction is not what the user said"),
        Wrong::Memory => to("kfr-active", "memory is not contributed as it is switched"),
        _ => to("ownership", "an item is not contributed once, under its kind"),
    }))
}

/// The cause, where what is wrong is that something of another provider turns up.
fn of_another(wrong: Wrong) -> Option<Cause> {
    match wrong {
        Wrong::Quoted => Some(to("user-authority", "the instruction turns up with another provider")),
        Wrong::Foreign => Some(to("ownership", "an item is contributed by another provider")),
        _ => None,
    }
}

/// Whether a new process contributes the same.
pub(in super::super) fn same_afresh(
    talk: &mut Talk<'_>,
    turn: &Value,
    provider: &Provider,
    list: &[Supplied],
) -> Result<bool, Stop> {
    let afresh = talk.ask(contribute(provider.name, turn).on_spare_process())?;
    Ok(supplied(&afresh.value)? == list)
}
