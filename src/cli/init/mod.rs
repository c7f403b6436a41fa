//! `proofmark init LANGUAGE DIR [--suite S]`

mod asked;

use std::borrow::Cow;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use self::asked::asked;
use super::{CliError, Exit, output};
use crate::kits::{self, Kit};
use crate::rule::{Catalogue, Suite};
use crate::stubs;

#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// The language of the adapter; without it and DIR, at a terminal, you are asked
    language: Option<Language>,
    /// The folder to write it to; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write every method of this suite as a stub, typed and commented, instead of a small example
    #[arg(long, value_name = "SUITE")]
    suite: Option<String>,
    /// For Rust: a checkout of proofmark to depend on, instead of the published crate
    #[arg(long, value_name = "PATH")]
    proofmark: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// Python 3.9 or later
    Python,
    /// TypeScript or JavaScript on Node 20 or later
    Typescript,
    /// C# on Mono or .NET
    Csharp,
    /// Go 1.18 or later
    Go,
    /// A Cargo project, in-process and as a program
    Rust,
}

/// What is to be written where.
struct Wish {
    language: Language,
    folder: PathBuf,
    suite: Option<String>,
}

/// Writes an adapter that already runs.
pub(super) fn init(catalogue: &Catalogue, args: &InitArgs) -> Result<Exit, CliError> {
    let wish = match (args.language, &args.folder) {
        (Some(language), Some(folder)) => Wish { language, folder: folder.clone(), suite: args.suite.clone() },
        (None, None) if io::stdin().is_terminal() => {
            asked(catalogue, &mut io::stdin().lock(), &mut anstream::stderr())?
        }
        _ => {
            let usage = "name a language and a folder, for example `proofmark init python adapter`; the languages are \
                         python, typescript, csharp, go and rust, and `--suite S` writes every method of a suite";
            return Err(CliError::Usage(usage.to_owned()));
        }
    };
    let (kit, language) = wish.language.kit();
    if args.proofmark.is_some() && wish.language != Language::Rust {
        return Err(CliError::Usage(format!("--proofmark is for Rust; a kit in {} depends on nothing", kit.language)));
    }
    let suite = wish.suite.as_deref().map(|name| suite(catalogue, name)).transpose()?;
    let dependency = dependency(args.proofmark.as_deref())?;
    refuse_to_overwrite(kit, &wish.folder)?;
    for (name, text) in kit.files {
        let path = wish.folder.join(name);
        let failed = |source| CliError::Write { path: path.clone(), source };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        let text = match suite {
            Some(suite) if *name == kit.adapter => Cow::from(stubs::adapter(language, suite, kit.command)),
            Some(suite) if ["README.md", "src/main.rs"].contains(name) => Cow::from(of_suite(text, suite)),
            _ if *name == "Cargo.toml" => Cow::from(text.replace(kits::DEPENDENCY, &dependency)),
            _ => Cow::from(*text),
        };
        std::fs::write(&path, text.as_bytes()).map_err(failed)?;
    }
    output::to_stdout(|out| {
        let folder = wish.folder.display();
        writeln!(out, "An adapter in {} is in {folder}:\n", kit.language)?;
        for (name, _) in kit.files {
            writeln!(out, "  {name}")?;
        }
        if wish.language == Language::Rust && args.proofmark.is_none() {
            let version = env!("CARGO_PKG_VERSION");
            writeln!(
                out,
                "\nIts Cargo.toml names proofmark {version}. As long as that version is not published, name a checkout: \
                 `--proofmark PATH`."
            )?;
        }
        writeln!(out, "\nIt runs as it is. Next:\n\n  cd {folder}")?;
        if let Some(prepare) = kit.prepare {
            writeln!(out, "  {prepare}")?;
        }
        writeln!(out, "  proofmark doctor -- {}", kit.command)?;
        let suite = suite.map_or("preflight", |suite| suite.name);
        writeln!(out, "  proofmark run --suite {suite} -- {}", kit.command)
    })?;
    Ok(Exit::Conforms)
}

impl Language {
    fn kit(self) -> (&'static Kit, stubs::Language) {
        match self {
            Self::Python => (&kits::PYTHON, stubs::Language::Python),
            Self::Typescript => (&kits::TYPESCRIPT, stubs::Language::TypeScript),
            Self::Csharp => (&kits::CSHARP, stubs::Language::CSharp),
            Self::Go => (&kits::GO, stubs::Language::Go),
            Self::Rust => (&kits::RUST, stubs::Language::Rust),
        }
    }
}

fn suite(catalogue: &Catalogue, name: &str) -> Result<&'static Suite, CliError> {
    catalogue.suite(name).ok_or_else(|| {
        CliError::Usage(format!("there is no suite `{name}`; the suites are {}", names(catalogue).join(", ")))
    })
}

fn names(catalogue: &Catalogue) -> Vec<&'static str> {
    catalogue.suites().iter().map(|suite| suite.name).collect()
}

/// The page beside an adapter, with the names of a suite in it.
fn of_suite(page: &str, suite: &Suite) -> String {
    let Some(rule) = suite.rules.first() else { return page.to_owned() };
    let check = rule.checks.first().map_or("verdict", |check| check.id);
    page.replace("preflight/message-text-required/verdict", &format!("{}/{}/{check}", suite.name, rule.id))
        .replace("preflight/message-text-required", &format!("{}/{}", suite.name, rule.id))
        .replace("--suite preflight", &format!("--suite {}", suite.name))
        .replace("preflight::", &format!("{}::", suite.name))
        .replace(
            "a\nstand-in that knows very little, so there is something to see:",
            "anybody: it answers\nemptily, so there is something to see:",
        )
}

/// Nothing is written if anything is in the way.
fn refuse_to_overwrite(kit: &Kit, folder: &Path) -> Result<(), CliError> {
    if folder.exists() && !folder.is_dir() {
        return Err(CliError::Usage(format!("{} is not a folder", folder.display())));
    }
    let there: Vec<&str> = kit.files.iter().map(|(name, _)| *name).filter(|name| folder.join(name).exists()).collect();
    if there.is_empty() {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "{} already has {}. Nothing was written: choose another folder, or move them away",
        folder.display(),
        there.join(", ")
    )))
}

/// How a Cargo project depends on this crate.
fn dependency(checkout: Option<&Path>) -> Result<String, CliError> {
    let Some(checkout) = checkout else { return Ok(format!("proofmark = \"{}\"", env!("CARGO_PKG_VERSION"))) };
    let path = checkout.canonicalize().map_err(|source| CliError::Read { path: checkout.to_owned(), source })?;
    let manifest = path.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(|source| CliError::Read { path: manifest, source })?;
    if !text.lines().any(|line| line.trim() == "name = \"proofmark\"") {
        return Err(CliError::Usage(format!("{} is no checkout of proofmark", path.display())));
    }
    // A quoted string of JSON is one of TOML as well.
    Ok(format!("proofmark = {{ path = {} }}", serde_json::Value::from(path.to_string_lossy().into_owned())))
}
