//! What is above the higher is above the lower.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.transitive",
    title: "has no ring of versions each lower than the next",
    level: Level::Must,
    source: "11, how versions are compared to each other when ordered",
    statement: "Precedence is an order: if one version is not higher than a second, and that not higher than a third, the first \
                is not higher than the third; and if either step goes up, the whole does.",
    checks: &[Check {
        id: "law",
        property: "three versions can be put in one order that all three comparisons agree with",
        methods: &[COMPARE],
        shape: &draw::VERSIONS,
        edges: || EDGES.iter().map(|versions| draw::versions_case(versions.iter().copied())).collect(),
        arms: &[
            arm(1, "any three", |draw| draw::versions_case(draw.list(3..=3, draw::any))),
            arm(2, "pre-releases of one version", |draw| {
                draw::versions_case(
                    draw.list(3..=3, |draw| format!("1.0.0-{}", draw::series(draw, 1..=2, draw::mixed))),
                )
            }),
        ],
        classify,
        labels: &["three different", "a number and words"],
        exam: law,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("goes round in threes", |request, answer| {
            comparing(request, answer, |a, b| {
                let [one, other] = [a, b].map(|version| version.core[2].bytes().last().unwrap_or_default() % 3);
                match a.core[..2] == b.core[..2] && one != other {
                    true if (one + 1) % 3 == other => Ordering::Less,
                    true => Ordering::Greater,
                    false => model::order(a, b),
                }
            })
        }),
        Mutant::answers("compares a number with a word as texts", |request, answer| {
            comparing(request, answer, |a, b| {
                unless(a, b, |one, other| (model::is_digits(one) != model::is_digits(other)).then(|| one.cmp(other)))
            })
        }),
        Mutant::answers("calls close versions equal", |request, answer| {
            comparing(request, answer, |a, b| {
                let [one, other] = [a, b].map(|version| version.core[2].parse::<u64>().unwrap_or_default());
                if a.core[..2] == b.core[..2] && one.abs_diff(other) == 1 {
                    Ordering::Equal
                } else {
                    model::order(a, b)
                }
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.transitive.yaml"),
    questions: &[],
};

const EDGES: &[[&str; 3]] = &[
    ["1.0.0", "1.0.1", "1.0.2"],
    ["1.0.2", "1.0.0", "1.0.1"],
    ["1.0.0-2", "1.0.0-10", "1.0.0-1a"],
    ["1.0.0-1a", "1.0.0-10", "1.0.0-2"],
    ["1.0.0-9", "1.0.0-1-", "1.0.0-10"],
    ["1.0.0-a", "1.0.0-a.1", "1.0.0"],
    ["1.9.0", "1.10.0", "1.11.0"],
];

fn law(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some([a, b, c]) = three(case) else { return Ok(Judgement::open("not three versions")) };
    if has_equals(&[a, b, c]) {
        return Ok(Judgement::open("two of equal precedence: other rules speak about that"));
    }
    let ask = |a: &str, b: &str| Call::new(COMPARE, draw::compare_case((a, b)));
    let answers = talk.ask_all(vec![ask(a, b), ask(b, c), ask(a, c)])?;
    let [first, second, both] =
        [exam::order_in(&answers[0])?, exam::order_in(&answers[1])?, exam::order_in(&answers[2])?];
    // Two steps up or two down say where the whole leads; up and down say nothing.
    let due = (first + second).signum();
    Ok(match first * second {
        -1 => Judgement::held(),
        _ => Judgement::equal(
            "three comparisons that fit no order",
            &json!([first, second, due]),
            &json!([first, second, both]),
        ),
    })
}

/// The three versions of a case.
fn three(case: &Value) -> Option<[&str; 3]> {
    let texts: Vec<&str> = case["versions"].as_array()?.iter().filter_map(Value::as_str).collect();
    <[&str; 3]>::try_from(texts).ok().filter(|texts| texts.iter().all(|text| model::read(text).is_ok()))
}

/// Whether two of the versions have the same precedence.
fn has_equals(texts: &[&str; 3]) -> bool {
    let same =
        |a, b| matches!((model::read(a), model::read(b)), (Ok(a), Ok(b)) if model::order(&a, &b) == Ordering::Equal);
    same(texts[0], texts[1]) || same(texts[1], texts[2]) || same(texts[0], texts[2])
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some(texts) = three(case) else { return Vec::new() };
    let mut labels = vec![if has_equals(&texts) { "two equal" } else { "three different" }];
    let first =
        |text: &&str| model::read(text).ok().and_then(|version| version.pre.first().map(|part| model::is_digits(part)));
    let firsts: Vec<bool> = texts.iter().filter_map(first).collect();
    labels.extend((firsts.contains(&true) && firsts.contains(&false)).then_some("a number and words"));
    labels
}
