//! Abilities in front of the system prompt: the core ones first, then what
//! matches the task, as far as the budget goes.

use serde_json::{Value, json};

use super::super::prompt::{Ability, abilities, limit, tokens};
use crate::subject::{Host, Quirks, Refusal};

/// Prepares a prompt and sends it to the provider.
pub(super) fn prompt(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let known = abilities(params);
    let limit = limit(params);
    let mut text = String::new();
    let mut injected: Vec<&str> = Vec::new();
    let wanted = wanted(quirks, &known);
    let mut left_out = 0;
    for ability in &wanted {
        let longer = format!("{text}{}", section(ability));
        let mut room = limit;
        if quirks.has("core-is-not-counted-at-all") {
            room += known.iter().filter(|ability| ability.core).map(|ability| tokens(&section(ability))).sum::<usize>();
        }
        if count(quirks, &longer, &injected, ability) <= room {
            text = longer;
            injected.push(ability.id);
        } else {
            left_out += 1;
            if quirks.has("includes-the-one-that-does-not-fit") && left_out == 1 {
                text = longer;
                injected.push(ability.id);
            } else if quirks.has("stops-at-the-first-that-does-not-fit") {
                left_out += wanted.len();
                break;
            } else if quirks.has("cuts-the-first-that-does-not-fit") {
                let room = (limit * 4).saturating_sub(text.chars().count());
                text.extend(section(ability).chars().take(room));
                if room > 20 {
                    injected.push(ability.id);
                }
                break;
            }
        }
    }
    let own = params["agent"]["systemPrompt"].as_str().unwrap_or_default();
    let bare = json!({"system": own, "prompt": params["task"]});
    let request = match () {
        () if quirks.has("appends-abilities") => json!({"system": format!("{own}\n{text}"), "prompt": params["task"]}),
        () if quirks.has("puts-abilities-into-the-prompt") => {
            json!({"system": own, "prompt": format!("{text}{}", params["task"])})
        }
        () if quirks.has("replaces-the-system-prompt") && !text.is_empty() => {
            json!({"system": text, "prompt": params["task"]})
        }
        () if quirks.has("puts-the-last-ability-behind") && injected.len() > 1 => {
            let at = text.rfind("## ").unwrap_or(0);
            json!({"system": format!("{}{own}\n{}", &text[..at], &text[at..]), "prompt": params["task"]})
        }
        () => json!({"system": format!("{text}{own}"), "prompt": params["task"]}),
    };
    if quirks.has("injects-from-the-second-call-on") {
        host.call("host/provider", bare)?;
    }
    if quirks.has("injects-extras-later") {
        let core: String = known.iter().filter(|ability| ability.core).map(section).collect();
        host.call("host/provider", json!({"system": format!("{core}{own}"), "prompt": params["task"]}))?;
    }
    host.call("host/provider", request)?;
    let warnings: Vec<String> =
        (left_out > 0).then(|| format!("{left_out} abilities did not fit into {limit} tokens")).into_iter().collect();
    let token_count = match () {
        () if quirks.has("reports-the-tokens-of-contents") => {
            known.iter().filter(|ability| injected.contains(&ability.id)).map(|ability| tokens(ability.content)).sum()
        }
        () => tokens(&text),
    };
    Ok(json!({"injected": injected, "tokenCount": token_count, "truncated": left_out > 0, "warnings": warnings}))
}

fn section(ability: &Ability<'_>) -> String {
    format!("## {}\n{}\n\n", ability.id, ability.content)
}

/// The abilities to inject, the most important first.
fn wanted<'a>(quirks: &Quirks, known: &'a [Ability<'a>]) -> Vec<&'a Ability<'a>> {
    let is_core =
        |ability: &&Ability<'_>| ability.core && (ability.matches || !quirks.has("core-only-when-it-matches"));
    let mut core: Vec<&Ability<'_>> = known.iter().filter(is_core).collect();
    if quirks.has("first-core-ability-only") {
        core.truncate(1);
    }
    if quirks.has("at-most-three-core-abilities") {
        core.truncate(3);
    }
    let extra = known.iter().filter(|ability| !ability.core && ability.matches);
    match () {
        () if quirks.has("matched-abilities-first") => extra.chain(core).collect(),
        () if quirks.has("matched-abilities-first-when-tight") => {
            let extra: Vec<&Ability<'_>> = extra.collect();
            if extra.len() > 2 {
                extra.into_iter().chain(core).collect()
            } else {
                core.into_iter().chain(extra).collect()
            }
        }
        () if quirks.has("sorts-all-abilities-by-name") => {
            let mut all: Vec<&Ability<'_>> = core.into_iter().chain(extra).collect();
            all.sort_by(|a, b| b.id.cmp(a.id));
            all
        }
        () if quirks.has("shortest-abilities-first") => {
            let mut all: Vec<&Ability<'_>> = core.into_iter().chain(extra).collect();
            all.sort_by_key(|ability| ability.content.len());
            all
        }
        () => core.into_iter().chain(extra).collect(),
    }
}

/// The tokens of a text with one more ability.
fn count(quirks: &Quirks, longer: &str, injected: &[&str], ability: &Ability<'_>) -> usize {
    let trimmed = longer.trim_end();
    match () {
        () if quirks.has("separators-are-not-counted") => trimmed.replace("\n\n", "").chars().count().div_ceil(4),
        () if quirks.has("headers-are-not-counted") => {
            let headers: usize = injected.iter().chain([&ability.id]).map(|id| id.chars().count() + 4).sum();
            trimmed.chars().count().saturating_sub(headers).div_ceil(4)
        }
        () if quirks.has("counts-words") => trimmed.split_whitespace().count(),
        () if quirks.has("counts-five-characters-a-token") => trimmed.chars().count().div_ceil(5),
        () if quirks.has("rounds-tokens-down") => trimmed.chars().count() / 4,
        () => tokens(trimmed),
    }
}
