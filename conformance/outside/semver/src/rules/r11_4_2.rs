//! Letters are compared as ASCII has them: capitals before small letters, and the hyphen before both.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.4.2",
    title: "compares other identifiers in the order of ASCII",
    level: Level::Must,
    source: "11.4.2, identifiers with letters or hyphens are compared lexically in ASCII sort order",
    statement: "Two identifiers of which neither is a number are compared character by character in the order of ASCII: \
                hyphen, digits, capitals, small letters. Digits in them are not taken together to numbers.",
    checks: &[Check {
        id: "order",
        property: "of two pre-releases that differ in one such identifier, the order is that of ASCII",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || {
            let mut cases = draw::pairs(EDGES);
            // Neighbours in the alphabet, each behind a letter so that none is a number.
            let mut alphabet: Vec<char> = draw::alphabet().collect();
            alphabet.sort_unstable();
            let neighbours =
                alphabet.windows(2).map(|pair| (format!("1.0.0-x{}", pair[0]), format!("1.0.0-x{}", pair[1])));
            cases.extend(neighbours.map(draw::compare_case));
            cases
        },
        arms: &[
            arm(1, "two words", |draw| draw::one_identifier(draw, draw::letters, |draw, _| draw::letters(draw))),
            arm(2, "one character differs", |draw| {
                draw::one_identifier(draw, word, |draw, one| {
                    let characters: Vec<char> = draw::alphabet().collect();
                    format!("{}{}", &one[..one.len() - 1], draw.pick(&characters))
                })
            }),
        ],
        classify,
        labels: &["lower", "higher", "a capital", "a hyphen", "a digit inside", "one the beginning of the other"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("ignores the case of letters", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, |a, b| a.to_lowercase().cmp(&b.to_lowercase())))
        }),
        Mutant::answers("puts small letters before capitals", |request, answer| {
            let swapped = |text: &str| {
                text.chars()
                    .map(|char| if char.is_lowercase() { char.to_ascii_uppercase() } else { char.to_ascii_lowercase() })
                    .collect::<String>()
            };
            comparing(request, answer, |a, b| by_identifier(a, b, |a, b| swapped(a).cmp(&swapped(b))))
        }),
        Mutant::answers("takes digits inside together to numbers", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, natural))
        }),
        Mutant::answers("ignores hyphens", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, |a, b| a.replace('-', "").cmp(&b.replace('-', ""))))
        }),
        Mutant::answers("puts short identifiers first", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, model::compare_numbers))
        }),
    ],
    corpus: include_str!("../../corpus/11.4.2.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0-alpha", "1.0.0-beta"),
    ("1.0.0-B", "1.0.0-a"),
    ("1.0.0-Beta", "1.0.0-alpha"),
    ("1.0.0-rc10", "1.0.0-rc9"),
    ("1.0.0-a-b", "1.0.0-ab"),
    ("1.0.0--1", "1.0.0-1a"),
    ("1.0.0-a", "1.0.0-aa"),
    ("1.0.0-aa", "1.0.0-b"),
    ("1.0.0-1-", "1.0.0-1a"),
    ("1.0.0-x.A.x", "1.0.0-x.a.x"),
];

/// A letter and some characters behind it.
fn word(draw: &mut proofmark::suite::Draw) -> String {
    format!("{}{}", draw::letters(draw), draw::mixed(draw))
}

/// The right order, but for the first identifier that differs, if neither is a number.
fn by_identifier(
    a: &model::Version<'_>,
    b: &model::Version<'_>,
    compare: impl FnOnce(&str, &str) -> Ordering,
) -> Ordering {
    unless(a, b, |one, other| (!model::is_digits(one) && !model::is_digits(other)).then(|| compare(one, other)))
}

/// The order of people who read `rc10` as ten.
fn natural(a: &str, b: &str) -> Ordering {
    let split = |text: &str| {
        let letters = text.trim_end_matches(|char: char| char.is_ascii_digit()).to_owned();
        let number = text[letters.len()..].parse::<u64>().unwrap_or_default();
        (letters, number)
    };
    split(a).cmp(&split(b))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = exam::decided_or_not(case);
    let (Ok(a), Ok(b)) = (model::read(text(case, "a")), model::read(text(case, "b"))) else { return labels };
    let Some((one, other)) = a.pre.iter().zip(&b.pre).find(|(a, b)| a != b) else { return labels };
    let has = |test: fn(char) -> bool| one.contains(test) || other.contains(test);
    labels.extend(has(|char| char.is_ascii_uppercase()).then_some("a capital"));
    labels.extend(has(|char| char == '-').then_some("a hyphen"));
    labels.extend(has(|char| char.is_ascii_digit()).then_some("a digit inside"));
    labels.extend((one.starts_with(other) || other.starts_with(one)).then_some("one the beginning of the other"));
    labels
}
