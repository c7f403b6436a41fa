//! `--shard K/N`, or `--shard auto`: which part of the cases this machine has, as the engine that started it says.

use crate::run::Shard;

/// Which part was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShardArg {
    /// This one.
    Given(Shard),
    /// The one that the environment names.
    Auto,
}

/// Where an engine says which of how many this is.
struct Engine {
    name: &'static str,
    number: &'static str,
    /// The number of the first: a number, or the variable that has it.
    first: &'static str,
    total: &'static str,
}

/// The variable that has the number of shards where the engine has none.
const SHARDS: &str = "PROOFMARK_SHARDS";

/// Whoever says it in our own words is asked first.
const ENGINES: [Engine; 5] = [
    Engine { name: "your own", number: "PROOFMARK_SHARD", first: "1", total: SHARDS },
    Engine { name: "GitLab", number: "CI_NODE_INDEX", first: "1", total: "CI_NODE_TOTAL" },
    Engine { name: "Buildkite", number: "BUILDKITE_PARALLEL_JOB", first: "0", total: "BUILDKITE_PARALLEL_JOB_COUNT" },
    Engine {
        name: "Slurm",
        number: "SLURM_ARRAY_TASK_ID",
        first: "SLURM_ARRAY_TASK_MIN",
        total: "SLURM_ARRAY_TASK_COUNT",
    },
    Engine { name: "Kubernetes", number: "JOB_COMPLETION_INDEX", first: "0", total: SHARDS },
];

/// Reads the value of `--shard`.
pub(super) fn shard(text: &str) -> Result<ShardArg, String> {
    if text == "auto" { Ok(ShardArg::Auto) } else { text.parse().map(ShardArg::Given) }
}

impl ShardArg {
    /// The shard that is meant; `variable` reads the environment.
    ///
    /// # Errors
    /// When the environment names none, or one that cannot be.
    pub(super) fn resolved(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        if let Self::Given(shard) = self {
            return Ok(shard);
        }
        let Some(engine) = ENGINES.iter().find(|engine| variable(engine.number).is_some()) else {
            let names: Vec<String> =
                ENGINES.iter().map(|engine| format!("{} ({})", engine.number, engine.name)).collect();
            return Err(format!("--shard auto finds no variable that names a shard: {}", names.join(", ")));
        };
        let number = |name: &str| -> Result<u64, String> {
            let text = variable(name).ok_or_else(|| {
                format!("--shard auto: {} is set, and {name} is not: it is the number of shards", engine.number)
            })?;
            text.trim().parse().map_err(|_| format!("--shard auto: {name} is `{text}`, which is no number"))
        };
        let first = engine.first.parse().or_else(|_| number(engine.first))?;
        // Where the engine started a part of them only, the whole is known to the user alone.
        let total = if variable(SHARDS).is_some() { SHARDS } else { engine.total };
        let (mine, of) = (number(engine.number)?, number(total)?);
        mine.checked_sub(first)
            .map(|place| Shard { number: place + 1, of })
            .filter(|shard| shard.number <= of)
            .ok_or_else(|| format!("--shard auto: {} is {mine}, of {of} from {first} on", engine.number))
    }
}

/// The environment.
pub(super) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(variables: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
        ShardArg::Auto.resolved(variable).map(|shard| shard.to_string())
    }

    #[test]
    fn every_engine_counts_in_its_own_way() {
        for (variables, shard) in [
            (&[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "4")][..], "2/4"),
            (&[("BUILDKITE_PARALLEL_JOB", "0"), ("BUILDKITE_PARALLEL_JOB_COUNT", "3")], "1/3"),
            (&[("JOB_COMPLETION_INDEX", "3"), ("PROOFMARK_SHARDS", "4")], "4/4"),
            (&[("SLURM_ARRAY_TASK_ID", "12"), ("SLURM_ARRAY_TASK_MIN", "10"), ("SLURM_ARRAY_TASK_COUNT", "4")], "3/4"),
            (&[("PROOFMARK_SHARD", "2"), ("PROOFMARK_SHARDS", "2"), ("CI_NODE_INDEX", "1")], "2/2"),
        ] {
            assert_eq!(auto(variables).as_deref(), Ok(shard), "{variables:?}");
        }
    }

    #[test]
    fn what_names_no_shard_is_an_error_that_says_what_is_missing() {
        assert!(auto(&[]).unwrap_err().contains("CI_NODE_INDEX (GitLab)"));
        assert!(auto(&[("JOB_COMPLETION_INDEX", "0")]).unwrap_err().contains("PROOFMARK_SHARDS is not"));
        assert!(auto(&[("CI_NODE_INDEX", "5"), ("CI_NODE_TOTAL", "4")]).unwrap_err().contains("5, of 4"));
        assert!(auto(&[("CI_NODE_INDEX", "x"), ("CI_NODE_TOTAL", "4")]).unwrap_err().contains("no number"));
    }

    #[test]
    fn a_shard_that_is_given_is_that_one() {
        assert_eq!(shard("2/3").and_then(|shard| shard.resolved(|_| None)).unwrap().to_string(), "2/3");
        assert!(shard("4/3").is_err());
    }
}
