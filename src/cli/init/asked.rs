//! The questions of `proofmark init` to whoever sits at a terminal and said nothing.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::ValueEnum as _;

use super::{CliError, Language, Wish, names, suite};
use crate::rule::Catalogue;

/// Asks what is to be written. Nothing said means the first of the choices.
pub(super) fn asked(catalogue: &Catalogue, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Wish, CliError> {
    let mut ask = |question: &str| -> Result<String, CliError> {
        write!(out, "{question} ")?;
        out.flush()?;
        let mut line = String::new();
        input.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    };
    let said = ask("Which language: python, typescript, csharp, go or rust? [python]")?;
    let language = if said.is_empty() { Ok(Language::Python) } else { Language::from_str(&said, true) };
    let language = language.map_err(|_| CliError::Usage(format!("there is no kit for `{said}`")))?;
    let folder = ask("Which folder? [adapter]")?;
    let folder = PathBuf::from(if folder.is_empty() { "adapter".to_owned() } else { folder });
    let choices = names(catalogue).join(", ");
    let said = ask(&format!("Which suite ({choices}), with every method as a stub? [a small example]"))?;
    let wanted = (!said.is_empty()).then_some(said);
    wanted.as_deref().map(|name| suite(catalogue, name)).transpose()?;
    Ok(Wish { language, folder, suite: wanted })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(text: &str) -> Result<Wish, CliError> {
        asked(&crate::suites::builtin(), &mut text.as_bytes(), &mut Vec::new())
    }

    #[test]
    fn who_says_nothing_gets_the_first_of_the_choices() {
        let wish = answers("\n\n\n").unwrap();
        assert_eq!((wish.language, wish.folder, wish.suite), (Language::Python, "adapter".into(), None));
        let wish = answers("Go\nhere\ncontract\n").unwrap();
        assert_eq!(
            (wish.language, wish.folder, wish.suite.as_deref()),
            (Language::Go, "here".into(), Some("contract"))
        );
    }

    #[test]
    fn what_is_not_there_is_said() {
        assert!(answers("cobol\n").is_err_and(|error| error.to_string().contains("cobol")));
        assert!(answers("\n\nnothing\n").is_err_and(|error| error.to_string().contains("preflight")));
    }
}
