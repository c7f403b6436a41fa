//! `proofmark config`: what is in force, and where it comes from.

use clap::Args as ClapArgs;

use super::words::Line;
use super::{File, KEYS, Key, Kind, Origin, ProfileArgs};
use crate::cli::run::RunArgs;
use crate::cli::{CliError, Exit, output};
use crate::inert::plain;

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ConfigArgs {
    #[command(flatten)]
    run: RunArgs,
}

/// Shows what `run` would be told with these options.
pub(in crate::cli) fn config(args: &ConfigArgs) -> Result<Exit, CliError> {
    let ProfileArgs { profile, no_config } = &args.run.profile;
    let here = std::env::current_dir()?;
    let file = if *no_config { None } else { File::find(&here, profile.as_deref())? };
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(2).collect();
    let line = Line::read(&words);
    let rows: Vec<(&str, String, String)> = KEYS.iter().map(|key| row(key, &line, file.as_ref())).collect();
    output::to_stdout(|out| {
        match &file {
            Some(file) => writeln!(out, "{}", plain(&file.path.display().to_string()))?,
            None => writeln!(out, "there is no proofmark.toml in force")?,
        }
        writeln!(out)?;
        let rows: Vec<_> = rows.iter().map(|(key, value, from)| (*key, plain(value), from)).collect();
        let width = |of: &dyn Fn(&(&str, String, &String)) -> usize| rows.iter().map(of).max().unwrap_or(0);
        let (keys, values) = (width(&|row| row.0.len()), width(&|row| row.1.chars().count()));
        rows.iter().try_for_each(|(key, value, from)| writeln!(out, "  {key:<keys$}  {value:<values$}  {from}"))
    })?;
    Ok(Exit::Conforms)
}

/// A key, what it is, and where that comes from.
fn row(key: &'static Key, line: &Line, file: Option<&File>) -> (&'static str, String, String) {
    if line.overrules(key) {
        let values = line.values(key);
        let value = if values.is_empty() { key.default.to_owned() } else { values.join(" ") };
        return (key.name, value, "command line".to_owned());
    }
    let setting = file.and_then(|file| file.settings.iter().find(|setting| std::ptr::eq(setting.key, key)));
    let Some(setting) = setting else { return (key.name, key.default.to_owned(), "default".to_owned()) };
    let between = if key.kind == Kind::Command { " " } else { ", " };
    let Origin { line, profile } = &setting.origin;
    let profile = profile.as_deref().map(|name| format!(", profile {name}")).unwrap_or_default();
    (key.name, setting.values.join(between), format!("line {line}{profile}"))
}
