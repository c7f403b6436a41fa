//! If one version is higher than another, the other is lower.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.antisymmetric",
    title: "turns the order round when the versions are swapped",
    level: Level::Must,
    source: "11, how versions are compared to each other when ordered",
    statement: "Precedence is an order: if a version is higher than another, that one is lower.",
    checks: &[Check {
        id: "law",
        property: "two versions swapped are in the opposite order",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || EDGES.iter().map(|pair| draw::compare_case(*pair)).collect(),
        arms: &[
            arm(1, "any two", |draw| draw::compare_case((draw::any(draw), draw::any(draw)))),
            arm(1, "one the beginning of the other", draw::longer_series),
        ],
        classify: exam::decided_or_not,
        labels: &["lower", "higher"],
        exam: law,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("puts the first number above, whichever comes first", |request, answer| {
            comparing(request, answer, |a, b| {
                unless(a, b, |one, other| {
                    (model::is_digits(one) && model::is_digits(other)).then_some(Ordering::Greater)
                })
            })
        }),
        Mutant::answers("puts a word above another, whichever comes first", |request, answer| {
            comparing(request, answer, |a, b| {
                unless(a, b, |one, other| {
                    (!model::is_digits(one) && !model::is_digits(other)).then_some(Ordering::Greater)
                })
            })
        }),
        Mutant::answers(
            "never says higher",
            |_, answer| if answer["order"] == 1 { json!({"order": 0}) } else { answer },
        ),
    ],
    corpus: include_str!("../../corpus/11.antisymmetric.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0", "2.0.0"),
    ("2.0.0", "1.0.0"),
    ("1.0.0-1", "1.0.0-2"),
    ("1.0.0-a", "1.0.0"),
    ("1.0.0-a", "1.0.0-1"),
    ("1.0.0-a", "1.0.0-a.1"),
    ("1.0.0-a", "1.0.0-b"),
    ("1.0.0-b", "1.0.0-a"),
];

fn law(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (a, b) = (text(case, "a"), text(case, "b"));
    match (model::read(a), model::read(b)) {
        (Ok(a), Ok(b)) if model::order(&a, &b) != Ordering::Equal => {}
        (Ok(_), Ok(_)) => return Ok(Judgement::open("of equal precedence: other rules speak about that")),
        _ => return Ok(Judgement::open("only versions have an order")),
    }
    let answers = talk.ask_all(vec![case.call(COMPARE), Call::new(COMPARE, draw::compare_case((b, a)))])?;
    let [there, back] = [exam::order_in(&answers[0])?, exam::order_in(&answers[1])?];
    Ok(Judgement::equal("not the opposite when swapped", &json!([there, -there]), &json!([there, back])))
}
