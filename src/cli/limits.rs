//! The flags that limit what a subject may use of the machine, and what it may say.

use std::time::Duration;

use clap::Args as ClapArgs;

use super::values::duration;
use crate::subject::{Bounds, Limits};

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
    /// The longest line that the subject may write to stdout: an answer, a host call or an event [default: 16M]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    answer_limit: Option<usize>,
    /// The most that the host calls and events of the open calls may come to [default: 32M]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    trace_limit: Option<usize>,
    /// The most that the subject may write to stderr between two answers [default: 256M]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    stderr_limit: Option<usize>,
    /// How long a call may last, however much is said meanwhile [default: 12 times --timeout]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    life_limit: Option<Duration>,
}

impl LimitArgs {
    pub(super) fn limits(&self) -> Limits {
        let usual = Bounds::default();
        let bounds = Bounds {
            answer: self.answer_limit.unwrap_or(usual.answer),
            trace: self.trace_limit.unwrap_or(usual.trace),
            stderr: self.stderr_limit.unwrap_or(usual.stderr),
        };
        Limits { memory: self.memory_limit, cpu: self.cpu_limit, start: self.start_timeout, bounds }
    }

    /// How long a call may last, if it was said.
    pub(super) fn life(&self) -> Option<Duration> {
        self.life_limit
    }
}

fn bytes(text: &str) -> Result<usize, String> {
    size(text).and_then(|bytes| usize::try_from(bytes).map_err(|_| format!("`{text}` is more than can be addressed")))
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
    use clap::CommandFactory;

    use super::size;
    use crate::cli::args::Args;
    use crate::subject::Fault;

    #[test]
    fn a_breach_names_the_option_that_allows_more() {
        let program = Args::command();
        let run = program.find_subcommand("run").unwrap();
        for (option, breach) in [
            ("answer-limit", Fault::LineTooLong(1)),
            ("answer-limit", Fault::TooManyValues(1)),
            ("trace-limit", Fault::TraceTooLong(1)),
            ("stderr-limit", Fault::StderrTooLong(1)),
            ("life-limit", Fault::Endless(1)),
        ] {
            assert!(run.get_arguments().any(|argument| argument.get_long() == Some(option)), "{option}");
            assert!(breach.to_string().contains(&format!("`--{option}`")), "{breach}");
        }
    }

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
