//! A version may be of any length; a system may have a limit of its own.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "faq.length",
    title: "refuses long versions only above a length",
    level: Level::Must,
    source: "FAQ, does SemVer have a size limit on the version string",
    statement: "The document sets the length of a version no limit, and lets systems have one. Whoever takes a version takes \
                every shorter one of the same kind, and reads it whole.",
    checks: &[Check {
        id: "long",
        property: "a version that is shorter than an accepted one is accepted too, and both are read whole",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            let lengths = [10, 64, 65, 128, 254, 255, 256, 257, 511, LONGEST];
            draw::texts(lengths.iter().flat_map(|length| ["1.2.3-", "1.2.3+"].map(|version| padded(version, *length))))
        },
        arms: &[arm(1, "some length", |draw| {
            let (version, length) = (*draw.pick(&["1.2.3-", "1.2.3+"]), draw.size(7..=LONGEST));
            draw::text_case(padded(version, length))
        })],
        classify,
        labels: &["up to 64", "up to 255", "256", "above 256"],
        exam: long,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("refuses the length 256 alone", |request, answer| {
            if text(request.params, "text").len() == 256 { json!({"valid": false}) } else { answer }
        }),
        Mutant::answers("cuts what is longer than 255", |request, answer| {
            reading(request, answer, |text| text.get(..255).unwrap_or(text).to_owned())
        }),
        Mutant::answers("refuses versions of 64 characters", |request, answer| {
            if text(request.params, "text").len() > 63 { json!({"valid": false}) } else { answer }
        }),
    ],
    corpus: include_str!("../../corpus/faq.length.yaml"),
    questions: &[Question {
        id: "limit",
        asks: "may a version be too long?",
        readings: &[
            Reading { id: "none", predicts: "a version of 1,000 characters is accepted" },
            Reading { id: "limited", predicts: "versions above some smaller length are refused" },
        ],
    }],
};

/// The length of a version that nobody has trouble with.
const SHORT: usize = 7;
/// The greatest length that is tried.
const LONGEST: usize = 1000;

/// A version of that length.
fn padded(version: &str, length: usize) -> String {
    format!("{version}{}", "x".repeat(length - version.len()))
}

fn long(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let text = text(case, "text");
    let Some(short) = text.get(..SHORT).filter(|short| model::read(short).is_ok() && model::read(text).is_ok()) else {
        return Ok(Judgement::open("no version, or none that has a shorter one in it"));
    };
    let calls = [format!("{text}x"), short.to_owned()].map(|text| Call::new(PARSE, draw::text_case(text)));
    let answers = talk.ask_all([case.call(PARSE)].into_iter().chain(calls).collect())?;
    let series = |value: &Value| json!([value["prerelease"], value["build"]]);
    if !exam::is_valid(&answers[2])? || series(&parsed(short)) != series(&answers[2].value) {
        return Ok(Judgement::blocked("has trouble with a short version", &draw::text_case(short)));
    }
    let [accepts, accepts_longer] = [exam::is_valid(&answers[0])?, exam::is_valid(&answers[1])?];
    let refused = |kind: &str| Judgement::failed(kind, json!({"valid": true}), answers[0].value.clone());
    Ok(match (accepts, accepts_longer) {
        (false, _) if text.len() <= crate::reference::COMMON_LENGTH => {
            refused("a version of ordinary length is refused")
        }
        (false, true) => refused("refused, though a longer one is accepted"),
        (false, false) => Judgement::held().consistent_with("limit", &["limited"]),
        (true, _) => {
            let readings: &[&str] = if text.len() < LONGEST { &["none", "limited"] } else { &["none"] };
            Judgement::equal("not read whole", &series(&parsed(text)), &series(&answers[0].value))
                .consistent_with("limit", readings)
        }
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    vec![match text(case, "text").len() {
        0..=64 => "up to 64",
        65..=255 => "up to 255",
        256 => "256",
        _ => "above 256",
    }]
}
