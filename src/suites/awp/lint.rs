//! Everything that the model has to say about a project, for those who have its files.

use serde_json::Value;

use super::model::{self, Standing};
use super::rules::AT_LOAD;
use crate::rule::{Note, Severity};

/// How to mend what is not what a rule is mainly about.
fn help(note: &model::Note) -> Option<&'static str> {
    let question = if let Standing::Asks(ask) = note.standing { ask.question } else { "" };
    Some(match (note.rule, question) {
        ("R6", _) if note.at.ends_with("/graph") => {
            "list the nodes under `orchestration.graph`; where a delegation loop does all the work, there is nothing to mend"
        }
        ("R28", "weight-sum") => "let the weights add up to 1: then every reading agrees",
        ("R27", "metric-ids") => "give every metric a name of its own, of small letters, digits, _ and -",
        ("R10", "built-in-override") => {
            "choose a namespace of your own; that this is a built-in tool is a guess, for the document does not list them"
        }
        ("R10", "no-namespace") => "put a namespace of your own and a dot before the name",
        ("R29", "no-metrics") => "list a metric with a weight above 0, or take the section out",
        _ => return None,
    })
}

/// The notes on the params of `awp/validate`.
pub(super) fn notes(params: &Value) -> Vec<Note> {
    let noted = |note: model::Note| {
        let of = AT_LOAD.iter().find(|load| load.rule.id == note.rule)?;
        let severity = match note.standing {
            Standing::Broken => Severity::Error,
            Standing::Warns => Severity::Warning,
            Standing::Asks(_) | Standing::Open | Standing::Unfit => Severity::Note,
        };
        let question = match note.standing {
            Standing::Asks(ask) => of.rule.questions.iter().find(|question| question.id == ask.question),
            _ => None,
        };
        let help = help(&note).unwrap_or(of.help);
        Some(Note { rule: of.rule, severity, question, needs: of.needs, at: note.at, why: note.why, help })
    };
    model::report(params).notes.into_iter().filter_map(noted).collect()
}
