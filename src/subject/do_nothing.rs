//! Subjects that do nothing: the score that any real one has to beat.

use serde_json::Value;

use super::{Host, Implementation, Refusal, Request, Subject};

/// Answers without looking.
#[derive(Debug, Clone)]
pub struct DoNothing {
    name: &'static str,
    methods: Vec<String>,
    answer: Blind,
}

#[derive(Debug, Clone)]
enum Blind {
    Null,
    Says(Vec<EmptyAnswer>, bool),
}

/// The emptiest answer to a call, accepting or not; `None` for a method that it does not know.
type EmptyAnswer = fn(&str, &Value, bool) -> Option<Value>;

impl DoNothing {
    /// Accepts everything (`accept`) or rejects everything; `answers` knows what that looks like per method.
    #[must_use]
    pub fn verdict(accept: bool, methods: Vec<String>, answers: Vec<EmptyAnswer>) -> Self {
        let name = if accept { "accepts everything" } else { "rejects everything" };
        Self { name, methods, answer: Blind::Says(answers, accept) }
    }

    /// Answers `null` to everything.
    #[must_use]
    pub fn null(methods: Vec<String>) -> Self {
        Self { name: "answers null", methods, answer: Blind::Null }
    }

    /// What it does, in two words.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it offers.
    #[must_use]
    pub fn methods(&self) -> &[String] {
        &self.methods
    }
}

impl Subject for DoNothing {
    fn implementation(&self) -> Implementation {
        Implementation {
            name: self.name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
            methods: self.methods.clone(),
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
        match &self.answer {
            Blind::Null => Ok(Value::Null),
            Blind::Says(answers, accept) => answers
                .iter()
                .find_map(|answer| answer(request.method, request.params, *accept))
                .ok_or(Refusal::NotOffered),
        }
    }
}
