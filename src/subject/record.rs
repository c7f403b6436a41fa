//! A subject that gave its answers elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{Economy, Host, Implementation, InProcess, LaunchError, Launcher, Link, Refusal, Request, Subject};

/// What is said where a call was not answered.
const NO_ANSWER: &str = "there is no recorded answer to it";

/// Answers on record, by method and params.
#[derive(Debug, Clone)]
pub struct Record {
    name: Arc<str>,
    implementation: Implementation,
    answers: Arc<BTreeMap<(String, String), Result<Value, Refusal>>>,
}

impl Record {
    /// The record `name` of a subject: every call with its answer, or why there is none.
    pub fn new(
        name: &str,
        implementation: Implementation,
        answers: impl IntoIterator<Item = ((String, Value), Result<Value, Refusal>)>,
    ) -> Self {
        let answers = answers.into_iter().map(|((method, params), answer)| ((method, params.to_string()), answer));
        Self { name: name.into(), implementation, answers: Arc::new(answers.collect()) }
    }
}

impl Subject for Record {
    fn implementation(&self) -> Implementation {
        self.implementation.clone()
    }

    fn call(&self, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
        let key = (request.method.to_owned(), request.params.to_string());
        self.answers.get(&key).cloned().unwrap_or_else(|| Err(Refusal::Inexpressible(NO_ANSWER.to_owned())))
    }

    fn calls_host(&self, _: &str) -> bool {
        false
    }
}

impl Launcher for Record {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        Ok(Box::new(InProcess::new(self.clone())))
    }

    fn economy(&self) -> Economy {
        Economy::IN_PROCESS
    }

    fn record(&self) -> Option<&str> {
        Some(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn calls_are_told_apart_by_method_and_params_whatever_the_order_of_keys() {
        let call = |method: &str, text: &str| (method.to_owned(), serde_json::from_str::<Value>(text).unwrap());
        let record = Record::new(
            "folder",
            Implementation::default(),
            [(call("a/b", r#"{"x":1,"y":2.5}"#), Ok(json!(1))), (call("a/c", "{}"), Err(Refusal::NotOffered))],
        );
        let ask = |method, params: Value| record.call(Request::new(method, &params), &Host::none());
        assert_eq!(ask("a/b", json!({"y": 2.5, "x": 1})), Ok(json!(1)));
        assert_eq!(ask("a/c", json!({})), Err(Refusal::NotOffered));
        assert_eq!(ask("a/b", json!({"x": 1})), Err(Refusal::Inexpressible(NO_ANSWER.to_owned())));
    }
}
