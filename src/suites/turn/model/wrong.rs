//! In which respect the contributions of a provider are not the ones that are due.

use super::record::{Item, Supplied};
use super::vocabulary::Provider;

/// The first respect in which they are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Wrong {
    /// The user's instruction turns up with another provider.
    Quoted,
    /// Another item of another provider turns up.
    Foreign,
    /// There is something where nothing is due.
    Trace,
    /// The instruction is not what the user said, or something else is an instruction.
    Instruction,
    /// Active memory is missing, or inactive memory is there.
    Memory,
    /// An item is not there once, under its kind.
    Item,
}

/// What is wrong with the contributions of a provider, if anything is.
pub(in super::super) fn wrong(provider: &Provider, items: &[Item], list: &[Supplied]) -> Option<Wrong> {
    let mine = || items.iter().filter(|item| item.provider == provider.name);
    let holding = |item: &Item| list.iter().filter(|one| one.content.contains(&item.text)).collect::<Vec<_>>();
    let strange = |item: &&Item| {
        item.provider != provider.name && !mine().any(|own| own.text == item.text) && !holding(item).is_empty()
    };
    if let Some(foreign) = items.iter().find(strange) {
        return Some(if foreign.kind == "instruction" { Wrong::Quoted } else { Wrong::Foreign });
    }
    let remembered = |item: &Item| item.kind == "fact" && item.active == holding(item).is_empty();
    if mine().any(remembered) {
        return Some(Wrong::Memory);
    }
    if !mine().any(|item| item.active) && !list.is_empty() {
        return Some(Wrong::Trace);
    }
    let of_kind = |kind: &str| list.iter().filter(|one| one.kind == kind).map(|one| &one.content).collect::<Vec<_>>();
    let said: Vec<&String> = mine().filter(|item| item.kind == "instruction").map(|item| &item.text).collect();
    if of_kind("instruction") != said {
        return Some(Wrong::Instruction);
    }
    let foreign_kind = list.iter().any(|one| !provider.kinds.contains(&one.kind.as_str()));
    let astray = |item: &Item| !matches!(holding(item).as_slice(), [one] if one.kind == item.kind);
    let mut others = mine().filter(|item| item.active && item.kind != "instruction");
    (foreign_kind || others.any(astray)).then_some(Wrong::Item)
}
