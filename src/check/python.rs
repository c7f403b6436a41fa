//! What the Python files of a project say: the custom tools that they register with `@app.tool("…")` or
//! `@mcp.tool("…")`, and what the agents call themselves in their property `name`.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use super::source::{CheckError, Source, read, unreadable};

/// How many Python files are looked at, and how deep.
const MAX_FILES: usize = 1000;
const MAX_DEPTH: usize = 8;
/// What registers a tool. Without a name in it the function's own counts, which has no namespace to judge.
const DECORATORS: [&str; 2] = ["@app.tool(", "@mcp.tool("];
/// What a text of Python stands in, three before one.
const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];
/// Folders whose Python registers nothing: what a run has put out, tests, and what others wrote.
const NO_TOOLS: [&str; 10] =
    ["__pycache__", "build", "dist", "node_modules", "output", "outputs", "site-packages", "test", "tests", "venv"];

/// A text in a Python file.
#[derive(Debug)]
pub(super) struct Literal {
    pub(super) text: String,
    /// The file, among the sources.
    pub(super) source: usize,
    /// Where it stands, without its quotes.
    pub(super) span: Range<usize>,
}

/// What the Python files of a project say, in the order of the files.
#[derive(Debug, Default)]
pub(super) struct Python {
    /// The full names of the tools that are registered.
    pub(super) tools: Vec<Literal>,
    /// The names that agents give themselves, by the folder of the agent.
    pub(super) names: Vec<(String, Literal)>,
}

/// Reads every Python file below `path`.
pub(super) fn python_below(path: &Path, sources: &mut Vec<Source>) -> Result<Python, CheckError> {
    let mut files = Vec::new();
    collect(path, 0, &mut files)?;
    files.sort();
    files.truncate(MAX_FILES);
    let mut python = Python::default();
    for file in files {
        // A Python file that cannot be read as text says nothing that we could name.
        let source = match read(&file) {
            Ok(source) => source,
            Err(CheckError::TooLarge { .. } | CheckError::NotText { .. }) => continue,
            Err(error) => return Err(error),
        };
        let tools = registered(&source.text);
        let name = agent_of(path, &file).zip(own_name(&source.text));
        if tools.is_empty() && name.is_none() {
            continue;
        }
        let literal = |(text, span)| Literal { text, source: sources.len(), span };
        python.tools.extend(tools.into_iter().map(literal));
        python.names.extend(name.map(|(agent, name)| (agent, literal(name))));
        sources.push(source);
    }
    Ok(python)
}

/// The agent whose folder a file is in.
fn agent_of(project: &Path, file: &Path) -> Option<String> {
    let mut parts = file.strip_prefix(project).ok()?.components();
    match (parts.next()?, parts.next()?, parts.next()) {
        (Component::Normal(agents), Component::Normal(id), Some(_)) if agents == "agents" => {
            id.to_str().map(str::to_owned)
        }
        _ => None,
    }
}

/// The Python files below a directory. Links are not followed, so that there are no circles.
fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), CheckError> {
    for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, error))? {
        let entry = entry.map_err(|error| unreadable(path, error))?;
        let kind = entry.file_type().map_err(|error| unreadable(&entry.path(), error))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // An agent may be called `output`, and its folder with it.
        let is_agent = path.file_name().is_some_and(|folder| folder == "agents");
        let is_left_out = name.starts_with('.') || (NO_TOOLS.contains(&&*name) && !is_agent);
        if kind.is_dir() && depth < MAX_DEPTH && !is_left_out {
            collect(&entry.path(), depth + 1, files)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|extension| extension == "py") {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The names that a Python text registers, with where they stand.
fn registered(text: &str) -> Vec<(String, Range<usize>)> {
    let named = |(start, line): (usize, &str)| {
        let code = line.trim_start();
        let begins = DECORATORS.iter().find_map(|decorator| code.strip_prefix(decorator))?;
        let at = start + line.len() - begins.len();
        let arguments = skip_blank_lines(&text[at..]);
        let arguments = arguments.strip_prefix("name").map_or(arguments, |rest| {
            rest.trim_start().strip_prefix('=').filter(|rest| !rest.starts_with('=')).unwrap_or(arguments)
        });
        quoted(text.len() - arguments.len(), arguments, arguments)
    };
    code_lines(text).filter_map(named).collect()
}

/// What comes after white space, ends of lines and comments.
fn skip_blank_lines(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let Some(comment) = text.strip_prefix('#') else { return text };
        text = comment.split_once('\n').map_or("", |(_, rest)| rest);
    }
}

/// What the property `name` of a class returns, where that is a text: the first, if several classes have one.
fn own_name(text: &str) -> Option<(String, Range<usize>)> {
    let mut code = code_lines(text).filter(|(_, line)| !line.trim().is_empty());
    while let Some((_, line)) = code.next() {
        if line.trim() != "@property" {
            continue;
        }
        if code.next().is_some_and(|(_, line)| line.trim_start().starts_with("def name(self)")) {
            let (start, line) = code.next()?;
            return quoted(start, line, line.trim_start().strip_prefix("return ")?);
        }
    }
    None
}

/// Every name that a Python text gives to a tool or an agent, with where it stands.
pub(crate) fn named_in_python(text: &str) -> Vec<(String, Range<usize>)> {
    registered(text).into_iter().chain(own_name(text)).collect()
}

/// Every line that begins outside a text of several lines, with where it begins.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut open = None;
    let lines = text.split_inclusive('\n').scan(0, move |next, line| {
        let start = *next;
        *next += line.len();
        let is_code = open.is_none();
        open = open_after(line, open);
        Some(is_code.then_some((start, line)))
    });
    lines.flatten()
}

/// The quotes of a text of several lines that a line leaves open, where it begins within `open`.
fn open_after(line: &str, mut open: Option<&'static str>) -> Option<&'static str> {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let mut step = first.len_utf8();
        match open {
            Some(_) if first == '\\' => step += rest[step..].chars().next().map_or(0, char::len_utf8),
            Some(quotes) if rest.starts_with(quotes) => (step, open) = (quotes.len(), None),
            Some(_) => {}
            None if first == '#' => break,
            None => {
                open = QUOTES.into_iter().find(|quotes| rest.starts_with(quotes));
                step = open.map_or(step, str::len);
            }
        }
        rest = &rest[step..];
    }
    open.filter(|quotes| quotes.len() == 3)
}

/// The text in quotes with which `rest`, the end of `line`, begins; raw ones too. Of one that is put together from
/// several nothing is said.
fn quoted(start: usize, line: &str, rest: &str) -> Option<(String, Range<usize>)> {
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(['r', 'R', 'u', 'U']).unwrap_or(rest);
    let quote = rest.chars().next().filter(|char| matches!(char, '"' | '\''))?;
    let (text, behind) = rest[1..].split_once(quote)?;
    if behind.trim_start().starts_with(['"', '\'', '+', '%']) {
        return None;
    }
    let start = start + (line.len() - rest.len()) + 1;
    Some((text.to_owned(), start..start + text.len()))
}

#[cfg(test)]
mod tests {
    use super::{own_name, registered};

    #[test]
    fn decorators_are_found_with_their_places() {
        let text = "import app\n\n@app.tool(\"web.custom\")\ndef f(): ...\n\n    @app.tool( 'acme.x' )\n\
                    # @app.tool(\"no.no\")\n";
        let found = registered(text);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["web.custom", "acme.x"]);
        assert!(found.iter().all(|(name, span)| text[span.clone()] == *name));
    }

    #[test]
    fn a_decorator_may_take_several_lines() {
        let text = "@app.tool(\n    # what it is called\n    \"acme.find\",\n    retries=2,\n)\ndef find(): ...\n\
                    @mcp.tool(name = 'acme.x')\n@mcp.tool()\ndef other(): ...\n@app.tool(NAME)\n";
        let found = registered(text);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["acme.find", "acme.x"]);
        assert!(found.iter().all(|(name, span)| text[span.clone()] == *name));
    }

    #[test]
    fn what_a_text_says_registers_nothing() {
        let text = "\"\"\"How to:\n@app.tool(\"web.no\")\n\"\"\"\nHELP = '''\n@app.tool('web.no')\n''' # \"\"\"\n\
                    quote = 'it\\'s \"\"\"' \n@app.tool(r\"doc.raw\")\ndef f():\n    \"\"\"One line.\"\"\"\n\
                    @app.tool(\"acme.\" \"joined\")\n@app.tool(\"acme.\" + NAME)\n@mcp.tool('acme.x')\n";
        let found = registered(text);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["doc.raw", "acme.x"]);
        assert!(found.iter().all(|(name, span)| text[span.clone()] == *name));
    }

    #[test]
    fn the_property_name_is_found_with_its_place() {
        let text = "class Agent(AWPAgent):\n    @property\n    def role(self): return \"x\"\n    \
                    @property\n    def name(self) -> str:\n\n        return \"writer\"  # as declared\n";
        let (name, span) = own_name(text).unwrap();
        assert_eq!((name.as_str(), &text[span]), ("writer", "writer"));
        for other in ["@property\ndef name(self):\n    return self._name\n", "def name(self):\n    return 'x'\n", ""] {
            assert_eq!(own_name(other), None, "{other}");
        }
    }
}
