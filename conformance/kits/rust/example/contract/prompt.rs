//! What an agent is told before its task: its abilities, as far as the budget goes (ABL-001 to ABL-003).

use std::cmp::Reverse;

use proofmark::{Host, Refusal};
use serde_json::{Value, json};

use crate::json::{count, entries, text, texts};
use crate::world::ask;

const CHARACTERS_PER_TOKEN: usize = 4;
const SEPARATOR: &str = "\n\n";

struct Ability<'a> {
    id: &'a str,
    content: &'a str,
    /// How many of its tags are words of the task.
    relevance: usize,
}

/// Puts the prompt together and sends it.
pub(super) fn prompt(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let limit = count(&params["tokenLimit"]).unwrap_or(usize::MAX);
    let (chosen, left_out) = choose(params, limit);
    let own_prompt = params["agent"]["systemPrompt"].as_str().unwrap_or_default();
    let system = [&contents(&chosen), own_prompt].join(SEPARATOR);
    ask(host, "host/provider", json!({"system": system, "prompt": params["task"]}))?;

    let token_count = tokens(&chosen);
    let left_out_for =
        |ability: &Ability<'_>| format!("The ability {} was left out: {limit} tokens are not enough.", ability.id);
    let mut warnings: Vec<String> = left_out.iter().map(left_out_for).collect();
    if token_count > limit {
        warnings.push(format!("The core abilities alone take more than {limit} tokens."));
    }
    let injected: Vec<&str> = chosen.iter().map(|ability| ability.id).collect();
    let truncated = !left_out.is_empty();
    Ok(json!({"injected": injected, "tokenCount": token_count, "truncated": truncated, "warnings": warnings}))
}

/// The abilities to inject, and those that found no room.
///
/// Core abilities come first and are never left out: should they alone exceed the
/// limit, two rules of the contract contradict each other, and the one about core
/// abilities wins. Of the others, those with more matching tags come first.
fn choose(params: &Value, limit: usize) -> (Vec<Ability<'_>>, Vec<Ability<'_>>) {
    let task = params["task"].as_str().unwrap_or_default().to_lowercase();
    let core: Vec<&str> = texts(&params["agent"]["coreAbilities"]).collect();
    let known = entries(&params["abilities"]).iter().filter_map(|ability| {
        let relevance = texts(&ability["tags"]).filter(|tag| has_word(&task, &tag.to_lowercase())).count();
        Some(Ability { id: text(&ability["id"])?, content: text(&ability["content"])?, relevance })
    });
    let (mut chosen, mut matching): (Vec<_>, Vec<_>) = known.partition(|ability| core.contains(&ability.id));
    matching.retain(|ability| ability.relevance > 0);
    matching.sort_by_key(|ability| Reverse(ability.relevance));

    let mut left_out = Vec::new();
    for ability in matching {
        chosen.push(ability);
        // Where one finds no room, neither do those behind it, so that a larger limit never takes an ability away.
        if !left_out.is_empty() || tokens(&chosen) > limit {
            left_out.extend(chosen.pop());
        }
    }
    (chosen, left_out)
}

/// Whether `word` is in the text, and not as a part of another word.
fn has_word(text: &str, word: &str) -> bool {
    let is_of_a_word = |c: char| c.is_alphanumeric() || c == '_';
    text.char_indices().any(|(start, _)| {
        let (before, rest) = text.split_at(start);
        let after = rest.strip_prefix(word);
        after.is_some_and(|after| !before.ends_with(is_of_a_word) && !after.starts_with(is_of_a_word))
    })
}

fn contents(abilities: &[Ability<'_>]) -> String {
    let contents: Vec<&str> = abilities.iter().map(|ability| ability.content).collect();
    contents.join(SEPARATOR)
}

/// Of the text as it is sent, without the white space at its end.
fn tokens(abilities: &[Ability<'_>]) -> usize {
    contents(abilities).trim_end().chars().count().div_ceil(CHARACTERS_PER_TOKEN)
}
