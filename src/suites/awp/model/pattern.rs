//! Expressions that every dialect reads in one way.
//!
//! Letters, digits, `_`, `-`, a space, `.`, groups, classes of single characters and ranges, anchors, and one quantifier
//! at a time. Flags, possessive and lazy quantifiers, set operations and a class that begins with `]` mean one thing to
//! one engine and another, or nothing at all, to the next.

/// The highest count of a quantifier that no engine finds too high.
const MOST: u32 = 100;

/// Whether an expression has nothing in it that engines differ on.
pub(super) fn is_plain(pattern: &str) -> bool {
    let mut rest = pattern.as_bytes();
    alternatives(&mut rest).is_some() && rest.is_empty()
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b' '
}

/// Takes a byte, if it is the next one.
fn take(rest: &mut &[u8], byte: u8) -> Option<()> {
    *rest = rest.strip_prefix(&[byte])?;
    Some(())
}

/// Takes alternatives, up to a `)` or the end.
fn alternatives(rest: &mut &[u8]) -> Option<()> {
    while let Some((&byte, after)) = rest.split_first() {
        match byte {
            b')' => return Some(()),
            b'|' | b'^' | b'$' => {
                *rest = after;
                continue;
            }
            b'(' => {
                *rest = after;
                alternatives(rest)?;
                take(rest, b')')?;
            }
            b'[' => {
                *rest = after;
                class(rest)?;
            }
            b'.' | b'-' => *rest = after,
            _ if is_letter(byte) => *rest = after,
            // A quantifier here has nothing to repeat, or is a second one.
            _ => return None,
        }
        quantifier(rest)?;
    }
    Some(())
}

/// Takes a class up to its `]`: letters and ranges, and a `-` first or last.
fn class(rest: &mut &[u8]) -> Option<()> {
    let _ = take(rest, b'^');
    let _ = take(rest, b'-');
    loop {
        let (&from, after) = rest.split_first().filter(|(byte, _)| is_letter(**byte))?;
        *rest = after;
        match *rest {
            [b'-', b']', after @ ..] => {
                *rest = after;
                return Some(());
            }
            [b'-', to, after @ ..] if is_range(from, *to) => *rest = after,
            [b'-', ..] => return None,
            _ => {}
        }
        if take(rest, b']').is_some() {
            return Some(());
        }
    }
}

fn is_range(from: u8, to: u8) -> bool {
    let kinds = [u8::is_ascii_lowercase, u8::is_ascii_uppercase, u8::is_ascii_digit];
    from <= to && kinds.iter().any(|kind| kind(&from) && kind(&to))
}

/// Takes a quantifier, if there is one.
fn quantifier(rest: &mut &[u8]) -> Option<()> {
    if [b'*', b'+', b'?'].into_iter().any(|byte| take(rest, byte).is_some()) || take(rest, b'{').is_none() {
        return Some(());
    }
    let least = count(rest)?;
    let most = if take(rest, b',').is_none() {
        least
    } else if rest.first() == Some(&b'}') {
        MOST
    } else {
        count(rest)?
    };
    take(rest, b'}')?;
    (least <= most && most <= MOST).then_some(())
}

fn count(rest: &mut &[u8]) -> Option<u32> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, after) = rest.split_at(digits);
    *rest = after;
    std::str::from_utf8(number).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_engine_reads_in_one_way() {
        for plain in
            ["", "^[a-z]+$", "a||b", "()", "(a|b)*c?", "^a.c$", "a{2}", "a{1,3}b{2,}", "[_-]", "[-a]", "[^a-c9]"]
        {
            assert!(is_plain(plain), "{plain}");
        }
    }

    #[test]
    fn what_engines_differ_on() {
        for odd in [
            "(?i)abc", "(?x)a b", "(?:a)", "a++", "a?+", "a+?", "a**", "*a", "^*a", "[[a]", "[[a]]", "[a-z--c]",
            "[]a]", "[^]a]", "[]", "[^]", "[z-a]", "[a-Z]", "[_-a]", "[a&&b]", "a{2", "a{3,2}", "a{1}{2}", "(a", "a)",
            "]", "\\d", "é", "{2}",
        ] {
            assert!(!is_plain(odd), "{odd}");
        }
    }
}
