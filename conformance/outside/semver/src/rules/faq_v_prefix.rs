//! `v1.2.3` is no version, says the document, and a common way to write one.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "faq.v-prefix",
    title: "refuses a v before a version, or takes it off",
    level: Level::Must,
    source: "FAQ, is v1.2.3 a semantic version",
    statement: "`v1.2.3` is not a version: the version is 1.2.3, and `v` a common way to say that one follows. A text that begins \
                with `v` is refused, or read as the version behind it; always the one, or always the other. Two of them are \
                one too many.",
    checks: &[Check {
        id: "prefix",
        property: "a `v` before a version is always refused, or always taken off",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            draw::texts([
                "v0.0.0",
                "v1.2.3",
                "v10.20.30",
                "v1.0.0-rc.1",
                "v1.0.0+b",
                "v1.0.0-v+v",
                "vv1.2.3",
                "v",
                "v1.2",
                "v1.2.3.4",
            ])
        },
        arms: &[arm(1, "a prefix", |draw| draw::text_case(format!("v{}", draw::any(draw))))],
        classify,
        labels: &["a normal version", "a pre-release", "a build", "no version behind it"],
        exam: prefix,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("takes the prefix off normal versions alone", |request, answer| {
            reading(request, answer, |text| if text.contains('-') { text.to_owned() } else { bare(text).to_owned() })
        }),
        Mutant::answers("takes off any number of them", |request, answer| {
            reading(request, answer, |text| text.trim_start_matches('v').to_owned())
        }),
        Mutant::answers("takes the prefix and leaves the major version zero", |request, answer| {
            reading(request, answer, |text| match text.strip_prefix('v').and_then(|text| text.split_once('.')) {
                Some((_, rest)) => format!("0.{rest}"),
                None => text.to_owned(),
            })
        }),
    ],
    corpus: include_str!("../../corpus/faq.v-prefix.yaml"),
    questions: &[Question {
        id: "prefix",
        asks: "is a `v` before a version taken off before it is read?",
        readings: &[
            Reading { id: "never", predicts: "a text that begins with `v` is no version" },
            Reading { id: "always", predicts: "a `v` before a version makes no difference" },
        ],
    }],
};

fn bare(text: &str) -> &str {
    text.strip_prefix('v').unwrap_or(text)
}

fn prefix(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some(version) = text(case, "text").strip_prefix('v') else {
        return Ok(Judgement::open("it does not begin with `v`"));
    };
    if version.trim() != version {
        return Ok(Judgement::open("white space around it is a question of its own"));
    }
    let answers = talk.ask_all(vec![case.call(PARSE), Call::new(PARSE, draw::text_case(version))])?;
    Ok(match (model::read(version).is_ok(), exam::is_valid(&answers[0])?) {
        (false, true) => {
            Judgement::failed("accepted, though it is no version", json!({"valid": false}), answers[0].value.clone())
        }
        (false, false) => Judgement::held(),
        (true, _) if !exam::is_valid(&answers[1])? => {
            Judgement::blocked("refuses the version itself", &draw::text_case(version))
        }
        (true, false) => Judgement::held().consistent_with("prefix", &["never"]),
        (true, true) => Judgement::equal("not the version behind the prefix", &answers[1].value, &answers[0].value)
            .consistent_with("prefix", &["always"]),
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(version) = model::read(bare(text(case, "text"))) else { return vec!["no version behind it"] };
    let mut labels = vec![if version.pre.is_empty() { "a normal version" } else { "a pre-release" }];
    labels.extend((!version.build.is_empty()).then_some("a build"));
    labels
}
