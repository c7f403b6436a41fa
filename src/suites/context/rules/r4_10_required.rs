//! A response always says where it belongs, and what it has to say.
//!
//! The traps: ids taken from the envelope, which is older, and the mode in
//! place of the name that is shown for it.

use crate::suites::context::judge::built::{BUILT, build};
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "4.10.required",
    title: "ResponseBuilder: fills the required members from session, turn and payload",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, required",
    statement: "Every response holds `sessionId`, `turnId` and `modeDisplayName` from session and turn; a final one \
                `primaryOutputText` from the payload, one text.",
    checks: &[Check { property: "each required text is there and equals its source", exam, ..BUILT }],
    mutants: &[
        Mutant::answers("takes the turn id from the envelope", |request, answer| {
            let named = request.params["context"]["envelope"]["turnId"].clone();
            edit(answer, |response| response["turnId"] = named)
        }),
        Mutant::answers("shows the mode in place of its name", |request, answer| {
            let mode = request.params["context"]["session"]["mode"].clone();
            edit(answer, |response| response["modeDisplayName"] = mode)
        }),
        sending("leaves the session out", |response| put(response, "sessionId", None)),
        sending("leaves the mode out of continuations", |response| {
            if response["kind"] != "final" {
                put(response, "modeDisplayName", None);
            }
        }),
        sending("sends the text as a list", |response| {
            if let Some(text) = response.get("primaryOutputText").cloned() {
                response["primaryOutputText"] = json!([text]);
            }
        }),
        sending("trims the text", |response| trim(response, "primaryOutputText")),
        sending("makes the line ends of the text uniform", |response| {
            change_text(response, "primaryOutputText", |text| text.replace("\r\n", "\n"));
        }),
        sending("escapes the text", |response| {
            change_text(response, "primaryOutputText", |text| text.replace('<', "&lt;"));
        }),
        sending("takes the text out of its fence", |response| {
            change_text(response, "primaryOutputText", |text| text.trim_matches('`').to_owned());
        }),
        sending("cuts the text", |response| {
            change_text(response, "primaryOutputText", |text| text.chars().take(200).collect());
        }),
        sending("writes its keys with capitals", |response| {
            let turn = response["turnId"].clone();
            put(response, "turnId", None);
            response["TurnId"] = turn;
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.required.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let built = match build(case, talk)? {
        Ok(built) => built,
        Err(not_judged) => return Ok(not_judged),
    };
    for key in built.form.required.iter().filter(|key| **key != "toolCalls") {
        let due = &built.required[*key];
        match built.response.get(*key) {
            None => return Ok(Judgement::failed(format!("`{key}` is missing"), due.clone(), built.response.clone())),
            Some(value) if value != due => {
                return Ok(Judgement::failed(format!("`{key}` is not that of its source"), due.clone(), value.clone()));
            }
            Some(_) => {}
        }
    }
    Ok(Judgement::held())
}
