//! Everything that the model has to say about a project, for those who have its files.

use serde_json::Value;

use super::model::{self, Standing};
use super::rules::AT_LOAD;
use crate::rule::{Note, Severity};

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
        Some(Note { rule: of.rule, severity, question, needs: of.needs, at: note.at, why: note.why, help: of.help })
    };
    model::report(params).notes.into_iter().filter_map(noted).collect()
}
