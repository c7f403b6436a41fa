//! Of two versions that differ in more than their builds, one is higher.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.total",
    title: "orders any two versions, and calls them equal only where nothing but builds differs",
    level: Level::Must,
    source: "11, how versions are compared to each other when ordered",
    statement: "Precedence is a total order: any two versions can be compared, and two that differ in a number or in their \
                pre-releases are never equal.",
    checks: &[Check {
        id: "law",
        property: "any two versions have an order, and are equal only if they are the same but for their builds",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[
            arm(2, "any two", |draw| draw::compare_case((draw::any(draw), draw::any(draw)))),
            arm(1, "builds", draw::builds),
        ],
        classify: exam::decided_or_not,
        labels: &["lower", "equal", "higher"],
        exam: law,
        on_fault: proofmark::suite::OnFault::Fails,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::throws("cannot compare a pre-release with a normal version", |request| {
            text(request.params, "a").contains('-') != text(request.params, "b").contains('-')
        }),
        Mutant::throws("cannot compare a number with a word", |request| {
            let versions = [text(request.params, "a"), text(request.params, "b")];
            versions.iter().any(|version| version.ends_with("-1"))
                && versions.iter().any(|version| version.ends_with("-a"))
        }),
        Mutant::answers("calls versions equal that differ in many ways", |request, answer| {
            comparing(request, answer, |a, b| match model::deciding_clause(a, b) {
                None => Ordering::Equal,
                Some(_) => model::order(a, b),
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.total.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0", "2.0.0"),
    ("1.0.0", "1.1.0"),
    ("1.0.0", "1.0.1"),
    ("1.0.0-a", "1.0.0"),
    ("1.0.0-a", "1.0.0-b"),
    ("1.0.0-1", "1.0.0-a"),
    ("1.0.0-a", "1.0.0-A"),
    ("10.0.0", "9.9.0"),
    ("1.0.0-beta.2.x", "1.0.0-alpha.11"),
    ("1.0.0", "1.0.0+a"),
    ("1.0.0-a+b", "1.0.0-a+c"),
];

fn law(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (Ok(a), Ok(b)) = (model::read(text(case, "a")), model::read(text(case, "b"))) else {
        return Ok(Judgement::open("only versions have an order"));
    };
    let found = exam::order_in(talk.ask(case.call(COMPARE))?)?;
    let due = model::order(&a, &b);
    Ok(match found {
        // Where one clause decides, it has a rule of its own; where nothing but a build differs, builds have.
        0 if due != Ordering::Equal && model::deciding_clause(&a, &b).is_none() => {
            Judgement::failed("two versions are called equal", due as i8, 0)
        }
        _ => Judgement::held(),
    })
}
