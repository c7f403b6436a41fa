//! What is noteworthy about a case, in words that several rules use.

use serde_json::Value;

use super::model::composition::Composition;

/// Labels a composition by its size.
pub(super) fn how_many(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    let providers = given.invocations.iter().filter(|one| !one.contributions.is_empty()).count();
    let most = given.invocations.iter().map(|one| one.contributions.len()).max().unwrap_or(0);
    vec![
        ["no provider", "one provider", "several providers"][providers.min(2)],
        match most {
            0 => "no contribution",
            1 => "one each",
            2..=9 => "several of one provider",
            _ => "many of one provider",
        },
    ]
}
