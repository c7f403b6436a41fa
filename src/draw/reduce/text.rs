//! Simpler texts: shorter, and of plainer characters.

use serde_json::json;

use super::chunks::Chunks;
use super::stage::{Halving, Stage};

/// The ways to make a text simpler.
///
/// Where only the length matters, the text of nothing but `a` fails too: tried
/// first, it makes all deletions of the same length the same candidate.
pub(super) fn stages(text: &str, least: usize, thorough: bool) -> Vec<Stage> {
    let length = text.chars().count();
    let mut simpler = vec![json!("a".repeat(least.min(length)))];
    if thorough || text.chars().any(|c| c != plain(c)) {
        simpler.push(json!("a".repeat(length)));
    }
    vec![
        Stage::OneOf(simpler.into()),
        Stage::Prefix { least, halving: Halving::new(thorough) },
        Stage::FewerCharacters { least, chunks: Chunks::new(thorough) },
        Stage::PlainerCharacters(Chunks::new(thorough)),
    ]
}

/// The text without its next chunk of characters.
pub(super) fn with_fewer(text: &str, least: usize, chunks: &mut Chunks) -> Option<String> {
    let length = text.chars().count();
    loop {
        let chunk = chunks.next(length)?;
        if length - chunk.len() >= least {
            let kept = text.chars().enumerate().filter(|(at, _)| !chunk.contains(at));
            return Some(kept.map(|(_, c)| c).collect());
        }
        chunks.judged(false);
    }
}

/// The text with its next chunk of characters plain.
pub(super) fn with_plainer(text: &str, chunks: &mut Chunks) -> Option<String> {
    let row: Vec<usize> = text.chars().enumerate().filter(|(_, c)| *c != plain(*c)).map(|(at, _)| at).collect();
    let chunk = &row[chunks.next(row.len())?];
    // What is plain already stays what it is.
    let within = *chunk.first()?..=*chunk.last()?;
    Some(text.chars().enumerate().map(|(at, c)| if within.contains(&at) { plain(c) } else { c }).collect())
}

/// The plainest character of the same sort.
fn plain(c: char) -> char {
    if c.is_numeric() { '0' } else { 'a' }
}
