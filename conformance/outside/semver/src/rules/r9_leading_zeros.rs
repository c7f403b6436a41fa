//! A pre-release identifier of digits alone is a number, and a number has no zero in front.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "9.leading-zeros",
    title: "refuses zeros in front of a pre-release number",
    level: Level::Must,
    source: "9, numeric identifiers must not include leading zeroes",
    statement: "A pre-release identifier of digits alone has no zero in front of other digits. An identifier with a letter \
                or a hyphen in it is no number, and may begin with any digits.",
    checks: &[Check {
        property: "a pre-release is accepted if and only if no number in it has a zero in front",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            let odd = ["0", "00", "01", "007", "10", "100", "0a", "00a", "01a", "0-", "-0", "-01", "0-1", "a0", "0A", "1"];
            draw::texts(odd.iter().flat_map(|part| ["", "a.", "0."].map(|before| format!("1.0.0-{before}{part}")))
                .chain(odd.iter().map(|part| format!("1.0.0-{part}.a"))))
        },
        arms: &[
            arm(1, "a number", |draw| draw::text_case(format!("1.0.0-{}", draw::number(draw)))),
            arm(2, "zeros in front", |draw| {
                let rest = if draw.chance(1, 2) { draw::number(draw) } else { draw::mixed(draw) };
                draw::text_case(format!("1.0.0-{}{rest}", "0".repeat(draw.size(1..=3))))
            }),
        ],
        classify,
        labels: &["zero itself", "zeros in front of a number", "zeros in front of a letter", "zeros in front of a hyphen"],
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets zeros in front through", |request, answer| {
            reading(request, answer, |text| each_identifier(text, |part| part.trim_start_matches('0')))
        }),
        Mutant::answers("takes 00 for a number", |request, answer| {
            reading(request, answer, |text| each_identifier(text, |part| if part == "00" { "0" } else { part }))
        }),
        Mutant::answers("looks at the first identifier alone", |request, answer| {
            reading(request, answer, |text| match text.split_once('.').is_some() && text.contains("-a.") {
                true => each_identifier(text, |part| part.trim_start_matches('0')),
                false => text.to_owned(),
            })
        }),
        Mutant::answers("refuses a zero in front of letters", |request, answer| {
            refusing(request, answer, |version| version.pre.iter().any(|part| part.len() > 1 && part.starts_with('0')))
        }),
        Mutant::answers("refuses zero", |request, answer| {
            refusing(request, answer, |version| version.pre.contains(&"0"))
        }),
    ],
    corpus: include_str!("../../corpus/9.leading-zeros.yaml"),
    questions: &[],
};

/// The text with every number of its pre-release changed.
fn each_identifier(text: &str, change: impl Fn(&str) -> &str) -> String {
    let changed = |part: &str| match part {
        number if model::is_digits(number) => Some(change(number)).filter(|rest| !rest.is_empty()).unwrap_or("0").to_owned(),
        other => other.to_owned(),
    };
    match text.split_once('-') {
        Some((core, pre)) => format!("{core}-{}", pre.split('.').map(changed).collect::<Vec<_>>().join(".")),
        None => text.to_owned(),
    }
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some((_, pre)) = text(case, "text").split_once('-') else { return Vec::new() };
    let of_one = |part: &str| match part.trim_start_matches('0').chars().next() {
        _ if part == "0" => Some("zero itself"),
        _ if !part.starts_with('0') => None,
        Some('-') => Some("zeros in front of a hyphen"),
        Some(char) if char.is_alphabetic() => Some("zeros in front of a letter"),
        _ => Some("zeros in front of a number"),
    };
    pre.split('.').filter_map(of_one).collect()
}
