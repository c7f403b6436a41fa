//! Any text in Markdown as itself.

use super::words;

/// A text that means nothing in Markdown, not in a table either; what stands in backticks is code.
pub(super) fn escaped(text: &str) -> String {
    let show = |(number, (code, part)): (usize, (bool, String))| {
        // Table cells are split before code is read.
        if code && !part.contains('|') { format!("`{part}`") } else { literal(&part, number == 0) }
    };
    words::parts(text.trim()).into_iter().enumerate().map(show).collect()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn literal(text: &str, begins: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' => out.push_str("&#124;"),
            // A word joiner, so that no name is mentioned and no address linked.
            '@' => out.push_str("&#64;&#8288;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '$' => out.extend(['\\', c]),
            // What begins a list, a heading or an underline does so only in front.
            '-' | '+' | '=' | '#' if begins && at == 0 => out.extend(['\\', c]),
            '.' | ')' if begins && before.chars().all(|c| c.is_ascii_digit()) && !rest[1..].starts_with(is_word) => {
                out.extend(['\\', c]);
            }
            // Addresses become links by themselves.
            '.' if before.ends_with(['w', 'W']) => out.push_str("\\."),
            ':' if rest.starts_with("://") => out.push_str("\\:"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(escaped("a | b <b>*x*</b>\n# no"), r"a &#124; b &lt;b&gt;\*x\*&lt;/b&gt; # no");
        assert_eq!(escaped("`a` and `b|c`"), "`a` and b&#124;c");
        assert_eq!(escaped("a `` b `"), r"a \`\` b \`");
        assert_eq!(escaped("1. one"), r"1\. one");
        assert_eq!(escaped("see http://x.y and www.z.org"), r"see http\://x.y and www\.z.org");
    }
}
