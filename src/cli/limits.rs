//! The flags that limit what a subject may use of the machine.

use std::time::Duration;

use clap::Args as ClapArgs;

use super::values::duration;
use crate::subject::Limits;

#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct LimitArgs {
    /// The most memory that a process of the subject may have, for example 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory_limit: Option<u64>,
    /// The most processor time that a process of the subject may use in its life, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    cpu_limit: Option<u64>,
    /// How long the subject may take to start [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    start_timeout: Option<Duration>,
}

impl LimitArgs {
    pub(super) fn limits(&self) -> Limits {
        Limits { memory: self.memory_limit, cpu: self.cpu_limit, start: self.start_timeout }
    }
}

fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let shift = match unit {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(format!("`{unit}` is not a unit of memory; use K, M or G")),
    };
    let number: Option<u64> = number.parse().ok().filter(|number| *number > 0);
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| format!("`{text}` is not an amount of memory; write 512M or 2G"))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("12"), Ok(12));
        assert_eq!(size("3K"), Ok(3072));
        assert_eq!(size("2G"), Ok(2 << 30));
        for wrong in ["", "0", "-1", "1.5G", "1T", "M", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
