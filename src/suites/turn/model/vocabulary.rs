//! The providers of a turn and the kinds of contribution that each of them owns.

/// A turn-level provider.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Provider {
    /// Its name on the wire.
    pub(in super::super) name: &'static str,
    /// The kinds that it contributes, the plainest first.
    pub(in super::super) kinds: &'static [&'static str],
    /// Its slice of the turn record.
    pub(in super::super) slice: &'static str,
}

/// Every provider, in the document's order, which is no order of invocation.
pub(in super::super) static PROVIDERS: [Provider; 5] = [
    Provider { name: USER, kinds: &["instruction", "attachment"], slice: "user" },
    Provider { name: CLIENT, kinds: &["file", "structure", "editorState"], slice: "client" },
    Provider { name: KFR, kinds: &["fact"], slice: "kfr" },
    Provider { name: RAG, kinds: &["retrieved"], slice: "rag" },
    Provider { name: METADATA, kinds: &["notice"], slice: "metadata" },
];

/// The names, for shapes.
pub(in super::super) const PROVIDER_NAMES: &[&str] = &[USER, CLIENT, KFR, RAG, METADATA];

/// The kinds, for shapes.
pub(in super::super) const KINDS: &[&str] =
    &["instruction", "attachment", "file", "structure", "editorState", "fact", "retrieved", "notice"];

/// What the user said.
pub(in super::super) const USER: &str = "user";
/// What the client sent along by itself.
pub(in super::super) const CLIENT: &str = "clientContext";
/// Short-term memory.
pub(in super::super) const KFR: &str = "kfr";
/// What was retrieved.
pub(in super::super) const RAG: &str = "rag";
/// What there is to know about the turn itself.
pub(in super::super) const METADATA: &str = "turnMetadata";

impl Provider {
    /// The provider of that name.
    pub(in super::super) fn named(name: &str) -> Option<&'static Self> {
        PROVIDERS.iter().find(|provider| provider.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_owner() {
        let names: Vec<&str> = PROVIDERS.iter().map(|provider| provider.name).collect();
        assert_eq!(names, PROVIDER_NAMES);
        let kinds: Vec<&str> = PROVIDERS.iter().flat_map(|provider| provider.kinds).copied().collect();
        assert_eq!(kinds, KINDS);
    }
}
