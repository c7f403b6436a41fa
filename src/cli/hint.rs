//! Mistakes that everybody makes once, told with what was meant.

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The error; where a word stands that no command takes, with a word on the two dashes before a subject's command.
pub(super) fn with_hint(mut error: Error) -> Error {
    let stray = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) if !word.starts_with('-') => word.clone(),
        _ => return error,
    };
    let hint = format!("the command that starts a subject stands behind two dashes: `-- {stray} …`");
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(hint)]));
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::with_hint;
    use crate::cli::args::Args;

    #[test]
    fn the_two_dashes_are_named() {
        let told = |words: &[&str]| with_hint(Args::try_parse_from(words).unwrap_err()).to_string();
        assert!(told(&["proofmark", "run", "python3", "adapter.py"]).contains("two dashes: `-- python3 …`"));
        assert!(!told(&["proofmark", "run", "--sede", "1"]).contains("two dashes"));
    }
}
