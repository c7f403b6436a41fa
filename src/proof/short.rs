//! An input, in short: what does not matter is folded away, and the lines that tell the cause are marked.

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::Finding;
use super::words;
use crate::draw::json::pointer_key;
use crate::inert;

/// A line of a shown input.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    /// Whether it holds what the nearest input that is treated rightly does not have.
    pub(super) telling: bool,
}

/// The input of a finding in lines of at most `room` columns; in short, with what is plain folded away.
pub(super) fn lines(finding: &Finding, room: usize, short: bool) -> Vec<Line> {
    let difference = finding.neighbour.as_ref().map(|neighbour| &neighbour.difference);
    let places = difference.into_iter().flat_map(|change| change.remove.iter().chain(change.set.keys()));
    let telling: Vec<&str> = places.map(String::as_str).filter(|at| !at.is_empty()).collect();
    // What an input lacks shows only where the whole of it is seen.
    let fold = short && !telling.is_empty();
    let plain = if fold { finding.plain.iter().map(String::as_str).collect() } else { Vec::new() };
    let mut layout = Layout { telling, plain, yaml: is_yaml(finding), room, short, lines: Vec::new() };
    layout.value(&finding.input, "", String::new(), 0);
    layout.lines
}

/// Any value in lines of at most `room` columns.
pub(super) fn block(value: &Value, room: usize) -> Vec<String> {
    let mut layout =
        Layout { telling: Vec::new(), plain: Vec::new(), yaml: false, room, short: true, lines: Vec::new() };
    layout.value(value, "", String::new(), 0);
    layout.lines.into_iter().map(|line| line.text).collect()
}

/// Whether people write such an input as YAML.
pub(super) fn is_yaml(finding: &Finding) -> bool {
    finding.written.as_deref() == Some("yaml")
}

/// At most so many lines: the telling ones stay, and what is left out is counted.
pub(super) fn at_most(lines: Vec<Line>, most: usize) -> Vec<Line> {
    if lines.len() <= most {
        return lines;
    }
    let mut room = most.saturating_sub(2).max(1);
    let mut kept = vec![false; lines.len()];
    let most_telling = room;
    for (kept, _) in kept.iter_mut().zip(&lines).filter(|(_, line)| line.telling).take(most_telling) {
        *kept = true;
        room -= 1;
    }
    for (place, kept) in kept.iter_mut().enumerate() {
        // What stands right before or after a telling line says where it is.
        let near = |other: Option<&Line>| other.is_some_and(|line| line.telling);
        let beside = near(lines.get(place + 1)) || place > 0 && near(lines.get(place - 1));
        if beside && !*kept && room > 0 {
            *kept = true;
            room -= 1;
        }
    }
    for kept in kept.iter_mut().filter(|kept| !**kept).take(room) {
        *kept = true;
    }
    let mut shown: Vec<Line> = Vec::new();
    let mut left_out = 0;
    for (line, kept) in lines.into_iter().zip(kept) {
        if !kept {
            left_out += 1;
            continue;
        }
        shown.extend(gap(left_out));
        left_out = 0;
        shown.push(line);
    }
    shown.extend(gap(left_out));
    shown
}

fn gap(lines: usize) -> Option<Line> {
    let text = if lines == 1 { "… 1 line more".to_owned() } else { format!("… {lines} lines more") };
    (lines > 0).then_some(Line { text, telling: false })
}

struct Layout<'a> {
    telling: Vec<&'a str>,
    plain: Vec<&'a str>,
    yaml: bool,
    room: usize,
    short: bool,
    lines: Vec<Line>,
}

impl Layout<'_> {
    /// Whether the place is telling, or within one that is.
    fn tells(&self, at: &str) -> bool {
        self.telling.iter().any(|telling| *telling == at || is_within(at, telling))
    }

    /// Whether something telling is in the place, or missing from it.
    fn holds_telling(&self, at: &str) -> bool {
        self.telling.iter().any(|telling| is_within(telling, at))
    }

    fn folds(&self, at: &str) -> bool {
        self.plain.contains(&at) && !self.tells(at) && !self.holds_telling(at)
    }

    /// Whether a value is shown as one piece.
    fn is_one_piece(&self, value: &Value, at: &str, used: usize) -> bool {
        let long = |place: &&&str| is_within(place, at) && self.folds(place) && value_at(value, at, place) > 24;
        let is_empty =
            value.as_object().is_some_and(serde_json::Map::is_empty) || value.as_array().is_some_and(Vec::is_empty);
        if is_empty || !(value.is_object() || value.is_array()) {
            return true;
        }
        !(self.yaml && at.is_empty())
            && used + flow(value, self.yaml).width() <= self.room
            && !self.plain.iter().any(|place| long(&place))
    }

    /// Puts a value behind what its first line begins with.
    fn value(&mut self, value: &Value, at: &str, begin: String, depth: usize) {
        if self.is_one_piece(value, at, begin.width()) {
            let telling = self.tells(at) || self.holds_telling(at);
            return self.line(begin + &flow(value, self.yaml), telling);
        }
        let (margin, depth) = if at.is_empty() { (String::new(), 0) } else { ("  ".repeat(depth), depth) };
        if !begin.trim().is_empty() && !begin.ends_with("- ") {
            let telling = self.tells(at);
            self.line(begin.trim_end().to_owned(), telling);
        }
        // The first line of a list entry stands behind its dash.
        let mut dash = begin.ends_with("- ").then_some(begin);
        let mut folded: Vec<String> = Vec::new();
        for (key, part) in parts(value) {
            let place = format!("{at}/{}", pointer_key(&key));
            if self.folds(&place) {
                match name_of_plain(&key, part, value.is_array()) {
                    (name, true) => {
                        let begin = dash.take().unwrap_or_else(|| margin.clone());
                        self.line(format!("{begin}{name} (plain)"), false);
                    }
                    (name, false) => folded.push(name),
                }
                continue;
            }
            let begin = dash.take().unwrap_or_else(|| margin.clone());
            let begin = if value.is_array() { format!("{begin}- ") } else { format!("{begin}{}: ", string(&key)) };
            self.value(part, &place, begin, depth + 1);
        }
        if !folded.is_empty() {
            let begin = dash.take().unwrap_or(margin);
            let text = if value.is_array() { entries(folded.len()) } else { folded.join(", ") };
            self.line(format!("{begin}{text} (plain)"), false);
        }
    }

    fn line(&mut self, text: String, telling: bool) {
        let text = if self.short { words::fit(&text, self.room) } else { text };
        self.lines.push(Line { text, telling });
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "1 entry more".to_owned() } else { format!("{count} entries more") }
}

/// How a plain part is called, and whether it is a map of things: then it says which ones.
fn name_of_plain(key: &str, value: &Value, in_a_list: bool) -> (String, bool) {
    let is_thing = |member: &Value| member.as_object().is_some_and(|parts| parts.len() > 1);
    let things = value.as_object().filter(|members| !in_a_list && members.values().all(is_thing));
    match things {
        Some(members) if !members.is_empty() => {
            let names: Vec<String> = members.keys().map(|name| string(name)).collect();
            (format!("{}: {}", string(key), names.join(", ")), true)
        }
        _ => (string(key), false),
    }
}

/// Whether a place is inside another.
fn is_within(place: &str, around: &str) -> bool {
    place.strip_prefix(around).is_some_and(|rest| rest.starts_with('/'))
}

/// How wide the value at `place` is, within `value` at `at`.
fn value_at(value: &Value, at: &str, place: &str) -> usize {
    value.pointer(&place[at.len()..]).map_or(0, |part| part.to_string().len())
}

fn parts(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(members) => members.iter().map(|(key, member)| (key.clone(), member)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(number, item)| (number.to_string(), item)).collect(),
        _ => Vec::new(),
    }
}

/// A value on one line.
pub(super) fn flow(value: &Value, yaml: bool) -> String {
    if !yaml {
        return inert::json(&value.to_string());
    }
    match value {
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| format!("{}: {}", string(key), flow(value, true));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| flow(item, true)).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => string(text),
        other => other.to_string(),
    }
}

/// A text as YAML writes it: without quotes where nobody could take it for anything else.
fn string(text: &str) -> String {
    const WORDS: [&str; 7] = ["true", "false", "null", "yes", "no", "on", "off"];
    let simple = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    let bare = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(simple)
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if bare { text.to_owned() } else { inert::json(&Value::from(text).to_string()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Neighbour;
    use super::*;
    use crate::rule::Change;

    fn shown(finding: &Finding, short: bool) -> String {
        let lines = lines(finding, 76, short);
        let marked = |line: &Line| format!("{}{}", if line.telling { "> " } else { "  " }, line.text);
        lines.iter().map(marked).collect::<Vec<_>>().join("\n") + "\n"
    }

    #[test]
    fn what_is_plain_is_folded_and_what_tells_is_marked() {
        let input = json!({
            "agents": {"a1": {"identity": {"id": "a1"}, "output": {"format": "json"}}},
            "files": ["agents/a1/agent.awp.yaml"],
            "workflow": {"awp": "1.0.0", "graph": [{"id": "a1", "depends_on": ["a1"]}]},
        });
        let mut right = input.clone();
        right["workflow"]["graph"][0]["depends_on"] = json!([]);
        let finding = Finding {
            neighbour: Some(Neighbour { difference: Change::between(&input, &right), input: right }),
            plain: ["/agents", "/files", "/workflow/awp", "/workflow/graph/0/id"].map(str::to_owned).to_vec(),
            written: Some("yaml".to_owned()),
            input,
            ..Finding::default()
        };
        assert_eq!(
            shown(&finding, true),
            "  agents: a1 (plain)\n> workflow: {awp: \"1.0.0\", graph: [{depends_on: [a1], id: a1}]}\n  files (plain)\n"
        );
        assert_eq!(shown(&finding, false).lines().count(), 3);
    }

    #[test]
    fn telling_lines_stay() {
        let line = |number: usize| Line { text: number.to_string(), telling: number == 7 };
        let shown = at_most((0..20).map(line).collect(), 6);
        let texts: Vec<&str> = shown.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["0", "… 5 lines more", "6", "7", "8", "… 11 lines more"]);
    }

    #[test]
    fn texts_have_quotes_where_they_need_them() {
        assert_eq!(
            flow(&json!({"a": ["x y", "no", "1", "agents/a1", "\u{85}", ""]}), true),
            r#"{a: ["x y", "no", "1", agents/a1, "\u0085", ""]}"#
        );
    }
}
