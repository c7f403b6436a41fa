//! What a check found, for people and for machines.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};

use super::{Checked, Remark};
use crate::inert::{plain, plain_lines};
use crate::rule::{OpenPoint, Severity};

/// One object: whether every workflow is valid, and every remark.
#[must_use]
pub fn as_json(checked: &[Checked]) -> Value {
    let remarks: Vec<&Remark> = checked.iter().flat_map(|checked| &checked.remarks).collect();
    json!({"valid": checked.iter().all(Checked::is_valid), "remarks": remarks})
}

/// Every remark with its place underlined in the source, then the verdict.
#[must_use]
pub fn as_text(checked: &Checked, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() }.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for remark in &checked.remarks {
        out.push_str(&renderer.render(&[group(checked, remark)]));
        out.push_str("\n\n");
    }
    out.push_str(&verdict(checked));
    out.push('\n');
    out
}

fn group<'a>(checked: &'a Checked, remark: &'a Remark) -> annotate_snippets::Group<'a> {
    let level = match remark.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let source = &checked.sources[remark.source];
    let title = level.primary_title(plain(&remark.message)).id(remark.rule.as_str());
    // The whole source would be gone through for every remark.
    let excerpt = source.excerpt(&remark.span);
    let (text, span) = shown(excerpt.text, &excerpt.span);
    let snippet = Snippet::source(text).line_start(excerpt.line).annotation(AnnotationKind::Primary.span(span));
    let title = if excerpt.is_cut {
        // The column is that of the line, not of what is shown of it.
        title.element(Origin::path(plain(&source.name)).line(remark.line).char_column(remark.column)).element(snippet)
    } else {
        title.element(snippet.path(plain(&source.name)))
    };
    let demand =
        if remark.severity == Severity::Note { "the document leaves this open; the rule says" } else { "the rule" };
    let group = title.element(Level::NOTE.message(format!("{demand}: {}", remark.statement)));
    let group = match &remark.question {
        Some(point) => group.element(Level::NOTE.message(asked(point))),
        None => group,
    };
    group.element(Level::HELP.message(remark.help.as_str()))
}

/// A question and its readings, in one sentence.
fn asked(point: &OpenPoint) -> String {
    let readings: Vec<String> =
        point.readings.iter().map(|known| format!("{} ({})", known.reading, known.predicts)).collect();
    format!("the question is {}: {} Readings: {}", point.question, point.asks, readings.join(", "))
}

/// Source text that nothing obeys, and where `span` is in it.
fn shown(text: &str, span: &Range<usize>) -> (String, Range<usize>) {
    // The return of a line end is not shown: it would stand behind every line of a file from Windows.
    let inert = |text: &str| {
        let text = text.replace("\r\n", "\n");
        plain_lines(text.strip_suffix('\r').unwrap_or(&text))
    };
    let all = inert(text);
    let at = |byte: usize| all.floor_char_boundary(inert(&text[..text.floor_char_boundary(byte)]).len());
    let (start, end) = (at(span.start), at(span.end));
    (all, start..end.max(start))
}

fn verdict(checked: &Checked) -> String {
    let count = |severity| checked.remarks.iter().filter(|remark| remark.severity == severity).count();
    let plural = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let verdict = if checked.is_valid() { "valid" } else { "not valid" };
    let mut parts = Vec::new();
    for (severity, word) in [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "open point")]
    {
        if count(severity) > 0 {
            parts.push(plural(count(severity), word));
        }
    }
    if parts.is_empty() { format!("{verdict}: no rule is broken") } else { format!("{verdict}: {}", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn line_ends_from_windows_are_not_shown() {
        assert_eq!(shown("id: a\r\nx: b\r", &(4..5)), ("id: a\nx: b".to_owned(), 4..5));
        assert_eq!(shown("id: a\r\nx: b\r", &(10..11)), ("id: a\nx: b".to_owned(), 9..10));
        assert_eq!(shown("a\rb", &(0..1)), ("a\\u{d}b".to_owned(), 0..1));
    }
}
