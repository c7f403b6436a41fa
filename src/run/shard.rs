//! One run in several parts.

/// Which cases are this run's: all, or those of one shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many shards there are.
    pub of: u64,
}

impl Shard {
    /// All cases.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    pub(super) fn has(self, index: u64) -> bool {
        index % self.of.max(1) == self.number.saturating_sub(1)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!("`{text}` is not a shard; write K/N with 1 ≤ K ≤ N, for example 2/4")),
        }
    }
}
