//! The reference runtime: right by construction, unless a spoiler is at work.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use serde_json::Value;

use super::both_faults::both;
use super::{Host, Implementation, Refusal, Request, Subject, Way};
use crate::mutex::lock;

/// What a spoiler or a quirk remembers between calls.
pub type Memory = BTreeMap<String, Value>;

/// The part of the reference runtime that one suite contributes.
#[derive(Debug, Clone)]
pub struct Part {
    /// The methods it answers.
    pub methods: Vec<Offered>,
    /// The features it has.
    pub features: &'static [&'static str],
    /// Answers a call.
    pub answer: fn(&Quirks, Request<'_>, &Host) -> Result<Value, Refusal>,
}

/// A method that the reference runtime offers.
#[derive(Debug, Clone, Copy)]
pub struct Offered {
    /// Its name.
    pub name: &'static str,
    /// Whether it may call the host meanwhile.
    pub calls_host: bool,
}

/// How a spoiler makes the reference runtime wrong.
#[derive(Debug, Clone, Copy)]
pub enum Spoils {
    /// It changes a right answer.
    Answer(fn(Request<'_>, Value) -> Value),
    /// It changes a right answer where the params are such as it says.
    Where(Way<fn(&Value) -> bool>),
    /// It takes what it is given for what it makes of it.
    Misreading(Way<fn(&mut Value)>),
    /// It takes a text for another.
    Respelling(Way<fn(&str) -> String>),
    /// It changes a right answer because of earlier calls.
    Remembering(fn(&mut Memory, Request<'_>, Value) -> Value),
    /// It throws instead of answering.
    Throwing(fn(Request<'_>) -> bool),
    /// It replaces a decision of the runtime itself.
    Policy(fn(&mut Policies)),
}

/// A fault put into the reference runtime.
#[derive(Debug, Clone)]
pub struct Spoiler {
    /// Only calls of these methods are spoiled.
    pub methods: Vec<&'static str>,
    /// How.
    pub spoils: Spoils,
}

/// The decisions of the reference runtime that are not the document's: per suite one policy at the most.
#[derive(Debug, Default)]
pub struct Policies(Vec<Box<dyn Any + Send + Sync>>);

impl Policies {
    /// The policy of a suite, to change it; `document` is what it is unless somebody did.
    pub fn change<P: Clone + Send + Sync + 'static>(&mut self, document: &P) -> &mut P {
        let place = self.0.iter().position(|policy| policy.is::<P>()).unwrap_or_else(|| {
            self.0.push(Box::new(document.clone()));
            self.0.len() - 1
        });
        match self.0[place].downcast_mut() {
            Some(policy) => policy,
            None => unreachable!("it is of this type"),
        }
    }

    /// The policy that is in force.
    fn of<'a, P: 'static>(&'a self, document: &'a P) -> &'a P {
        self.0.iter().find_map(|policy| policy.downcast_ref()).unwrap_or(document)
    }
}

/// What makes a reference runtime other than the document: replaced decisions, and what it remembers between calls.
#[derive(Debug, Default)]
pub struct Quirks {
    policies: Policies,
    memory: Mutex<Memory>,
}

impl Quirks {
    /// The policy of a suite: `document`, unless a mutant has replaced some of its decisions.
    #[must_use]
    pub fn policy<P: 'static>(&self, document: &'static P) -> &P {
        self.policies.of(document)
    }

    /// What is remembered from earlier calls of the same process.
    pub fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        lock(&self.memory)
    }
}

/// The built-in reference subject.
#[derive(Debug)]
pub struct Reference {
    parts: Vec<Part>,
    spoilers: Vec<Spoiler>,
    quirks: Quirks,
    memories: Mutex<Vec<Memory>>,
}

impl Reference {
    /// The reference runtime made of `parts`, made wrong by `spoilers`.
    #[must_use]
    pub fn new(parts: Vec<Part>, spoilers: Vec<Spoiler>) -> Self {
        let memories = Mutex::new(vec![Memory::new(); spoilers.len()]);
        let mut policies = Policies::default();
        for spoiler in &spoilers {
            if let Spoils::Policy(change) = spoiler.spoils {
                change(&mut policies);
            }
        }
        Self { parts, spoilers, quirks: Quirks { policies, memory: Mutex::default() }, memories }
    }

    fn offered(&self, method: &str) -> Option<(&Part, &Offered)> {
        self.parts.iter().find_map(|part| Some((part, part.methods.iter().find(|offered| offered.name == method)?)))
    }

    fn spoil(&self, request: Request<'_>, mut answer: Value) -> Result<Value, Refusal> {
        let right = if self.spoilers.len() > 1 { answer.clone() } else { Value::Null };
        for (index, spoiler) in self.spoilers.iter().enumerate() {
            if !spoiler.methods.contains(&request.method) {
                continue;
            }
            let spoil: &dyn Fn(Value) -> Value = match &spoiler.spoils {
                Spoils::Answer(spoil) => &|answer| spoil(request, answer),
                Spoils::Where(way) => &|answer| way.spoil(request, answer),
                Spoils::Misreading(way) => &|answer| way.spoil(request, answer),
                Spoils::Respelling(way) => &|answer| way.spoil(request, answer),
                Spoils::Remembering(spoil) => {
                    let mut memories = lock(&self.memories);
                    answer = spoil(&mut memories[index], request, answer);
                    continue;
                }
                Spoils::Throwing(when) if when(request) => {
                    return Err(Refusal::Failed("TypeError: cannot read properties of null".to_owned()));
                }
                Spoils::Throwing(_) | Spoils::Policy(_) => continue,
            };
            answer = if index == 0 { spoil(answer) } else { spoiled_again(spoil, &right, answer) };
        }
        Ok(answer)
    }
}

/// An answer that was `right` and may have been spoiled already, spoiled once more.
fn spoiled_again(spoil: impl Fn(Value) -> Value, right: &Value, before: Value) -> Value {
    if before == *right {
        return spoil(before);
    }
    let (alone, after) = (spoil(right.clone()), spoil(before.clone()));
    // The same whatever was there before: it did not look.
    if alone == after { both(right, &before, &alone) } else { after }
}

impl Subject for Reference {
    fn implementation(&self) -> Implementation {
        let all = |of: fn(&Part) -> Vec<&'static str>| {
            let names: BTreeSet<&str> = self.parts.iter().flat_map(of).collect();
            names.into_iter().map(str::to_owned).collect()
        };
        Implementation {
            name: "proofmark-reference".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
            methods: all(|part| part.methods.iter().map(|method| method.name).collect()),
            features: all(|part| part.features.to_vec()),
        }
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let (part, _) = self.offered(request.method).ok_or(Refusal::NotOffered)?;
        let answer = (part.answer)(&self.quirks, request, host)?;
        self.spoil(request, answer)
    }

    fn calls_host(&self, method: &str) -> bool {
        self.offered(method).is_some_and(|(_, offered)| offered.calls_host)
    }

    fn takes_time_from_host(&self) -> bool {
        true
    }
}
