//! Letters, digits and hyphens, all of ASCII.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "9.alphabet",
    title: "takes letters, digits and hyphens of ASCII in a pre-release, and nothing else",
    level: Level::Must,
    source: "9, identifiers comprise only ASCII alphanumerics and hyphens",
    statement: "The identifiers of a pre-release are made of 0 to 9, A to Z, a to z and hyphens, at any place.",
    checks: &[Check {
        property: "a pre-release is accepted if and only if its characters are of the alphabet",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || exam::every_character("1.0.0-"),
        arms: &[arm(1, "maybe a stranger", |draw| exam::with_a_stranger(draw, "1.0.0-"))],
        classify: |case| exam::characters(text(case, "text"), '-'),
        labels: exam::CHARACTERS,
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets underscores through", |request, answer| {
            reading_pre(request, answer, |pre| Some(pre.replace('_', "-")))
        }),
        Mutant::answers("lets letters of other scripts through", |request, answer| {
            reading_pre(request, answer, |pre| {
                Some(pre.replace(|char: char| !char.is_ascii() && char.is_alphabetic(), "a"))
            })
        }),
        Mutant::answers("lets digits of other scripts through", |request, answer| {
            reading_pre(request, answer, |pre| {
                Some(pre.replace(|char: char| !char.is_ascii() && char.is_numeric(), "1"))
            })
        }),
        Mutant::answers("lets blanks through", |request, answer| {
            reading_pre(request, answer, |pre| Some(pre.replace([' ', '\t'], "")))
        }),
        Mutant::answers("refuses hyphens inside", |request, answer| {
            refusing(request, answer, |version| version.pre.iter().any(|part| part.contains('-')))
        }),
        Mutant::answers("refuses an identifier of hyphens", |request, answer| {
            refusing(request, answer, |version| version.pre.iter().any(|part| part.bytes().all(|byte| byte == b'-')))
        }),
        Mutant::answers("refuses capitals", |request, answer| {
            refusing(request, answer, |version| {
                version.pre.iter().any(|part| part.contains(|char: char| char.is_uppercase()))
            })
        }),
        Mutant::answers("forgets the letter z", |request, answer| {
            refusing(request, answer, |version| version.pre.iter().any(|part| part.contains('z')))
        }),
    ],
    corpus: include_str!("../../corpus/9.alphabet.yaml"),
    questions: &[],
};
