//! The step after 1.9.0 is 1.10.0.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.increase",
    title: "increases a number by one, as numbers go",
    level: Level::Must,
    source: "2, each element increases numerically",
    statement: "The numbers of a version increase numerically: 1.9.0 is followed by 1.10.0 and that by 1.11.0. What stands \
                to the left of the number that is increased stays.",
    checks: &[
        Check {
            id: "step",
            property: "the number asked for is one larger, and those to its left are the same",
            methods: &[INCREMENT],
            shape: &draw::INCREMENT,
            edges: || exam::each_part(EDGES),
            arms: &[arm(1, "any numbers", |draw| {
                let part = draw.pick(&exam::PARTS);
                draw::increment_case(draw::core(draw), part)
            })],
            classify: exam::part_and_carry,
            labels: &["major", "minor", "patch", "another digit"],
            exam: step,
            ..Check::NEW
        },
        Check {
            id: "from-a-pre-release",
            property: "a pre-release is followed by the version that it leads to, or by the one after",
            methods: &[INCREMENT],
            shape: &draw::INCREMENT,
            edges: || exam::each_part(&["1.2.3-rc.1", "1.2.0-rc.1", "1.0.0-rc.1", "0.0.0-0", "9.9.9-a"]),
            arms: &[arm(1, "any pre-release", |draw| {
                let part = draw.pick(&exam::PARTS);
                let pre = draw::series(draw, 1..=2, draw::mixed);
                draw::increment_case(format!("{}-{pre}", draw::core(draw)), part)
            })],
            classify: exam::part_and_carry,
            labels: &["major", "minor", "patch"],
            exam: from_a_pre_release,
            ..Check::NEW
        },
    ],
    mutants: &[
        Mutant::answers("increases the last digit and drops the carry", |request, answer| {
            incrementing(request, answer, |version, place| {
                let number = version.core[place];
                number
                    .ends_with('9')
                    .then(|| exam::stepped(version, place, &format!("{}0", &number[..number.len() - 1])))
            })
        }),
        Mutant::answers("carries a ten over to the number before", |request, answer| {
            incrementing(request, answer, |version, place| {
                let carries = place == 1 && version.core[place] == "9";
                carries.then(|| exam::stepped(version, 0, &model::successor(version.core[0])))
            })
        }),
        Mutant::answers("increases the patch whatever is asked", |request, answer| {
            incrementing(request, answer, |version, _| {
                Some(exam::stepped(version, 2, &model::successor(version.core[2])))
            })
        }),
        Mutant::answers("increases by two", |request, answer| {
            incrementing(request, answer, |version, place| {
                let number = model::successor(&model::successor(version.core[place]));
                Some(exam::stepped(version, place, &number))
            })
        }),
        Mutant::answers("steps back from a pre-release", |request, answer| {
            incrementing(request, answer, |version, _| (!version.pre.is_empty()).then(|| "0.0.0".to_owned()))
        }),
        Mutant::answers("finishes some pre-releases and skips others", |request, answer| {
            incrementing(request, answer, |version, place| {
                let skips = version.pre == ["0"];
                skips.then(|| exam::stepped(version, place, &model::successor(version.core[place])))
            })
        }),
    ],
    corpus: include_str!("../../corpus/2.increase.yaml"),
    questions: &[Question {
        id: "pre-release",
        asks: "which version follows a pre-release?",
        readings: &[
            Reading {
                id: "finishes",
                predicts: "the version that it leads to, where that is a step of the part asked for",
            },
            Reading { id: "steps", predicts: "the one after the version that it leads to" },
        ],
    }],
};

const EDGES: &[&str] = &["0.0.0", "1.2.3", "9.9.9", "1.9.0", "1.10.0", "99.199.1999", "0.0.2147483646", "8.18.109"];

fn step(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some((version, place)) = exam::normal_and_place(case) else {
        return Ok(Judgement::open("only the step from a normal version is said"));
    };
    let answer = talk.ask(case.call(INCREMENT))?;
    let mut due = version.core[..place].iter().map(|number| json!(number)).collect::<Vec<_>>();
    due.push(json!(model::successor(version.core[place])));
    Ok(exam::same_numbers("another step than to the next number", 0, &due, answer))
}

fn from_a_pre_release(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (Ok(version), Some(place)) = (model::read(text(case, "text")), exam::place(case)) else {
        return Ok(Judgement::open("no version, or no part of one"));
    };
    if version.pre.is_empty() {
        return Ok(Judgement::open("no pre-release"));
    }
    let answer = talk.ask(case.call(INCREMENT))?;
    // What is behind the increased number has rules of its own.
    let up_to = |text: &str| {
        let next = model::read(text).ok().filter(|version| version.pre.is_empty());
        next.map(|version| json!(version.core[..=place]))
    };
    let step = up_to(&exam::stepped(&version, place, &model::successor(version.core[place])));
    let finished = crate::reference::incremented(&version, text(case, "part")).as_deref().and_then(up_to);
    Ok(match up_to(text(&answer.value, "text")) {
        observed if observed == step && step == finished => Judgement::held(),
        observed if observed == step => Judgement::held().consistent_with("pre-release", &["steps"]),
        observed if observed == finished => Judgement::held().consistent_with("pre-release", &["finishes"]),
        observed => Judgement::failed("neither this version nor the next", json!([finished, step]), json!(observed)),
    })
}
