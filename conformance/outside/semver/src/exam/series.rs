//! Series of identifiers: those of a pre-release and those of a build have most of their rules in common.

use serde_json::{Value, json};

use crate::draw::{STRANGERS, alphabet, letters, series, text_case, texts};

/// Labels a series by its length, and by hyphens inside.
pub(crate) fn count(identifiers: &[&str]) -> Vec<&'static str> {
    let mut labels = vec![match identifiers.len() {
        0 => "no identifier",
        1 => "one identifier",
        _ => "several identifiers",
    }];
    labels.extend(identifiers.iter().any(|identifier| identifier.contains('-')).then_some("a hyphen inside"));
    labels
}

/// A right answer, one of its series changed.
pub(crate) fn series_changed(mut answer: Value, part: &str, change: impl FnOnce(Vec<&str>) -> Vec<String>) -> Value {
    let identifiers: Vec<&str> = answer[part].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !identifiers.is_empty() {
        answer[part] = json!(change(identifiers));
    }
    answer
}

/// Every character alone and inside an identifier behind `version`: those of the alphabet and those that are not.
pub(crate) fn every_character(version: &str) -> Vec<Value> {
    let characters = alphabet().map(String::from).chain(STRANGERS.iter().map(|char| (*char).to_owned()));
    let places = |char: String| {
        // A zero in front has a rule of its own.
        let in_front = (char != "0").then(|| format!("{version}{char}x"));
        [format!("{version}x{char}y"), format!("{version}x.x{char}y")].into_iter().chain(in_front)
    };
    let alone = ["-", "--", "-1", "x-"].map(|identifier| format!("{version}{identifier}"));
    texts(characters.flat_map(places).chain(alone))
}

/// An identifier behind `version`, now and then with a character that it must not hold.
pub(crate) fn with_a_stranger(draw: &mut proofmark::suite::Draw, version: &str) -> Value {
    let mut text = format!("{version}{}", series(draw, 1..=3, letters));
    let stranger = if draw.chance(1, 2) { (*draw.pick(STRANGERS)).to_owned() } else { letters(draw) };
    // Not at the very end: white space there would stand around the version and not inside.
    text.insert_str(version.len() + draw.below(text.len() - version.len()), &stranger);
    text_case(text)
}

/// Labels the characters of the identifiers behind a sign.
pub(crate) fn characters(text: &str, sign: char) -> Vec<&'static str> {
    let Some((_, identifiers)) = text.split_once(sign) else { return Vec::new() };
    let of_one = |char: char| match char {
        'a'..='z' => "a small letter",
        'A'..='Z' => "a capital",
        '0'..='9' => "a digit",
        '-' => "a hyphen",
        '.' => "a dot",
        char if char.is_ascii() => "a mark",
        _ => "not ASCII",
    };
    identifiers.chars().map(of_one).collect()
}

/// The labels without which nothing is said about the characters of identifiers.
pub(crate) const CHARACTERS: &[&str] = &["a small letter", "a capital", "a digit", "a hyphen", "a mark", "not ASCII"];

/// Empty identifiers at every place of a series behind `version`, and their neighbours that are not.
pub(crate) fn empty_identifiers(version: &str) -> Vec<Value> {
    let series = ["", ".", "..", "a", "a.b", "a.", ".a", "a..b", "a.b.", ".a.b", "a...b", "a.b..c", "a.b.c"];
    texts(series.iter().map(|series| format!("{version}{series}")))
}

/// A series with an identifier left empty, or not.
pub(crate) fn maybe_empty(draw: &mut proofmark::suite::Draw, version: &str) -> Value {
    let mut identifiers = draw.list(1..=4, letters);
    let place = draw.below(identifiers.len());
    if draw.chance(2, 3) {
        identifiers[place].clear();
    }
    text_case(format!("{version}{}", identifiers.join(".")))
}

/// Labels where a series has an empty identifier.
pub(crate) fn emptiness(text: &str, sign: char) -> Vec<&'static str> {
    let Some((_, series)) = text.split_once(sign) else { return Vec::new() };
    let identifiers: Vec<&str> = series.split('.').collect();
    let empty: Vec<usize> = (0..identifiers.len()).filter(|at| identifiers[*at].is_empty()).collect();
    let label = |at: &usize| match *at {
        _ if identifiers.len() == 1 => "nothing at all",
        0 => "empty at the beginning",
        at if at + 1 == identifiers.len() => "empty at the end",
        _ => "empty in the middle",
    };
    if empty.is_empty() { vec!["none empty"] } else { empty.iter().map(label).collect() }
}

/// The labels without which nothing is said about empty identifiers.
pub(crate) const EMPTINESS: &[&str] =
    &["none empty", "nothing at all", "empty at the beginning", "empty in the middle", "empty at the end"];
