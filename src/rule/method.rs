//! A method of the wire protocol, as the suite describes it that needs it.

use serde_json::Value;

use crate::subject::Offered;

/// One method that subjects may offer.
#[derive(Debug)]
pub struct Method {
    /// Its name: `preflight/validate`.
    pub name: &'static str,
    /// The host methods that a subject may call meanwhile; none for most.
    pub hosts: &'static [&'static str],
    /// The JSON Schema of its params.
    pub params: &'static str,
    /// The JSON Schema of its result.
    pub result: &'static str,
    /// Equal calls may have different answers: they hold the time, say.
    pub varies: bool,
    /// Params that a conforming subject answers, for a method with host calls: the doctor tries it on them.
    pub sample: fn() -> Option<Value>,
}

impl Method {
    /// What most methods have in common; the rest is filled in with struct update.
    pub const NEW: Method =
        Method { name: "", hosts: &[], params: "true", result: "true", varies: false, sample: || None };

    /// The method as the reference runtime offers it.
    pub(crate) fn offered(&self) -> Offered {
        Offered { name: self.name, calls_host: !self.hosts.is_empty() }
    }
}
