//! A number is written in the ten digits of ASCII.
//!
//! The trap is `\d`: in many languages it also matches the digits of other scripts.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.digits",
    title: "takes nothing but the digits 0 to 9 for a number",
    level: Level::Must,
    source: "2, non-negative integers; grammar, digits",
    statement: "Major, minor and patch are non-negative integers written in the digits 0 to 9: no sign, no letter, no blank \
                between them, no digit of another script.",
    checks: &[Check {
        property: "a text is accepted if and only if its numbers are made of the digits 0 to 9",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges,
        arms: &[
            arm(1, "digits", |draw| {
                let places = draw::number_places(&format!("1{}1", draw.below(100_000)));
                draw::text_case(draw.pick(&places).clone())
            }),
            arm(3, "a character that is no digit", |draw| {
                let mut number = draw::number(draw);
                let stranger = if draw.chance(1, 3) { "a" } else { draw.pick(draw::STRANGERS) };
                number.insert_str(draw.below(number.len() + 1), stranger);
                let places = draw::number_places(&number);
                draw::text_case(draw.pick(&places).clone())
            }),
        ],
        classify,
        labels: &["digits", "a letter", "a digit of another script", "a mark", "a blank"],
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("takes the digits of other scripts", |request, answer| {
            reading_core(request, answer, |core| core.chars().map(in_ascii).collect())
        }),
        Mutant::answers("takes a wildcard for zero", |request, answer| {
            reading_core(request, answer, |core| core.replace(['x', '*'], "0"))
        }),
        Mutant::answers("stops at the first letter of a number", |request, answer| {
            reading_core(request, answer, |core| {
                let digits = |number: &str| number.trim_end_matches(char::is_alphabetic).to_owned();
                core.split('.').map(digits).collect::<Vec<_>>().join(".")
            })
        }),
        Mutant::answers("reads hexadecimal", |request, answer| {
            reading_core(request, answer, |core| core.replace("0x", "1"))
        }),
        Mutant::answers("skips underscores between digits", |request, answer| {
            reading_core(request, answer, |core| core.replace('_', ""))
        }),
        Mutant::answers("skips blanks between digits", |request, answer| {
            let inside = |core: &str| core.trim() == core;
            reading_core(request, answer, |core| if inside(core) { core.replace(' ', "") } else { core.to_owned() })
        }),
        Mutant::answers("refuses the digit 9", |request, answer| {
            refusing(request, answer, |version| version.core.iter().any(|number| number.contains('9')))
        }),
    ],
    corpus: include_str!("../../corpus/2.digits.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let odd = [
        "x", "*", "a", "X", "1a", "a1", "0x1", "1e3", "1_0", "1 0", "1,0", "½", "²", "٣", "1٣", "９", "1９", "३", "Ⅳ",
        "五",
    ];
    let mut texts: Vec<String> = odd.iter().flat_map(|number| draw::number_places(number)).collect();
    texts.extend((0..=9).flat_map(|digit| draw::number_places(&format!("1{digit}1"))));
    texts.extend(["V1.2.3", "=1.2.3", "1. 2.3", "1.2 .3", "1.2.\u{a0}3"].map(str::to_owned));
    draw::texts(texts)
}

/// The ASCII digit that a digit of another script stands for.
fn in_ascii(char: char) -> char {
    let zeros = ['\u{660}', '\u{966}', '\u{ff10}'];
    let value = zeros.iter().find_map(|zero| (char as u32).checked_sub(*zero as u32).filter(|value| *value < 10));
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(char)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let text = text(case, "text");
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return vec!["digits"];
    }
    let of_one = |char: char| match char {
        '0'..='9' | '.' => None,
        char if char.is_whitespace() => Some("a blank"),
        char if char.is_numeric() => Some("a digit of another script"),
        char if char.is_alphabetic() => Some("a letter"),
        _ => Some("a mark"),
    };
    text.chars().filter_map(of_one).collect()
}
