//! The command line, completed by what `proofmark.toml` says.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::{File, KEYS, Key, Kind, Setting};
use crate::cli::CliError;

/// The words of the command line, with the settings that are in force on it.
///
/// # Errors
/// When the file of settings says something that means nothing.
pub(in crate::cli) fn completed(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, CliError> {
    let mut words: Vec<OsString> = words.collect();
    // Without a command it is `run`.
    let name = words.get(1).and_then(|word| word.to_str()).unwrap_or("run").to_owned();
    let line = Line::read(words.get(2..).unwrap_or_default());
    if !KEYS.iter().any(|key| key.commands.contains(&name.as_str())) || line.has("no-config") || line.has("help") {
        return Ok(words);
    }
    let here = std::env::current_dir()?;
    let Some(file) = File::find(&here, line.value("profile"))? else { return Ok(words) };
    if words.len() == 1 {
        words.push(name.clone().into());
    }
    let in_force: Vec<&Setting> = file
        .settings
        .iter()
        .filter(|setting| setting.key.commands.contains(&name.as_str()) && !line.overrules(setting.key))
        .collect();
    let folder = file.path.parent().unwrap_or(&here);
    let options = in_force.iter().filter(|setting| setting.key.kind != Kind::Command);
    let options = options.flat_map(|setting| as_options(setting, folder, &here)).collect::<Vec<OsString>>();
    words.splice(2..2, options);
    if let Some(command) = in_force.iter().find(|setting| setting.key.kind == Kind::Command) {
        words.push("--".into());
        words.extend(command_in(folder, &here, &command.values));
    }
    Ok(words)
}

/// What stands on the command line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The options, without their dashes, each with what follows it.
    options: Vec<(String, Option<String>)>,
    /// What follows `--`.
    command: Option<Vec<String>>,
}

impl Line {
    pub(super) fn read(words: &[OsString]) -> Self {
        let mut line = Self::default();
        let mut words = words.iter().map(|word| word.to_string_lossy().into_owned()).peekable();
        while let Some(word) = words.next() {
            match word.strip_prefix("--") {
                Some("") => line.command = Some(words.by_ref().collect()),
                Some(option) => line.options.push(match option.split_once('=') {
                    Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
                    None => (option.to_owned(), words.next_if(|next| !next.starts_with("--"))),
                }),
                None if word == "-h" => line.options.push(("help".to_owned(), None)),
                None => {}
            }
        }
        line
    }

    pub(super) fn has(&self, option: &str) -> bool {
        self.options.iter().any(|(given, _)| given == option)
    }

    fn value(&self, option: &str) -> Option<&str> {
        self.options.iter().find(|(given, _)| given == option)?.1.as_deref()
    }

    /// Whether what the command line says takes the place of `key`.
    pub(super) fn overrules(&self, key: &Key) -> bool {
        match key.name {
            // Suites and rules add up: who selects anew means nothing else.
            "suites" | "rules" => self.has("suite") || self.has("rule"),
            // A mutant is one of the reference.
            "command" => self.command.is_some() || self.has("mutant"),
            // Who goes on drawing, or draws a part, has no use for a budget.
            "budget" => ["budget", "for", "shard"].into_iter().any(|option| self.has(option)),
            "regressions" => self.has("regressions") || self.has("no-regressions"),
            _ => self.has(key.option),
        }
    }

    /// What it says about `key`.
    pub(super) fn values(&self, key: &Key) -> Vec<String> {
        if key.kind == Kind::Command {
            return self.command.clone().unwrap_or_default();
        }
        let mine = self.options.iter().filter(|(option, _)| option == key.option);
        mine.filter_map(|(_, value)| value.clone()).collect()
    }
}

fn as_options(setting: &Setting, folder: &Path, here: &Path) -> Vec<OsString> {
    let option = OsString::from(format!("--{}", setting.key.option));
    let value = |value: &String| match setting.key.kind {
        Kind::Path if folder != here && value != "-" => folder.join(value).into(),
        _ => OsString::from(value),
    };
    setting.values.iter().flat_map(|text| [option.clone(), value(text)]).collect()
}

/// A command is meant in the folder of its file, wherever one is below that.
fn command_in(folder: &Path, here: &Path, command: &[String]) -> Vec<OsString> {
    let words = command.iter().map(OsString::from);
    if folder == here {
        return words.collect();
    }
    let there = ["sh", "-c", r#"cd "$0" && exec "$@""#].map(OsString::from);
    there.into_iter().chain([OsStr::new(folder).to_owned()]).chain(words).collect()
}
