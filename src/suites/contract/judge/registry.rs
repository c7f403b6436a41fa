//! Putting a script to a subject's registry, and following it operation by operation.

use serde_json::Value;

use super::super::model::profile_doubt::doubt;
use super::super::model::registry::{Due, covers, dues};
use super::answer::{list, results, truth};
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};
use crate::subject::{Answer, Call};

const METHOD: &str = "contract/registry";

/// An operation with what is due for it and what came back.
#[derive(Debug)]
pub(crate) struct Performed<'a> {
    /// What is due.
    pub(crate) due: Due,
    /// Whether it went through.
    pub(crate) ok: bool,
    /// All that came back.
    pub(crate) result: &'a Value,
    /// Its number within the script.
    pub(crate) number: usize,
    /// The operation itself.
    pub(crate) operation: &'a Value,
    /// The operations before it.
    pub(crate) earlier: &'a [Value],
}

impl Performed<'_> {
    /// Whether it went through or not as is due; `None` where the document does not say.
    fn agrees(&self) -> Option<bool> {
        match self.due {
            Due::Done | Due::Found(_) | Due::Ids(_) => Some(self.ok),
            Due::Invalid(_) | Due::Taken | Due::Unknown => Some(!self.ok),
            Due::Nothing => Some(true),
            Due::Open(_) => None,
        }
    }

    /// Whether all that came back is what is due.
    fn is_right(&self) -> bool {
        let found = &self.result["profile"];
        let ids = list(self.result, "ids");
        self.agrees() == Some(true)
            && match &self.due {
                Due::Found(profile) => covers(profile, found),
                Due::Nothing => !self.ok || found.is_null(),
                Due::Ids(due) => due.iter().all(|id| ids.iter().any(|listed| listed == id)),
                _ => true,
            }
    }
}

/// A script that was performed, as far as it can be followed: to its end, or to the first operation that the document
/// leaves open or that went another way.
#[derive(Debug)]
pub(crate) struct Script<'a> {
    /// The operations.
    pub(crate) performed: Vec<Performed<'a>>,
}

impl<'a> Script<'a> {
    /// Puts the script of a case.
    pub(crate) fn of<'t: 'a>(case: &'a Case<'_>, talk: &mut Talk<'t>) -> Result<Self, Stop> {
        Ok(Self::read(list(case, "script"), talk.ask(case.call(METHOD))?)?)
    }

    fn read(script: &'a [Value], answer: &'a Answer) -> Result<Self, WrongShape> {
        let results = results(answer, "results", script.len())?;
        let mut performed: Vec<Performed<'a>> = Vec::new();
        for (number, due) in dues(script).into_iter().enumerate() {
            let result = &results[number];
            let ok = truth(result, "ok")?;
            // What is certainly wrong beside something doubtful is refused for the one or the other: no finding is made of it.
            let due = match (due, doubt(&script[number]["profile"])) {
                (Due::Invalid(_), Some(why)) => Due::Open(why),
                (due, _) => due,
            };
            performed.push(Performed {
                due,
                ok,
                result,
                number,
                operation: &script[number],
                earlier: &script[..number],
            });
            if performed[number].agrees() != Some(true) {
                break;
            }
        }
        Ok(Self { performed })
    }

    /// What is to be said where no operation is this rule's to blame.
    pub(crate) fn innocent(&self) -> Judgement {
        match self.performed.last() {
            Some(Performed { due: Due::Open(why), .. }) => Judgement::open(*why),
            Some(last) if last.agrees() == Some(false) => {
                Judgement::open("an operation went another way: another check says whether it may")
            }
            _ => Judgement::held(),
        }
    }
}

/// Stops where the subject does not perform the ground of a case, a script, as the document says.
pub(crate) fn stands_on(talk: &mut Talk<'_>, ground: &Value) -> Result<(), Stop> {
    let answer = talk.ask(Call::new(METHOD, ground.clone()).remembered())?;
    let script = Script::read(list(ground, "script"), answer)?;
    match script.performed.iter().find(|performed| !performed.is_right()) {
        None => Ok(()),
        Some(wrong) => {
            let why = format!("operation {} of a plain script goes another way", wrong.number);
            Err(Judgement::blocked(why, ground).into())
        }
    }
}
