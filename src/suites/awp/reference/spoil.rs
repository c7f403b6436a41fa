//! Ways of spoiling a right answer that several mutants go.

use serde_json::{Value, json};

use crate::draw::json::without_nulls;
use crate::rule::Mutant;
use crate::subject::{Quirks, Request};

/// What a runtime answers that takes its parameters for what `change` makes of them; other methods are left alone.
pub(in crate::suites::awp) fn misread(
    request: Request<'_>,
    method: &str,
    answer: Value,
    change: impl FnOnce(&mut Value),
) -> Value {
    if request.method != method {
        return answer;
    }
    let mut params = request.params.clone();
    change(&mut params);
    super::answer_alone(&Quirks::default(), request.method, &params, 0).unwrap_or(answer)
}

/// A right answer of `method`, changed; answers of other methods are left alone.
pub(in crate::suites::awp) fn edit(
    request: Request<'_>,
    method: &str,
    mut answer: Value,
    change: impl FnOnce(&mut Value),
) -> Value {
    if request.method == method {
        change(&mut answer);
    }
    answer
}

/// A runtime that takes the parameters of `method` for what `change` makes of them.
pub(in crate::suites::awp) const fn misreading(
    name: &'static str,
    method: &'static str,
    change: fn(&mut Value),
) -> Mutant {
    Mutant::misreads(name, [method, ""], change, |request, answer, [method, _], change| {
        misread(request, method, answer, change)
    })
}

/// A runtime that answers `method` rightly but for what `change` makes of it.
pub(in crate::suites::awp) const fn editing(
    name: &'static str,
    method: &'static str,
    change: fn(&mut Value),
) -> Mutant {
    Mutant::misreads(name, [method, ""], change, |request, answer, [method, _], change| {
        edit(request, method, answer, change)
    })
}

/// A list cut down to its first entry.
pub(in crate::suites::awp) fn first_only(list: &mut Value) {
    if let Some(list) = list.as_array_mut() {
        list.truncate(1);
    }
}

/// The result of a loop that is given up for `reason`: the right one, unless `of` is the reason.
pub(in crate::suites::awp) fn given_up(of: &str, reason: &str, status: &str, told: Option<&str>) -> Value {
    if reason == of {
        without_nulls(&json!({"status": status, "reason": told}))
    } else {
        json!({"status": "partial", "reason": reason})
    }
}
