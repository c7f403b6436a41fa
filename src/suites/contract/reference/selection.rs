//! Selection: examples weigh most, exclusions against them, and nothing is left to chance.

use serde_json::{Value, json};

use crate::subject::Quirks;

/// What a matching keyword and a matching intent add.
const KEYWORD: f64 = 0.05;
const INTENT: f64 = 0.15;

/// The agents for a task, the best first.
pub(super) fn select(quirks: &Quirks, params: &Value) -> Value {
    let has = |quirk| quirks.has(quirk);
    let task = params["task"].as_str().unwrap_or_default();
    if let (true, Some(cached)) = (has("caches-by-task"), quirks.memory().get(task)) {
        return cached.clone();
    }
    let agents = params["agents"].as_array().map_or(&[][..], Vec::as_slice);
    let mut results: Vec<(String, f64)> = agents
        .iter()
        .filter(|agent| agent["enabled"] != false || has("lists-disabled-agents"))
        .map(|agent| (agent["agentId"].as_str().unwrap_or_default().to_owned(), score(quirks, agent, task)))
        .filter(|(_, score)| *score > 0.0 || has("does-not-clamp-at-the-bottom") && *score < 0.0)
        .map(|(id, score)| (id, clamp(quirks, score)))
        .collect();
    disturb(quirks, task, &mut results);
    let most = params["maxResults"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    if has("cuts-before-sorting") {
        results.truncate(most);
    }
    sort(quirks, &mut results);
    results.truncate(most);
    if results.is_empty() && !(has("no-fallback-for-a-blank-task") && task.trim().is_empty()) {
        results = fallback(quirks, agents);
    }
    let results: Vec<Value> =
        results.into_iter().map(|(id, score)| json!({"agentId": id, "confidence": score})).collect();
    let answer = json!({ "results": results });
    if has("caches-by-task") {
        quirks.memory().insert(task.to_owned(), answer.clone());
    }
    answer
}

fn texts<'a>(agent: &'a Value, list: &str) -> impl Iterator<Item = &'a str> {
    agent["selectionMetadata"][list].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// How a text of an agent matches a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    No,
    Part,
    Whole,
}

fn matches(quirks: &Quirks, task: &str, entry: &str) -> Match {
    let has = |quirk| quirks.has(quirk);
    let plain = |text: &str| {
        let text = if has("does-not-trim") { text } else { text.trim() };
        if has("minds-the-case") { text.to_owned() } else { text.to_lowercase() }
    };
    let (task, entry) = (plain(task), plain(entry));
    let is_part = match () {
        () if has("looks-for-the-task-in-the-example") => entry.contains(&task),
        () if has("matches-whole-words-only") => {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let (task, entry) = (words(&task), words(&entry));
            !entry.is_empty() && task.windows(entry.len()).any(|part| part == entry)
        }
        () if has("matches-at-the-start-only") => task.starts_with(&entry),
        () if has("matches-every-example") => true,
        () => task.contains(&entry),
    };
    match () {
        () if task == entry => Match::Whole,
        () if is_part => Match::Part,
        () => Match::No,
    }
}

fn score(quirks: &Quirks, agent: &Value, task: &str) -> f64 {
    let has = |quirk| quirks.has(quirk);
    let worth = |matched: Match| match matched {
        Match::No => 0.0,
        Match::Part if has("adds-a-third-for-an-example") => 0.3,
        Match::Part => 0.4,
        Match::Whole if has("treats-exact-as-substring") => 0.4,
        Match::Whole if has("exact-adds-to-substring") => 1.0,
        Match::Whole => 0.6,
    };
    let mut examples: Vec<f64> =
        texts(agent, "exampleTasks").map(|entry| worth(matches(quirks, task, entry))).collect();
    if has("looks-at-the-first-example-only") {
        examples.truncate(1);
    }
    if has("looks-at-the-last-example-only") {
        examples.drain(..examples.len().saturating_sub(1));
    }
    let example: f64 = match () {
        () if has("examples-add-up") => examples.iter().sum(),
        () if has("the-first-example-counts") => examples.iter().copied().find(|worth| *worth > 0.0).unwrap_or(0.0),
        () => examples.iter().copied().fold(0.0, f64::max),
    };
    let lower = task.to_lowercase();
    let count = |list: &str| texts(agent, list).filter(|entry| lower.contains(&entry.to_lowercase())).count();
    #[expect(clippy::cast_precision_loss, reason = "a handful of keywords")]
    let base = count("keywords") as f64 * KEYWORD + count("primaryIntents") as f64 * INTENT;
    let sum = if has("examples-multiply") && base > 0.0 { base * (1.0 + example * 2.0) } else { base + example };
    let sum = if has("clamps-before-exclusions") { sum.min(1.0) + 0.0 } else { sum };
    sum - exclusion(quirks, agent, task, example)
}

/// What the exclusions of an agent take away.
fn exclusion(quirks: &Quirks, agent: &Value, task: &str, example: f64) -> f64 {
    let has = |quirk| quirks.has(quirk);
    let mut entries: Vec<&str> = texts(agent, "notForTasks").collect();
    if has("looks-at-the-first-exclusion-only") {
        entries.truncate(1);
    }
    let counts = |entry: &&str| match matches(quirks, task, entry) {
        Match::No => false,
        Match::Part => !has("excludes-exact-tasks-only"),
        Match::Whole => true,
    };
    let matched = if has("excludes-case-sensitively") {
        entries.iter().filter(|entry| task.contains(**entry)).count()
    } else {
        entries.iter().filter(|entry| counts(entry)).count()
    };
    let times = if has("every-exclusion-counts") { matched } else { matched.min(1) };
    let each = match () {
        () if has("ignores-exclusions") => 0.0,
        () if has("an-example-outweighs-exclusions") && example > 0.0 => 0.0,
        () if has("takes-a-third-away") => 0.3,
        () if has("drops-excluded-agents") => 10.0,
        () if has("exclusions-add") => -0.5,
        () => 0.5,
    };
    #[expect(clippy::cast_precision_loss, reason = "a handful of exclusions")]
    let taken = times as f64 * each;
    taken
}

fn clamp(quirks: &Quirks, score: f64) -> f64 {
    let has = |quirk| quirks.has(quirk);
    match () {
        () if has("does-not-clamp-at-the-top") => score.max(0.0),
        () if has("does-not-clamp-at-the-bottom") => score.min(1.0),
        () if has("clamps-at-ten") => score.clamp(0.0, 10.0),
        () if has("answers-in-percent") => score.clamp(0.0, 1.0) * 100.0,
        () => score.clamp(0.0, 1.0),
    }
}

/// What a spoiled runtime lets earlier calls do to this one.
fn disturb(quirks: &Quirks, task: &str, results: &mut [(String, f64)]) {
    let mut memory = quirks.memory();
    if quirks.has("remembers-the-winner") {
        for (id, score) in results.iter_mut() {
            if memory.get("winner").is_some_and(|winner| winner == id.as_str()) {
                *score = (*score + 0.01).min(1.0);
            }
        }
        if let Some((id, _)) = results.iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
            memory.insert("winner".to_owned(), json!(id));
        }
    }
    if quirks.has("is-cold-at-first") && memory.insert("warm".to_owned(), json!(task)).is_none() {
        for (_, score) in results.iter_mut() {
            *score *= 0.9;
        }
    }
    if quirks.has("throws-a-coin") {
        let count = memory.get("calls").and_then(Value::as_u64).unwrap_or(0) + 1;
        memory.insert("calls".to_owned(), json!(count));
        if count.is_multiple_of(3) {
            for (_, score) in results.iter_mut() {
                *score = (*score - 0.001).max(0.0);
            }
        }
    }
}

fn sort(quirks: &Quirks, results: &mut [(String, f64)]) {
    let has = |quirk| quirks.has(quirk);
    let collated = |id: &str| id.replace('-', "");
    results.sort_by(|a, b| {
        let by_id = match () {
            () if has("ties-in-registration-order") => std::cmp::Ordering::Equal,
            () if has("ties-in-reverse") => b.0.cmp(&a.0),
            () if has("ties-by-length") => (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)),
            () if has("ties-without-hyphens") => collated(&a.0).cmp(&collated(&b.0)),
            () => a.0.cmp(&b.0),
        };
        let by_confidence = if has("sorts-by-rounded-confidence") {
            (b.1 * 10.0).round().total_cmp(&(a.1 * 10.0).round())
        } else {
            b.1.total_cmp(&a.1)
        };
        by_confidence.then(by_id)
    });
    match () {
        () if has("sorts-the-worst-first") => results.reverse(),
        () if has("sorts-by-id-alone") => results.sort_by(|a, b| a.0.cmp(&b.0)),
        () if has("swaps-the-last-two-agents") && results.len() > 4 => {
            let last = results.len() - 1;
            results.swap(last, last - 1);
        }
        () if has("puts-standard-last") => results.sort_by_key(|(id, _)| id == "standard"),
        () if has("best-first-then-by-id") && !results.is_empty() => results[1..].sort_by(|a, b| a.0.cmp(&b.0)),
        () => {}
    }
}

fn fallback(quirks: &Quirks, agents: &[Value]) -> Vec<(String, f64)> {
    let has = |quirk| quirks.has(quirk);
    let standard = |confidence: f64| vec![("standard".to_owned(), confidence)];
    match () {
        () if has("no-fallback") => Vec::new(),
        () if has("falls-back-at-zero") => standard(0.0),
        () if has("falls-back-at-one") => standard(1.0),
        () if has("falls-back-to-the-first-agent") => {
            agents.iter().take(1).filter_map(|agent| Some((agent["agentId"].as_str()?.to_owned(), 0.5))).collect()
        }
        () if has("falls-back-to-everybody") => {
            let ids = agents.iter().filter_map(|agent| agent["agentId"].as_str());
            ids.map(|id| (id.to_owned(), 0.5)).collect()
        }
        () => standard(0.5),
    }
}
