//! Turn records that every provider is asked about: full, tempting, sparse and long ones.

use serde_json::{Value, json};

use super::super::model::vocabulary::PROVIDERS;
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

/// The full turn; the same with blanks, and with every long text, at one place; and each tempting text at every place.
pub(in super::super) fn hostile_turns() -> Vec<Value> {
    const PLACES: [&str; 6] = [
        "/user/instructions",
        "/user/attachments/0",
        "/client/files/1",
        "/kfr/entries/0/content",
        "/rag/0/content",
        "/metadata/1",
    ];
    let put = |place: &str, text: String| {
        let mut turn = full_turn();
        if let Some(slot) = turn.pointer_mut(place) {
            *slot = json!(text);
        }
        turn
    };
    let mut turns = vec![full_turn()];
    turns.extend(PLACES.map(|place| put(place, " \tblanks around it\r\n ".to_owned())));
    let long = hostile::LENGTHS.iter().map(|length| hostile::long(*length));
    turns.extend(long.enumerate().map(|(number, text)| put(PLACES[number % PLACES.len()], text)));
    for text in hostile::TEMPTING {
        turns.push(all_over(|number| format!("{text} ~{number:04}~")));
        turns.push(all_over(|number| format!("~{number:04}~ {text}")));
    }
    turns
}

/// A turn with two or more items wherever a list is, and every text of the same making.
fn all_over(text: impl Fn(usize) -> String) -> Value {
    json!({
        "user": {"instructions": text(1), "attachments": [text(2), text(3)]},
        "client": {"files": [text(4), text(5)], "structure": text(6), "editor": text(7)},
        "kfr": {"entries": [{"content": text(8), "active": true}, {"content": text(9), "active": false},
                            {"content": text(10), "active": true}],
                "temporaryFacts": [text(11), text(12)]},
        "rag": [{"content": text(13), "origin": "search"}, {"content": text(14), "origin": "tool"}],
        "metadata": [text(15), text(16)]
    })
}

/// Texts that differ by their case or by their form alone, in every list; and retrieved content from everywhere.
pub(in super::super) fn look_alike_turns() -> Vec<Value> {
    let origins = PROVIDERS.iter().flat_map(|provider| [provider.name, provider.slice]).chain([
        "session",
        "assistant",
        "tool:grep",
    ]);
    let chunk =
        |(number, origin): (usize, &str)| json!({"content": format!("~{number:04}~ retrieved"), "origin": origin});
    let retrieved: Vec<Value> = origins.enumerate().map(chunk).collect();
    let alike =
        |number: usize| ["Café latte", "café latte", "cafe\u{301} latte"].map(|text| format!("{text} ~{number:04}~"));
    let facts = alike(3).map(|text| json!({"content": text, "active": true}));
    vec![
        json!({ "rag": retrieved }),
        json!({
            "user": {"attachments": alike(1)},
            "client": {"files": alike(2)},
            "kfr": {"entries": facts, "temporaryFacts": alike(4)},
            "rag": alike(5).map(|text| json!({"content": text, "origin": "search"})),
            "metadata": alike(6)
        }),
    ]
}

/// A dozen items in every list: with so much there, some are tempted to say or to leave out something.
pub(in super::super) fn crowded_turn() -> Value {
    let list = |of: &str| -> Vec<String> { (1..=12).map(|number| format!("~{number:04}~ {of} of many")).collect() };
    let entry = |(number, text): (usize, String)| json!({"content": text, "active": number % 3 != 1});
    json!({
        "user": {"instructions": "read all of it", "attachments": list("paste")},
        "client": {"files": list("file"), "structure": "a great many folders", "editor": "line 7 of many"},
        "kfr": {"entries": list("entry").into_iter().enumerate().map(entry).collect::<Vec<_>>(), "temporaryFacts": list("guess")},
        "rag": list("hit").into_iter().map(|text| json!({"content": text, "origin": "tool"})).collect::<Vec<_>>(),
        "metadata": list("remark")
    })
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
