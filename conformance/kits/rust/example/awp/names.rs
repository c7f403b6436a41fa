//! How names and versions are spelled. `^` and `$` of the document mean the very ends, so a newline is too much.

/// R1: a version by `SemVer` 2.0.0.
pub(super) fn is_version(text: &str) -> bool {
    let (rest, build) = cut(text, '+');
    let (core, pre_release) = cut(rest, '-');
    let is_pre_release = |part: &str| is_word(part) && (is_number(part) || !is_digits(part));
    core.split('.').count() == 3
        && core.split('.').all(is_number)
        && pre_release.is_none_or(|parts| parts.split('.').all(is_pre_release))
        && build.is_none_or(|parts| parts.split('.').all(is_word))
}

/// R2: `^[a-z][a-z0-9_-]{0,62}[a-z0-9]$`.
pub(super) fn is_workflow_name(text: &str) -> bool {
    is_name(text, b"_-", 64)
}

/// R12: `^[a-z][a-z0-9_]{0,46}[a-z0-9]$`.
pub(super) fn is_agent_id(text: &str) -> bool {
    is_name(text, b"_", 48)
}

fn is_name(text: &str, separators: &[u8], longest: usize) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let [first, middle @ .., last] = text.as_bytes() else { return false };
    text.len() <= longest
        && first.is_ascii_lowercase()
        && middle.iter().all(|byte| is_plain(byte) || separators.contains(byte))
        && is_plain(last)
}

/// What stands before the first `mark`, and what after it, if there is one.
fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_word(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_digits(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits without a zero in front.
fn is_number(part: &str) -> bool {
    !part.is_empty() && is_digits(part) && (part == "0" || !part.starts_with('0'))
}
