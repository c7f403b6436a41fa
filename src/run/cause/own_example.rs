//! Where a failure is about a text and any text fails, the document's own is shown: as good as any, and it tells more.

use std::sync::Arc;

use serde_json::Value;

use super::Experiment;
use crate::draw::json::key_of_pointer;
use crate::proof::{HowFar, Reach};
use crate::rule::{Change, CorpusCase, read_corpus};
use crate::run::found::Found;

impl Experiment<'_, '_> {
    /// Puts texts of the document's own examples where the case differs from its neighbour and any text fails.
    pub(super) fn show_own_example(&mut self, found: &mut Found) {
        let Some(neighbour) = &found.insight.neighbour else { return };
        // Only what the failure is about: elsewhere a longer text would be one more thing to read.
        let matters = |at: &str| neighbour.difference.set.contains_key(at) && holds_a_text(&found.input, at);
        let anything = found.insight.reach.iter().filter(|reach| matches!(reach.how, HowFar::Any(_)));
        let places: Vec<String> = anything.map(|Reach { at, .. }| at).filter(|at| matters(at)).cloned().collect();
        if places.is_empty() {
            return;
        }
        let corpus = read_corpus(self.planned.suite, self.planned.rule).unwrap_or_default();
        let own = corpus.into_iter().filter(CorpusCase::is_of_the_document);
        let examples: Vec<Value> = own.map(|case| case.case).collect();
        for at in places {
            let texts = examples.iter().filter_map(|example| same_place(example, &at)).filter(|text| text.is_string());
            for text in texts {
                if self.show_instead(found, &at, text) {
                    break;
                }
            }
        }
    }

    /// The failing case with another text in one place, if it fails in the same way still.
    fn show_instead(&mut self, found: &mut Found, at: &str, text: &Value) -> bool {
        let Ok(input) = Change::putting((at.to_owned(), text.clone())).applied(&found.input) else {
            return false;
        };
        let input = Arc::new(input);
        let Some(ending) = self.ending(&input) else { return false };
        if ending.signature().as_ref() != Some(self.signature) || !self.stands(&input) {
            return false;
        }
        if let Some(neighbour) = &mut found.insight.neighbour {
            neighbour.difference = Change::between(&input, &neighbour.input);
        }
        (found.input, found.ending) = (input, ending);
        true
    }
}

fn holds_a_text(input: &Value, at: &str) -> bool {
    input.pointer(at).is_some_and(Value::is_string)
}

/// What stands in the same place of another input, in which things may have other names.
fn same_place<'a>(input: &'a Value, at: &str) -> Option<&'a Value> {
    let (around, last) = at.rsplit_once('/')?;
    let inner = |around: &'a Value, key: &str| match around {
        Value::Object(members) => members.get(&key_of_pointer(key)).or_else(|| members.values().next()),
        Value::Array(entries) => key.parse().ok().and_then(|place: usize| entries.get(place)).or(entries.first()),
        _ => None,
    };
    around.split('/').skip(1).try_fold(input, inner)?.get(key_of_pointer(last))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_same_place_whatever_things_are_called() {
        let example =
            json!({"agents": {"writer": {"runtime": {"class_name": "CustomResearchAgent"}}}, "list": [{"id": 1}]});
        let text = |at| same_place(&example, at);
        assert_eq!(text("/agents/a1/runtime/class_name"), Some(&json!("CustomResearchAgent")));
        assert_eq!(text("/list/3/id"), Some(&json!(1)));
        assert_eq!(text("/agents/a1/runtime/other"), None);
        assert_eq!(text("/agents/a1/runtime/class_name/deeper"), None);
        assert_eq!(text(""), None);
    }
}
