//! The document names no largest number. Programs have one, and whether they may is an open question; but a number
//! that is read is read right.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.size",
    title: "reads large numbers exactly, or refuses them",
    level: Level::Must,
    source: "2, non-negative integers, without an upper limit",
    statement: "A number has no largest value. A version whose numbers fit into 31 bits is accepted by everybody; a larger \
                number is read exactly, or the version is refused.",
    checks: &[Check {
        id: "large",
        property: "a large number is read exactly, and refused only above one limit",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            let numbers =
                LIMITS.iter().flat_map(|limit| [*limit, limit - 1, limit + 1]).map(|number| number.to_string());
            draw::texts(numbers.chain(["1".repeat(40)]).flat_map(|number| draw::number_places(&number)))
        },
        arms: &[arm(1, "some bits", |draw| {
            let number = (u128::from(draw.bits()) << 8 | u128::from(draw.bits() & 255)) >> draw.below(60);
            let places = draw::number_places(&number.to_string());
            draw::text_case(draw.pick(&places).clone())
        })],
        classify,
        labels: &["31 bits", "32 bits", "53 bits", "54 bits", "63 bits", "64 bits", "65 bits"],
        exam: large,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("rounds numbers above 2^53", |_, answer| {
            each_number(answer, |number| rounded(number).to_string())
        }),
        Mutant::answers("wraps around at 2^64", |_, answer| {
            each_number(answer, |number| (number % (1 << 64)).to_string())
        }),
        Mutant::answers("stops at the largest 32-bit number", |_, answer| {
            each_number(answer, |number| number.min(0xffff_ffff).to_string())
        }),
        Mutant::answers("refuses numbers above 2^53 and takes those above 2^64", |request, answer| {
            refusing(request, answer, |version| {
                version.core.iter().any(|number| (54..=64).contains(&model::bits(number)))
            })
        }),
    ],
    corpus: include_str!("../../corpus/2.size.yaml"),
    questions: &[Question {
        id: "limit",
        asks: "may a number be too large?",
        readings: &[
            Reading { id: "none", predicts: "every number is read" },
            Reading { id: "64-bits", predicts: "numbers up to 2^64 - 1 are read, larger ones refused" },
            Reading { id: "63-bits", predicts: "numbers up to 2^63 - 1 are read, larger ones refused" },
            Reading { id: "53-bits", predicts: "numbers up to 2^53 - 1 are read, larger ones refused" },
            Reading { id: "32-bits", predicts: "numbers up to 2^32 - 1 are read, larger ones refused" },
            Reading { id: "31-bits", predicts: "numbers up to 2^31 - 1 are read, larger ones refused" },
        ],
    }],
};

const LIMITS: [u128; 5] = [1 << 31, 1 << 32, 1 << 53, 1 << 63, 1 << 64];

/// The readings, with the number of bits that each can hold.
const READINGS: [(&str, u32); 6] =
    [("none", u32::MAX), ("64-bits", 64), ("63-bits", 63), ("53-bits", 53), ("32-bits", 32), ("31-bits", 31)];

fn large(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some(bits) = largest(case).map(model::bits) else { return Ok(Judgement::open("no version")) };
    let answer = talk.ask(case.call(PARSE))?;
    if !exam::is_valid(answer)? {
        let refusing: Vec<&str> =
            READINGS.iter().filter(|(_, holds)| *holds < bits).map(|(reading, _)| *reading).collect();
        return Ok(if refusing.is_empty() {
            Judgement::failed("a version is refused", json!({"valid": true}), answer.value.clone())
        } else {
            Judgement::held().consistent_with("limit", &refusing)
        });
    }
    let accepting: Vec<&str> =
        READINGS.iter().filter(|(_, holds)| *holds >= bits).map(|(reading, _)| *reading).collect();
    let numbers = ["major", "minor", "patch"].map(|part| answer.value[part].clone());
    // Which number stands where is for another rule to say.
    let held = bits <= 31 || numbers.contains(&json!(largest(case)));
    let judgement = if held {
        Judgement::held()
    } else {
        Judgement::failed("another number than is written", largest(case), json!(numbers))
    };
    Ok(judgement.consistent_with("limit", &accepting))
}

/// The largest number of a version; none of a text that is no version.
fn largest(case: &Value) -> Option<&str> {
    let version = model::read(text(case, "text")).ok()?;
    version.core.into_iter().max_by(|a, b| model::compare_numbers(a, b))
}

fn each_number(mut answer: Value, change: impl Fn(u128) -> String) -> Value {
    for part in ["major", "minor", "patch"] {
        if let Some(number) = answer[part].as_str().and_then(|number| number.parse().ok()) {
            answer[part] = json!(change(number));
        }
    }
    answer
}

/// The nearest number that floating point can hold.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "that is the fault"
)]
fn rounded(number: u128) -> u128 {
    number as f64 as u128
}

fn classify(case: &Value) -> Vec<&'static str> {
    vec![match largest(case).map_or(0, model::bits) {
        0..=31 => "31 bits",
        32 => "32 bits",
        33..=53 => "53 bits",
        54..=62 => "54 bits",
        63 => "63 bits",
        64 => "64 bits",
        _ => "65 bits",
    }]
}
