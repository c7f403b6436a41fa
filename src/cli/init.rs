//! `proofmark init LANGUAGE DIR`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{CliError, Exit, output};
use crate::kits::{self, Kit};

#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// The language of the adapter
    language: Language,
    /// The folder to write it to; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
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

/// Writes an adapter that already runs.
pub(super) fn init(args: &InitArgs) -> Result<Exit, CliError> {
    let kit = match args.language {
        Language::Python => &kits::PYTHON,
        Language::Typescript => &kits::TYPESCRIPT,
        Language::Csharp => &kits::CSHARP,
        Language::Go => &kits::GO,
        Language::Rust => &kits::RUST,
    };
    if args.proofmark.is_some() && args.language != Language::Rust {
        return Err(CliError::Usage(format!("--proofmark is for Rust; a kit in {} depends on nothing", kit.language)));
    }
    let dependency = dependency(args.proofmark.as_deref())?;
    refuse_to_overwrite(kit, &args.folder)?;
    for (name, text) in kit.files {
        let path = args.folder.join(name);
        let failed = |source| CliError::Write { path: path.clone(), source };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        let text = if *name == "Cargo.toml" { text.replace(kits::DEPENDENCY, &dependency) } else { (*text).to_owned() };
        std::fs::write(&path, text).map_err(failed)?;
    }
    output::to_stdout(|out| {
        let folder = args.folder.display();
        writeln!(out, "An adapter in {} is in {folder}:\n", kit.language)?;
        for (name, _) in kit.files {
            writeln!(out, "  {name}")?;
        }
        writeln!(out, "\nIt runs as it is. Next:\n\n  cd {folder}")?;
        if let Some(prepare) = kit.prepare {
            writeln!(out, "  {prepare}")?;
        }
        writeln!(out, "  proofmark doctor -- {}", kit.command)?;
        writeln!(out, "  proofmark run --suite preflight -- {}", kit.command)
    })?;
    Ok(Exit::Conforms)
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
