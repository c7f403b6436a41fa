//! The order of two versions, judged by the clause that decides it.

use proofmark::suite::Answer;
use proofmark::suite::{Case, Judgement, Stop, Talk, WrongShape};
use serde_json::{Value, json};

use crate::methods::COMPARE;
use crate::model::{deciding_clause, order, read};
use crate::reference::{order_of, text};

/// The subject orders the two as the clause of this rule says, where it is this clause that decides.
pub(crate) fn by_clause(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (Ok(a), Ok(b)) = (read(text(case, "a")), read(text(case, "b"))) else {
        return Ok(Judgement::open("only versions have an order"));
    };
    if deciding_clause(&a, &b) != Some(case.rule_id()) {
        return Ok(Judgement::open("another clause decides"));
    }
    let answer = talk.ask(case.call(COMPARE))?;
    let due = &order_of(order(&a, &b))["order"];
    let found = order_in(answer)?;
    let kind = if found == 0 { "called equal" } else { "the wrong way round" };
    Ok(Judgement::equal(kind, due, &json!(found)))
}

/// The order that the subject answered.
///
/// # Errors
/// When it is none.
pub(crate) fn order_in(answer: &Answer) -> Result<i64, WrongShape> {
    let order = answer.value["order"].as_i64().filter(|order| (-1..=1).contains(order));
    order.ok_or_else(|| WrongShape("`order` is not -1, 0 or 1".to_owned()))
}

/// Labels a pair by its order.
pub(crate) fn decided_or_not(case: &Value) -> Vec<&'static str> {
    let (Ok(a), Ok(b)) = (read(text(case, "a")), read(text(case, "b"))) else { return Vec::new() };
    vec![match order(&a, &b) {
        std::cmp::Ordering::Less => "lower",
        std::cmp::Ordering::Equal => "equal",
        std::cmp::Ordering::Greater => "higher",
    }]
}
