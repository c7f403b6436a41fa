//! Abilities in a prompt: what is core, what matches, and what fits.

use serde_json::Value;

use crate::draw::json::whole_number;

/// Room for the headers and separators of one ability, in tokens: more than any runtime needs.
pub(crate) const ROOM: usize = 32;

/// How many tokens a text has: one for every four characters, rounded up; white space at its end is free.
pub(crate) fn tokens(text: &str) -> usize {
    text.trim_end().chars().count().div_ceil(4)
}

/// One ability of a case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ability<'a> {
    /// Its name.
    pub(crate) id: &'a str,
    /// Its text.
    pub(crate) content: &'a str,
    /// Whether the agent always has it.
    pub(crate) core: bool,
    /// Whether one of its tags is a word of the task.
    pub(crate) matches: bool,
    /// Whether the first of its tags is.
    pub(crate) matches_at_once: bool,
    /// The first of its tags that is one, and how many words of the task stand before it.
    pub(crate) by: Option<(&'a str, usize)>,
}

/// The abilities of a case: the core ones in the agent's order, then the others.
pub(crate) fn abilities(case: &Value) -> Vec<Ability<'_>> {
    let core: Vec<&str> =
        case["agent"]["coreAbilities"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let task = case["task"].as_str().unwrap_or_default();
    let words: Vec<&str> = task.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut found: Vec<Ability<'_>> = case["abilities"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|ability| {
            let id = ability["id"].as_str().unwrap_or_default();
            let mut tags = ability["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).peekable();
            let matches_at_once = tags.peek().is_some_and(|tag| words.contains(tag));
            let by = tags.find_map(|tag| Some((tag, words.iter().position(|word| *word == tag)?)));
            Ability {
                id,
                content: ability["content"].as_str().unwrap_or_default(),
                core: core.contains(&id),
                matches_at_once,
                matches: by.is_some(),
                by,
            }
        })
        .collect();
    found.sort_by_key(|ability| core.iter().position(|id| *id == ability.id).unwrap_or(core.len()));
    found
}

/// The limit of a case, in tokens.
pub(crate) fn limit(case: &Value) -> usize {
    whole_number(&case["tokenLimit"]).unwrap_or(0)
}

/// Whether these abilities fit into the limit of a case, whatever a runtime puts around them.
pub(crate) fn fit<'a>(case: &Value, abilities: impl Iterator<Item = &'a Ability<'a>>) -> bool {
    let (count, sum) = abilities.fold((0, 0), |(count, sum), ability| (count + 1, sum + tokens(ability.content) + 1));
    sum + ROOM * (count + 1) <= limit(case)
}

/// Why the document does not say what is injected, if it does not.
pub(crate) fn doubt(case: &Value) -> Option<&'static str> {
    let all = abilities(case);
    let mut ids: Vec<&str> = all.iter().map(|ability| ability.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let core = case["agent"]["coreAbilities"].as_array().map_or(0, Vec::len);
    if ids.len() != all.len() || ids.contains(&"") {
        return Some("two abilities of the same name, or one without");
    }
    if core != all.iter().filter(|ability| ability.core).count() {
        return Some("a core ability that is not there");
    }
    if all.iter().any(|ability| ability.content.trim().len() < 4) {
        return Some("an ability with hardly any text");
    }
    if all.iter().any(|one| all.iter().any(|other| one.id != other.id && other.content.contains(one.content))) {
        return Some("an ability that is part of another");
    }
    let prompt = case["agent"]["systemPrompt"].as_str().unwrap_or_default();
    if all.iter().any(|ability| prompt.contains(ability.content)) {
        return Some("an ability that is part of the system prompt");
    }
    if limit(case) == 0 {
        return Some("a limit of zero, or none at all");
    }
    // Without a core there is nothing that must go in, and any limit can be kept to.
    if core > 0 && !fit(case, all.iter().filter(|ability| ability.core)) {
        return Some("core abilities that may not fit into the limit");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_counted_in_characters() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("abcd"), 1);
        assert_eq!(tokens("abcde"), 2);
        assert_eq!(tokens("日本語🦀"), 1);
        assert_eq!(tokens("abcd  \n\n"), 1);
    }
}
