//! Custom tools: what the Python files of a project register with `@app.tool("…")`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::source::{CheckError, Source, read, unreadable};

/// How many Python files are looked at, and how deep.
const MAX_FILES: usize = 1000;
const MAX_DEPTH: usize = 8;
const DECORATOR: &str = "@app.tool(";

/// A registered tool.
#[derive(Debug)]
pub(super) struct Tool {
    /// Its full name.
    pub(super) name: String,
    /// The file that registers it, among the sources.
    pub(super) source: usize,
    /// Where its name stands.
    pub(super) span: Range<usize>,
}

/// Every tool that a Python file below `path` registers, in the order of the files.
pub(super) fn tools_below(path: &Path, sources: &mut Vec<Source>) -> Result<Vec<Tool>, CheckError> {
    let mut files = Vec::new();
    collect(path, 0, &mut files)?;
    files.sort();
    files.truncate(MAX_FILES);
    let mut tools = Vec::new();
    for file in files {
        // A Python file that cannot be read as text registers nothing that we could name.
        let source = match read(&file) {
            Ok(source) => source,
            Err(CheckError::TooLarge { .. } | CheckError::NotText { .. }) => continue,
            Err(error) => return Err(error),
        };
        let found = registered(&source.text);
        if !found.is_empty() {
            tools.extend(found.into_iter().map(|(name, span)| Tool { name, source: sources.len(), span }));
            sources.push(source);
        }
    }
    Ok(tools)
}

/// The Python files below a directory. Links are not followed, so that there are no circles.
fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), CheckError> {
    for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, error))? {
        let entry = entry.map_err(|error| unreadable(path, error))?;
        let kind = entry.file_type().map_err(|error| unreadable(&entry.path(), error))?;
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && depth < MAX_DEPTH && !is_hidden {
            collect(&entry.path(), depth + 1, files)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|extension| extension == "py") {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The names that a Python text registers, with where they stand.
fn registered(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        if let Some(rest) = code.strip_prefix(DECORATOR) {
            let argument = rest.trim_start();
            let quote = argument.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some((name, _)) = quote.and_then(|quote| argument[1..].split_once(quote)) {
                let start = line_start + (line.len() - argument.len()) + 1;
                found.push((name.to_owned(), start..start + name.len()));
            }
        }
        line_start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::registered;

    #[test]
    fn decorators_are_found_with_their_places() {
        let text = "import app\n\n@app.tool(\"web.custom\")\ndef f(): ...\n\n    @app.tool( 'acme.x' )\n\
                    # @app.tool(\"no.no\")\n";
        let found = registered(text);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["web.custom", "acme.x"]);
        assert!(found.iter().all(|(name, span)| text[span.clone()] == *name));
    }
}
