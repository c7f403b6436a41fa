//! The words and texts that all reports share. A subject's own text passes through here before anyone reads it.

use serde_json::Value;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Conformance, Finding, Outcome, Proof, QuestionResult, RuleResult, SuiteResult};
use crate::inert::{self, plain, shell_word};
use crate::rule::Level;

/// A line up to this width is shown as one line.
pub(super) const WIDTH: usize = 96;
/// A text longer than this is cut where a consumer has limits: step summaries end at a mebibyte.
const MOST: usize = 8_000;

/// The longest input that is put on a command line.
const MOST_ON_A_COMMAND_LINE: usize = 2_000;

/// The word for an outcome.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "fail",
        Outcome::Fault => "fault",
        Outcome::Blocked => "blocked",
        Outcome::Partial => "partial",
        Outcome::Inconclusive => "inconclusive",
        Outcome::Undecided => "undecided",
        Outcome::NotExercised => "not exercised",
    }
}

/// The words for a verdict.
fn verdict(verdict: Conformance) -> &'static str {
    match verdict {
        Conformance::Conforms => "conforms",
        Conformance::PartlyExercised => "conforms in all that was exercised",
        Conformance::DoesNotConform => "does not conform",
        Conformance::NotExercised => "not exercised",
    }
}

/// The part of an id behind the suite.
pub(super) fn local(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, rest)| rest)
}

/// A number of cases.
pub(super) fn cases(count: u64) -> String {
    if count == 1 { "1 case".to_owned() } else { format!("{count} cases") }
}

/// How many of the cases that were run were judged: `12 of 30 cases judged`, or `30 cases` where all were.
pub(super) fn judged(judged: u64, run: u64) -> String {
    if judged == run { cases(run) } else { format!("{judged} of {} judged", cases(run)) }
}

/// The words for a verdict over rules of which so many passed: that nothing was refuted is no praise where nothing was
/// seen to hold.
pub(super) fn conclusion(of: Conformance, passed: usize) -> &'static str {
    match of {
        Conformance::PartlyExercised if passed == 0 => "no rule was seen to hold",
        other => verdict(other),
    }
}

/// How many rules of a suite came out how: `41 of 45 rules pass, 4 partial`.
pub(super) fn rules_by_outcome(proof: &Proof, suite: &SuiteResult) -> String {
    let rules = || proof.rules.iter().filter(|rule| rule.suite == suite.suite);
    let count = |outcome| rules().filter(|rule| rule.outcome == outcome).count();
    let rules_pass = if suite.rules == 1 { "rule passes" } else { "rules pass" };
    let mut parts = vec![format!("{} of {} {rules_pass}", suite.passed, suite.rules)];
    for outcome in Outcome::ALL.into_iter().filter(|outcome| *outcome != Outcome::Pass) {
        let number = count(outcome);
        if number > 0 {
            parts.push(format!("{number} {}", word(outcome)));
        }
    }
    parts.join(", ")
}

/// How many rules came out how, over all suites.
pub(super) fn counts(proof: &Proof) -> String {
    let count = |outcome: &Outcome| proof.rules.iter().filter(|rule| rule.outcome == *outcome).count();
    let counted = Outcome::ALL.into_iter().map(|outcome| (count(&outcome), word(outcome)));
    let parts: Vec<String> =
        counted.filter(|(number, _)| *number > 0).map(|(number, word)| format!("{number} {word}")).collect();
    let rules = if proof.rules.len() == 1 { "1 rule".to_owned() } else { format!("{} rules", proof.rules.len()) };
    format!("{rules}: {}", parts.join(", "))
}

/// Why a run concluded nothing.
pub(super) fn inconclusive(proof: &Proof) -> String {
    let doubtful = |rule: &&RuleResult| {
        rule.level == Level::Must && matches!(rule.outcome, Outcome::Inconclusive | Outcome::Blocked)
    };
    let rules: Vec<String> = proof
        .rules
        .iter()
        .filter(doubtful)
        .map(|rule| format!("{} is {}", plain(&rule.rule), word(rule.outcome)))
        .collect();
    match rules.len() {
        0 if proof.rules.iter().all(|rule| rule.outcome == Outcome::NotExercised) => "no rule was exercised".to_owned(),
        0 => "everything that was exercised is let through".to_owned(),
        1..=3 => rules.join(", "),
        more => format!("{}, and {} more", rules[..3].join(", "), more - 3),
    }
}

/// Who was tested.
pub(super) fn subject(proof: &Proof) -> String {
    let subject = &proof.subject;
    let language = if subject.language.is_empty() { String::new() } else { format!(" ({})", subject.language) };
    plain(format!("{} {}{language}", subject.name, subject.version).trim())
}

/// The readings that the subject is consistent with.
pub(super) fn reading(question: &QuestionResult) -> String {
    match question.readings.as_slice() {
        [] => "no reading is left".to_owned(),
        [one] => plain(&format!("the subject follows: {one}")),
        several => plain(&format!("the subject is consistent with: {}", several.join(", "))),
    }
}

/// The scores of subjects that do nothing, beside which the score of a suite has to be seen.
pub(super) fn do_nothing(proof: &Proof, suite: &str) -> Option<String> {
    let scores: Vec<String> = proof
        .do_nothing
        .iter()
        .filter(|score| score.suite == suite)
        .map(|score| format!("{} {}", score.name, score.passed))
        .collect();
    (!scores.is_empty()).then(|| plain(&format!("a subject that {}", scores.join(", "))))
}

/// The command that runs the case of a finding again: the smallest one, or by its name the one that it was made from.
pub(super) fn replay_command(proof: &Proof, finding: &Finding, by_name: bool) -> String {
    let program = shell_word(proof.program.as_deref().unwrap_or("proofmark"));
    if let Some(folder) = &proof.subject.record {
        return format!("{program} judge {}", shell_word(folder));
    }
    let what = if by_name { shell_word(&finding.case) } else { what_to_replay(finding) };
    let mut command = format!("{program} replay {what}");
    for earlier in finding.history.iter().filter(|earlier| !earlier.case.is_empty()) {
        command.push_str(" --after ");
        command.push_str(&shell_word(&earlier.case));
    }
    for other in &finding.beside {
        command.push_str(" --beside ");
        command.push_str(&shell_word(&other.case));
    }
    if let Some(words) = &proof.subject.command {
        command.push_str(" --");
        for word in words {
            command.push(' ');
            command.push_str(&shell_word(word));
        }
    }
    command
}

/// A command in lines that can be pasted together: none is broken within a word.
pub(super) fn command_lines(command: &str, width: usize) -> Vec<String> {
    if command.width() <= width {
        return vec![command.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in shell_words(command) {
        match lines.last_mut() {
            // Room for the backslash.
            Some(line) if line.width() + 1 + word.width() + 2 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(if lines.is_empty() { word.to_owned() } else { format!("  {word}") }),
        }
    }
    let last = lines.len().saturating_sub(1);
    lines.iter_mut().take(last).for_each(|line| line.push_str(" \\"));
    lines
}

/// The words of a command: blanks within quotes part nothing.
fn shell_words(command: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    command
        .split(|c: char| {
            let parts = c == ' ' && !quoted && !escaped;
            quoted ^= c == '\'' && !escaped;
            escaped = c == '\\' && !escaped;
            parts
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// The printed input itself, where it fits on a command line; otherwise the case that it was made from.
fn what_to_replay(finding: &Finding) -> String {
    let input = finding.input.to_string();
    let contradiction = finding.kind.starts_with("no reading of");
    if input.len() > MOST_ON_A_COMMAND_LINE || contradiction {
        return shell_word(&finding.case);
    }
    format!("{} --input {}", shell_word(&finding.check), shell_word(&input))
}

/// A text in parts, and whether each is code: what stands between a pair of backticks.
pub(crate) fn parts(text: &str) -> Vec<(bool, String)> {
    let text = plain(text);
    if text.matches('`').count() % 2 == 1 || text.contains("``") {
        return vec![(false, text)];
    }
    let parts = text.split('`').enumerate().map(|(number, part)| (number % 2 == 1, part.to_owned()));
    parts.filter(|(_, part)| !part.is_empty()).collect()
}

/// A value as JSON that is safe to show and still the same JSON: what fits on a line is on one, the rest is indented.
pub(crate) fn json(value: &Value) -> String {
    let mut out = String::new();
    indented(value, 0, 0, &mut out);
    out
}

/// Writes a value whose first line has `used` characters before it and whose other lines are `depth` levels deep.
fn indented(value: &Value, depth: usize, used: usize, out: &mut String) {
    let compact = inert::json(&value.to_string());
    let members: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        Value::Object(members) => {
            let key = |key: &String| inert::json(&format!("{}: ", Value::from(key.as_str())));
            members.iter().map(|(name, member)| (key(name), member)).collect()
        }
        _ => Vec::new(),
    };
    if members.is_empty() || used + compact.width() <= WIDTH {
        out.push_str(&compact);
        return;
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    let margin = "  ".repeat(depth + 1);
    out.push(open);
    for (number, (key, member)) in members.iter().enumerate() {
        out.push_str(if number == 0 { "\n" } else { ",\n" });
        out.push_str(&margin);
        out.push_str(key);
        indented(member, depth + 1, margin.len() + key.width() + 1, out);
    }
    out.push('\n');
    out.push_str(&margin[2..]);
    out.push(close);
}

/// A value as lines: short JSON as one, a text or a list of sentences as itself, the rest indented.
pub(super) fn value_lines(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![plain(text)],
        Value::Array(items) if !items.is_empty() && items.iter().all(is_sentence) => {
            items.iter().filter_map(Value::as_str).map(plain).collect()
        }
        _ => {
            let compact = inert::json(&value.to_string());
            if compact.width() <= WIDTH { vec![compact] } else { json(value).lines().map(str::to_owned).collect() }
        }
    }
}

/// Whether a text is part of a story rather than a value.
pub(super) fn is_sentence(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.contains(' '))
}

/// A paragraph in lines of at most `width` columns, as far as its words allow.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text in at most `width` columns: what is cut off leaves an ellipsis.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if kept.width() + c.width().unwrap_or(0) >= width {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end())
}

/// The first lines of a paragraph: what is cut off leaves an ellipsis.
pub(super) fn first_lines(mut lines: Vec<String>, most: usize, width: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{} …", last.trim_end_matches(',')), width);
        }
    }
    lines
}

/// A line in at most `width` columns, without its middle where it is longer.
pub(super) fn fit(line: &str, width: usize) -> String {
    if line.width() <= width {
        return line.to_owned();
    }
    let characters: Vec<char> = line.chars().collect();
    let word = |left_out: usize| format!("… {left_out} characters more …");
    let room = width.saturating_sub(word(characters.len()).width());
    let within = |of: &mut dyn Iterator<Item = &char>, room: usize| {
        let mut used = 0;
        of.take_while(|c| {
            used += c.width().unwrap_or(0);
            used <= room
        })
        .count()
    };
    let head = within(&mut characters.iter(), room * 2 / 3);
    let tail = within(&mut characters[head..].iter().rev(), room - room * 2 / 3);
    let (middle, tail) = characters[head..].split_at(characters.len() - head - tail);
    let (head, tail): (String, String) = (characters[..head].iter().collect(), tail.iter().collect());
    format!("{head}{}{tail}", word(middle.len()))
}

/// The beginning of a text, with a word on what is left out.
pub(super) fn clipped(text: String) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => {
            let left_out = text[end..].chars().count();
            format!("{}\n… and {left_out} characters more: the proof has them all", &text[..end])
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_stays_the_same_json() {
        let long = "y".repeat(WIDTH);
        let value =
            serde_json::json!({"a": "\u{1b}[31m\u{202e}\u{a0}\n", "b": ["x", 1, {}, []], "c": [[long, {"d": 1}]]});
        let shown = json(&value);
        assert_eq!(shown.lines().count(), 10, "{shown}");
        assert!(!shown.chars().any(|c| inert::acts(c) && c != '\n'), "{shown}");
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
    }

    #[test]
    fn code_stands_between_backticks() {
        let shown: Vec<String> =
            parts("put `a` in `b`").into_iter().map(|(code, part)| format!("{code}:{part}")).collect();
        assert_eq!(shown, ["false:put ", "true:a", "false: in ", "true:b"]);
        assert_eq!(parts("one ` alone"), [(false, "one ` alone".to_owned())]);
    }

    #[test]
    fn what_is_cut_fits() {
        assert_eq!(cut("just so", 7), "just so");
        assert_eq!(cut("a bit too long", 7), "a bit…");
        assert_eq!(cut("日本語です", 6), "日本…");
    }

    #[test]
    fn long_lines_lose_their_middle() {
        assert_eq!(fit("just so", 7), "just so");
        let line = format!("\"{}\"", "日".repeat(300));
        let shown = fit(&line, 60);
        assert!(shown.width() <= 60 && shown.starts_with("\"日") && shown.ends_with("日\""), "{shown}");
    }

    #[test]
    fn commands_are_broken_between_words() {
        let command = "proofmark replay a/b --input '{\"a b\":1}' -- python3 adapter.py";
        let lines = command_lines(command, 40);
        assert_eq!(lines, ["proofmark replay a/b --input \\", "  '{\"a b\":1}' -- python3 adapter.py"]);
    }

    #[test]
    fn long_texts_are_cut_with_a_word_about_it() {
        assert_eq!(clipped("short".to_owned()), "short");
        assert!(clipped("ä".repeat(MOST + 5)).ends_with("… and 5 characters more: the proof has them all"));
    }
}
