//! The grammar has no white space. Whether a program takes it off before it looks is not said; but then it does so
//! on both sides, whatever white space it is.
//!
//! The trap is `$` in a regular expression: in many languages it matches before a newline at the end.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "grammar.white-space",
    title: "refuses white space around a version, or takes it off on either side",
    level: Level::Must,
    source: "grammar, which has no white space",
    statement: "A text with white space before or behind a version is refused; or, as the document does not say what happens \
                before it is looked at, read as the version inside. Blanks, tabs and newlines are treated alike, on both sides.",
    checks: &[Check {
        id: "around",
        property: "white space around a version is always refused, or always taken off",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            let spaces = ASCII.iter().chain(OTHER);
            draw::texts(
                spaces.flat_map(|space| {
                    ["1.2.3", "1.2.3-rc.1", "1.2.3+b"].map(|version| around(version, space)).concat()
                }),
            )
        },
        arms: &[arm(1, "white space", |draw| {
            let (version, space) = (draw::any(draw), *draw.pick(ASCII));
            let places = around(&version, space);
            draw::text_case(draw.pick(&places).clone())
        })],
        classify,
        labels: &["before", "behind", "on both sides", "a newline"],
        exam: white_space,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets a newline at the end through", |request, answer| {
            reading(request, answer, |text| text.strip_suffix('\n').unwrap_or(text).to_owned())
        }),
        Mutant::answers("takes white space off at the end alone", |request, answer| {
            reading(request, answer, |text| text.trim_end().to_owned())
        }),
        Mutant::answers("takes blanks off and no tabs", |request, answer| {
            reading(request, answer, |text| text.trim_matches(' ').to_owned())
        }),
        Mutant::answers("takes white space into the build", |request, answer| {
            match reading(request, answer, |text| text.trim().to_owned()) {
                mut answer
                    if answer["build"].get(0).is_some()
                        && text(request.params, "text").ends_with(char::is_whitespace) =>
                {
                    answer["build"] = json!([text(request.params, "text").rsplit('+').next()]);
                    answer
                }
                answer => answer,
            }
        }),
    ],
    corpus: include_str!("../../corpus/grammar.white-space.yaml"),
    questions: &[Question {
        id: "trims",
        asks: "is white space around a version taken off before it is read?",
        readings: &[
            Reading { id: "never", predicts: "a text with white space around a version is no version" },
            Reading { id: "always", predicts: "white space around a version makes no difference" },
        ],
    }],
};

const ASCII: &[&str] = &[" ", "\t", "\n", "\r\n", "  "];
/// What some programs call white space and others do not.
const OTHER: &[&str] = &["\u{b}", "\u{c}", "\u{a0}", "\u{2003}", "\u{3000}"];

fn around(version: &str, space: &str) -> [String; 3] {
    [format!("{space}{version}"), format!("{version}{space}"), format!("{space}{version}{space}")]
}

fn white_space(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let text = text(case, "text");
    let version = text.trim();
    if version == text || model::read(version).is_err() {
        return Ok(Judgement::open("not a version with white space around it"));
    }
    let answers = talk.ask_all(vec![case.call(PARSE), Call::new(PARSE, draw::text_case(version))])?;
    if !exam::is_valid(&answers[1])? {
        return Ok(Judgement::blocked("refuses the version itself", &draw::text_case(version)));
    }
    let is_plain = text.chars().all(|char| char.is_ascii_graphic() || [' ', '\t', '\n', '\r'].contains(&char));
    Ok(match exam::is_valid(&answers[0])? {
        false if is_plain => Judgement::held().consistent_with("trims", &["never"]),
        false => Judgement::held(),
        true => Judgement::equal("not the version inside", &answers[1].value, &answers[0].value)
            .consistent_with("trims", &["always"]),
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let text = text(case, "text");
    let before = text.starts_with(char::is_whitespace);
    let behind = text.ends_with(char::is_whitespace);
    let mut labels = match (before, behind) {
        (true, true) => vec!["on both sides"],
        (true, false) => vec!["before"],
        (false, true) => vec!["behind"],
        (false, false) => vec!["nowhere"],
    };
    labels.extend(text.contains('\n').then_some("a newline"));
    labels
}
