//! Turn records that every provider is asked about: full, tempting, sparse and long ones.

use serde_json::{Value, json};

use super::hostile;

/// A turn with every slice filled, two items wherever a list is.
pub(in super::super) fn full_turn() -> Value {
    json!({
        "user": {"instructions": "rename the parser", "attachments": ["pasted stack trace", "pasted diagram"]},
        "client": {"files": ["fn main() {}", "[package] demo"], "structure": "src/ tests/", "editor": "cursor at 3:14"},
        "kfr": {"entries": [{"content": "tabs, not blanks", "active": true}, {"content": "deploys on Monday", "active": false},
                            {"content": "owner is Mia", "active": true}],
                "temporaryFacts": ["the build is red", "branch is wip-7"]},
        "rag": [{"content": "parsers are renamed in lib.rs", "origin": "search"},
                {"content": "grep found 12 lines", "origin": "tool"}],
        "metadata": ["3 images were left out", "history was shortened"]
    })
}

/// The full turn, the same with each tempting text in turn as the instruction, an attachment, a file, a fact, a
/// chunk or a notice, and every long one.
pub(in super::super) fn hostile_turns() -> Vec<Value> {
    const PLACES: [&str; 6] = [
        "/user/instructions",
        "/user/attachments/0",
        "/client/files/1",
        "/kfr/entries/0/content",
        "/rag/0/content",
        "/metadata/1",
    ];
    let tempting = hostile::TEMPTING.iter().map(|text| format!("{text} ~0001~"));
    let led = hostile::TEMPTING.iter().map(|text| format!("~0001~ {text}"));
    let long = hostile::LENGTHS.iter().map(|length| hostile::long(*length));
    let mut turns = vec![full_turn()];
    let put = |place: &str, text: String| {
        let mut turn = full_turn();
        if let Some(slot) = turn.pointer_mut(place) {
            *slot = json!(text);
        }
        turn
    };
    for place in PLACES {
        turns.push(put(place, " \tblanks around it\r\n ".to_owned()));
    }
    for (number, text) in tempting.chain(led).chain(long).enumerate() {
        turns.push(put(PLACES[number % PLACES.len()], text));
    }
    turns
}

/// Every member of every slice by itself: who has nothing else to say says this all the same.
pub(in super::super) fn sparse_turns() -> Vec<Value> {
    let full = full_turn();
    let mut turns = Vec::new();
    for (slice, members) in full.as_object().into_iter().flatten() {
        turns.push(json!({ (slice): members }));
        for (member, value) in members.as_object().into_iter().flatten() {
            turns.push(json!({ (slice): { (member): value } }));
            let mut others = full.clone();
            others[slice] = json!({ (member): value });
            turns.push(others);
        }
    }
    turns
}

/// Every list with more items than any default that a provider might have.
pub(in super::super) fn long_turns() -> Vec<Value> {
    const LENGTHS: [usize; 4] = [12, 25, 60, 300];
    let list = |count: usize, item: fn(String) -> Value| -> Value {
        (1..=count).map(|number| item(format!("~{number:04}~ of a long list"))).collect()
    };
    let of_length = |count: usize| {
        let plain = list(count, Value::String);
        [
            json!({"user": {"instructions": "read all of it", "attachments": plain}}),
            json!({"client": {"files": plain}}),
            json!({"kfr": {"entries": list(count, |text| json!({"content": text, "active": true}))}}),
            json!({"kfr": {"temporaryFacts": plain}}),
            json!({"rag": list(count, |text| json!({"content": text, "origin": "search"}))}),
            json!({ "metadata": plain }),
        ]
    };
    LENGTHS.into_iter().flat_map(of_length).collect()
}
