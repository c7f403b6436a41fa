//! Code mode speaks three languages.
//!
//! The traps are nicknames (`ts`, `py`), capitals, and a language that is only looked at while code mode is on.

use super::prelude::*;

const ID: &str = "R21";

const PLACE: &str = "agents/a1/capabilities/codemode/language";
const LANGUAGES: [&str; 3] = ["typescript", "python", "javascript"];

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when a language is given and is none of the three",
    edges,
    arms: &[
        arm(1, "one of the three", |draw| {
            let language = *draw.pick(&LANGUAGES);
            speaking(draw, json!(language))
        }),
        arm(2, "almost one", |draw| {
            let language = *draw.pick(&LANGUAGES);
            let miss = near::miss(draw, language);
            speaking(draw, json!(miss))
        }),
        arm(2, "another one, or no text", |draw| {
            let other = draw.pick(&others()).clone();
            speaking(draw, other)
        }),
    ],
    ground: |project| {
        vec![changed(project, |project| {
            each_capable(project, |caps| {
                if caps["codemode"].is_object() {
                    put(caps, "codemode/language", json!("python"));
                }
            });
        })]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Code Mode Language Validation: rejects languages other than the three",
    level: Level::Must,
    source: "R21: Code Mode Language Validation",
    statement: "`codemode.language`, wherever it is given, is `typescript`, `python` or `javascript`, letter for \
                letter.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        rereading("ignores case", str::to_lowercase),
        rereading("trims blanks", |language| language.trim().to_owned()),
        rereading("takes nicknames", |language| match language {
            "ts" | "py" | "js" => "python".to_owned(),
            other => other.to_owned(),
        }),
        rereading("takes python3 for python", |language| {
            language.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned()
        }),
        rereading("takes the beginning for the whole", |language| {
            LANGUAGES.iter().find(|known| known.starts_with(language)).map_or(language, |known| known).to_owned()
        }),
        accusing_caps("knows no javascript", ID, |caps| caps["codemode"]["language"] == "javascript"),
        rereading("knows ruby", |language| if language == "ruby" { "python".to_owned() } else { language.to_owned() }),
        misreading_caps("does not look while code mode is off", ID, |caps| {
            if caps["codemode"]["enabled"] != true {
                cut(caps, "codemode/language");
            }
        }),
        misreading_caps("takes a list of languages", ID, |caps| {
            if caps["codemode"]["language"].is_array() {
                put(caps, "codemode/language", json!("python"));
            }
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        wavering("has a language by default in small projects only", ID, &asks::NO_LANGUAGE, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R21.yaml"),
    questions: &[question(
        &asks::NO_LANGUAGE,
        "is there a language when none is named?",
        &[
            reading("defaulted", "code mode without `language` is accepted"),
            reading("must-be-set", "code mode without `language` is rejected"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "use `typescript`, `python` or `javascript`",
    needs: Needs::Agent,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

const fn rereading(name: &'static str, read: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, [ID, ""], read, |request, _, _, read| {
        capable(request, ID, |caps| {
            if let Some(language) = caps["codemode"]["language"].as_str().map(read) {
                put(caps, "codemode/language", json!(language));
            }
        })
    })
}

fn speaking(draw: &mut Draw, language: Value) -> Value {
    let mut project = code_mode_in(draw);
    let place = agent(&coder(&project), "capabilities/codemode");
    put(&mut project, &format!("{place}/language"), language);
    if draw.chance(1, 4) {
        turn(&mut project, &format!("{place}/enabled"), 1 + draw.below(2));
        cut(&mut project, &format!("{place}/sdk_surface"));
    }
    project
}

/// Other languages, other names of the three, and what is no text.
fn others() -> Vec<Value> {
    let texts =
        ["ts", "py", "js", "python3", "python3.12", "ruby", "rust", "node", "jsx", "java", "script", "", "bash"];
    let odd = [json!(3), json!(true), json!(["python"]), json!({}), json!({"name": "python"}), json!([])];
    texts.map(Value::from).into_iter().chain(odd).collect()
}

fn edges() -> Vec<Value> {
    let mut values: Vec<Value> = LANGUAGES.iter().map(|language| json!(language)).collect();
    for language in LANGUAGES {
        values.extend(near::misses(language).into_iter().map(Value::from));
    }
    values.extend(others());
    let mut cases: Vec<Value> = values.iter().map(|value| with(code_mode(), PLACE, value.clone())).collect();
    let off = with(least(), "agents/a1/capabilities/codemode/enabled", json!(false));
    for value in ["python", "ruby", "Python", "ts"] {
        cases.push(with(off.clone(), PLACE, json!(value)));
        cases.push(with(least(), PLACE, json!(value)));
    }
    cases.extend(for_each_agent(&code_mode(), |project, id| {
        put(project, &agent(id, "capabilities/codemode/language"), json!("ruby"));
    }));
    cases.extend(and_crowded(without(code_mode(), PLACE)));
    cases
}

/// Gives an agent in code mode a language that is none.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = into_code_mode(draw, project);
    put(project, &format!("{place}/codemode/language"), json!(draw.pick(&["ruby", "Python", "ts", "py", "java", ""])));
}
