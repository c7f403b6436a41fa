//! What goes into the request builder, and what has to come out: every
//! contribution once, as it is, in the order of invocation.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::methods::COMPOSE;
use super::vocabulary::Provider;
use crate::rule::{WrongShape, member, text_member};
use crate::subject::Call;

/// One call of the request builder.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Composition {
    /// The session, which nothing in a turn may change.
    pub(in super::super) session: Value,
    /// The providers, in the order in which they were invoked.
    pub(in super::super) invocations: Vec<Invocation>,
}

/// One provider and what it supplied.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Invocation {
    /// Who.
    pub(in super::super) provider: &'static Provider,
    /// What, in its own order.
    pub(in super::super) contributions: Vec<Contribution>,
}

/// One contribution.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Contribution {
    pub(in super::super) id: String,
    pub(in super::super) kind: String,
    pub(in super::super) content: String,
    pub(in super::super) origin: Option<String>,
}

/// One entry of a request. What else an entry holds is the builder's own business.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Entry {
    pub(in super::super) provider: String,
    pub(in super::super) id: String,
    pub(in super::super) kind: String,
    pub(in super::super) content: String,
}

/// The answer of the request builder.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Composed {
    /// The session as it was left.
    pub(in super::super) session: Value,
    /// The request.
    pub(in super::super) entries: Vec<Entry>,
}

impl Composition {
    /// Reads the params of a call, in which a kind that is left out is the provider's first.
    ///
    /// # Errors
    /// Why the document does not say what comes of it.
    pub(in super::super) fn read(params: &Value) -> Result<Self, String> {
        let session = params.get("session").filter(|session| session.is_object());
        let session = session.ok_or("the session is no object")?.clone();
        let list = params["invocations"].as_array().ok_or("`invocations` is no list")?;
        let invocations = list.iter().map(Invocation::read).collect::<Result<Vec<_>, _>>()?;
        let mut providers = BTreeSet::new();
        if let Some(twice) = invocations.iter().find(|invocation| !providers.insert(invocation.provider.name)) {
            return Err(format!("{} is invoked twice", twice.provider.name));
        }
        let mut ids = BTreeSet::new();
        let mut contributions = invocations.iter().flat_map(|invocation| &invocation.contributions);
        if let Some(twice) = contributions.find(|contribution| !ids.insert(&contribution.id)) {
            return Err(format!("the id {} is there twice", twice.id));
        }
        Ok(Self { session, invocations })
    }

    /// The call that puts it to a subject.
    pub(in super::super) fn call(&self) -> Call {
        Call::new(COMPOSE, self.params())
    }

    /// It on the wire.
    pub(in super::super) fn params(&self) -> Value {
        let invocations: Value = self
            .invocations
            .iter()
            .map(|invocation| {
                let contributions: Value = invocation.contributions.iter().map(Contribution::to_json).collect();
                json!({"provider": invocation.provider.name, "contributions": contributions})
            })
            .collect();
        json!({"session": self.session, "invocations": invocations})
    }

    /// The request that has to come out.
    pub(in super::super) fn due(&self) -> Vec<Entry> {
        let entry = |provider: &Provider, contribution: &Contribution| Entry {
            provider: provider.name.to_owned(),
            id: contribution.id.clone(),
            kind: contribution.kind.clone(),
            content: contribution.content.clone(),
        };
        let of = |invocation: &Invocation| {
            let provider = invocation.provider;
            invocation.contributions.iter().map(move |contribution| entry(provider, contribution)).collect::<Vec<_>>()
        };
        self.invocations.iter().flat_map(of).collect()
    }

    /// The same with those invocations only.
    pub(in super::super) fn only(&self, keep: impl Fn(&Invocation) -> bool) -> Self {
        let invocations = self.invocations.iter().filter(|invocation| keep(invocation)).cloned().collect();
        Self { session: self.session.clone(), invocations }
    }

    /// Whether that provider contributes anything.
    pub(in super::super) fn has(&self, provider: &str) -> bool {
        self.invocations.iter().any(|one| one.provider.name == provider && !one.contributions.is_empty())
    }
}

impl Invocation {
    fn read(value: &Value) -> Result<Self, String> {
        let provider = value["provider"].as_str().and_then(Provider::named).ok_or("a provider nobody knows")?;
        let list = value["contributions"].as_array().ok_or("`contributions` is no list")?;
        let contributions = list.iter().map(|one| Contribution::read(provider, one)).collect::<Result<_, _>>()?;
        Ok(Self { provider, contributions })
    }
}

impl Contribution {
    fn read(provider: &Provider, value: &Value) -> Result<Self, String> {
        let text = |name: &str| match value.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.clone())),
            Some(_) => Err(format!("`{name}` is empty or no text")),
        };
        let kind = text("kind")?.unwrap_or_else(|| provider.kinds[0].to_owned());
        if !provider.kinds.contains(&kind.as_str()) {
            return Err(format!("{} does not contribute {kind}", provider.name));
        }
        let needed = |name: &str| text(name)?.ok_or_else(|| format!("`{name}` is missing"));
        Ok(Self { id: needed("id")?, kind, content: needed("content")?, origin: text("origin")? })
    }

    fn to_json(&self) -> Value {
        let mut value = json!({"id": self.id, "kind": self.kind, "content": self.content});
        if let Some(origin) = &self.origin {
            value["origin"] = json!(origin);
        }
        value
    }
}

impl Composed {
    /// Reads an answer.
    pub(in super::super) fn read(answer: &Value) -> Result<Self, WrongShape> {
        let list = member(answer, "request")?.as_array();
        let list = list.ok_or_else(|| WrongShape("`request` is not a list".to_owned()))?;
        let entry = |value: &Value| {
            Ok(Entry {
                provider: text_member(value, "provider")?.to_owned(),
                id: text_member(value, "id")?.to_owned(),
                kind: text_member(value, "kind")?.to_owned(),
                content: text_member(value, "content")?.to_owned(),
            })
        };
        let entries = list.iter().map(entry).collect::<Result<_, _>>()?;
        Ok(Self { session: member(answer, "session")?.clone(), entries })
    }

    /// The answer on the wire.
    pub(in super::super) fn to_answer(&self) -> Value {
        json!({"session": self.session, "request": shown(&self.entries)})
    }
}

impl Entry {
    fn to_json(&self) -> Value {
        json!({"provider": self.provider, "id": self.id, "kind": self.kind, "content": self.content})
    }
}

/// Entries as a person reads them.
pub(in super::super) fn shown<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Value {
    entries.into_iter().map(Entry::to_json).collect()
}

/// What is due and did not come out, and what came out and is not due: provider, id and content count.
pub(in super::super) fn differences<'a>(due: &'a [Entry], found: &'a [Entry]) -> (Vec<&'a Entry>, Vec<&'a Entry>) {
    let same = |a: &Entry, b: &Entry| (&a.provider, &a.id, &a.content) == (&b.provider, &b.id, &b.content);
    let mut extra: Vec<&Entry> = found.iter().collect();
    let mut lost = Vec::new();
    for entry in due {
        match extra.iter().position(|found| same(entry, found)) {
            Some(place) => drop(extra.remove(place)),
            None => lost.push(entry),
        }
    }
    (lost, extra)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(provider: &str, id: &str, content: &str) -> Value {
        json!({"provider": provider, "contributions": [{"id": id, "content": content}]})
    }

    #[test]
    fn what_goes_in_comes_out_in_the_order_of_invocation() {
        let params = json!({"session": {"id": "s1"}, "invocations": [one("rag", "b", "x"), one("user", "a", "x")]});
        let due = Composition::read(&params).unwrap().due();
        let ids: Vec<(&str, &str)> = due.iter().map(|entry| (entry.id.as_str(), entry.kind.as_str())).collect();
        assert_eq!(ids, [("b", "retrieved"), ("a", "instruction")]);
    }

    #[test]
    fn what_the_document_does_not_settle_is_not_read() {
        let bad = [
            json!([one("user", "a", "x"), one("user", "b", "y")]),
            json!([one("user", "a", "x"), one("rag", "a", "y")]),
            json!([one("user", "a", "")]),
            json!([one("tools", "a", "x")]),
            json!([{"provider": "kfr", "contributions": [{"id": "a", "kind": "notice", "content": "x"}]}]),
            json!(null),
        ];
        for invocations in bad {
            assert!(Composition::read(&json!({"session": {}, "invocations": invocations})).is_err());
        }
    }
}
