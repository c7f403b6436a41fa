//! What may stand in `proofmark.toml`: one list, from which reading, checking and showing follow.

/// What the value of a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A command: a list of words, or a text that is split at spaces.
    Command,
    /// A text, or a list of them.
    Texts,
    /// A text.
    Text,
    /// A file, relative to that of the settings.
    Path,
    /// A number without a fraction or a sign.
    Number,
}

/// One key.
#[derive(Debug)]
pub(super) struct Key {
    /// Its name; those of `[reports]` with a dot.
    pub(super) name: &'static str,
    /// The option that it stands for; the command has none.
    pub(super) option: &'static str,
    pub(super) kind: Kind,
    /// The commands that it means something to.
    pub(super) commands: &'static [&'static str],
    /// What holds where nobody says anything.
    pub(super) default: &'static str,
}

const RUN: &[&str] = &["run"];
const ALL: &[&str] = &["run", "doctor", "replay", "certify", "verify"];
const LIMITED: &[&str] = &["run", "replay", "certify", "verify"];
const REPLAY: &[&str] = &["run", "replay"];
const CERTIFY: &[&str] = &["run", "certify"];

const fn key(
    name: &'static str,
    option: &'static str,
    kind: Kind,
    commands: &'static [&'static str],
    default: &'static str,
) -> Key {
    Key { name, option, kind, commands, default }
}

/// Every key, in the order in which they are shown.
pub(super) static KEYS: &[Key] = &[
    key("command", "", Kind::Command, ALL, "the built-in reference"),
    key("suites", "suite", Kind::Texts, CERTIFY, "all, where no rule is named"),
    key("rules", "rule", Kind::Texts, RUN, "all, where no suite is named"),
    key("readings", "reading", Kind::Texts, RUN, "none"),
    key("known", "known", Kind::Path, RUN, "none"),
    key("baseline", "baseline", Kind::Path, RUN, "none"),
    key("regressions", "regressions", Kind::Path, REPLAY, "proofmark-regressions, where that exists"),
    key("seed", "seed", Kind::Number, CERTIFY, "0"),
    key("cases", "cases", Kind::Number, RUN, "200"),
    key("budget", "budget", Kind::Text, RUN, "none"),
    key("timeout", "timeout", Kind::Text, ALL, "10s"),
    key("start-timeout", "start-timeout", Kind::Text, LIMITED, "30s"),
    key("memory-limit", "memory-limit", Kind::Text, LIMITED, "none"),
    key("cpu-limit", "cpu-limit", Kind::Number, LIMITED, "none"),
    key("answer-limit", "answer-limit", Kind::Text, LIMITED, "16M"),
    key("trace-limit", "trace-limit", Kind::Text, LIMITED, "32M"),
    key("stderr-limit", "stderr-limit", Kind::Text, LIMITED, "256M"),
    key("life-limit", "life-limit", Kind::Text, LIMITED, "12 times the timeout"),
    key("jobs", "jobs", Kind::Number, CERTIFY, "the number of cores, or what helps"),
    key("reports.json", "json", Kind::Path, RUN, "none"),
    key("reports.events", "events", Kind::Path, RUN, "none"),
    key("reports.junit", "junit", Kind::Path, RUN, "none"),
    key("reports.html", "html", Kind::Path, RUN, "none"),
    key("reports.markdown", "markdown", Kind::Path, RUN, "none"),
    key("reports.sarif", "sarif", Kind::Path, RUN, "none"),
    key("reports.badge", "badge", Kind::Path, RUN, "none"),
];

impl Key {
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Args;
    use crate::run::{DEFAULT_CASES, DEFAULT_DEADLINE};
    use crate::subject::Bounds;

    #[test]
    fn every_key_is_an_option_of_its_commands() {
        let program = Args::command();
        for (key, command) in KEYS.iter().flat_map(|key| key.commands.iter().map(move |command| (key, command))) {
            let command = program.find_subcommand(command).unwrap();
            let is_there = command.get_arguments().any(|argument| match key.kind {
                Kind::Command => argument.is_last_set(),
                _ => argument.get_long() == Some(key.option),
            });
            assert!(is_there, "{} has no --{}", command.get_name(), key.option);
        }
    }

    #[test]
    fn what_is_shown_as_default_is_the_default() {
        let default = |name| Key::of(name).map(|key| key.default.to_owned());
        assert_eq!(default("cases"), Some(DEFAULT_CASES.to_string()));
        assert_eq!(default("timeout"), Some(format!("{}s", DEFAULT_DEADLINE.as_secs())));
        let Bounds { answer, trace, stderr } = Bounds::default();
        for (name, bytes) in [("answer-limit", answer), ("trace-limit", trace), ("stderr-limit", stderr)] {
            assert_eq!(default(name), Some(format!("{}M", bytes >> 20)), "{name}");
        }
    }
}
