//! `proofmark.toml`: what is said on every command line, said once.
//!
//! A setting is nothing but an option with its values. It is put on the command line before that is parsed, unless the
//! option stands there already: so the command line wins, and a value means the same in both places.

mod file;
mod key;
mod nearest;
mod show;
mod words;

pub(crate) use self::file::read_settings;
pub(super) use self::show::{ConfigArgs, config};
pub(super) use self::words::completed;

use self::file::{File, Origin, Setting};
use self::key::{KEYS, Key, Kind};
use clap::Args as ClapArgs;

/// The options that say which settings are in force.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct ProfileArgs {
    /// The profile of proofmark.toml to use, for example ci for [profile.ci]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Take no notice of proofmark.toml
    #[arg(long, conflicts_with = "profile")]
    no_config: bool,
}
