//! What people write around a version. The document calls the result no version, and does not say whether a program
//! that is given one takes it off first.

use super::read;

/// What stands around a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decoration {
    /// White space before it, behind it, or both.
    WhiteSpace,
    /// A small `v` before it.
    Prefix,
}

/// What the text is decorated with, if it is a version but for that.
pub(crate) fn decoration(text: &str) -> Option<Decoration> {
    let bare = undecorated(text);
    if bare.len() == text.len() || read(bare).is_err() {
        return None;
    }
    Some(if text.starts_with('v') && bare.len() + 1 == text.len() {
        Decoration::Prefix
    } else {
        Decoration::WhiteSpace
    })
}

/// The text without white space around it and without a `v` before it.
fn undecorated(text: &str) -> &str {
    let trimmed = text.trim();
    trimmed.strip_prefix('v').unwrap_or(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_are_decorated() {
        assert_eq!(decoration(" 1.2.3"), Some(Decoration::WhiteSpace));
        assert_eq!(decoration("1.2.3-rc.1\n"), Some(Decoration::WhiteSpace));
        assert_eq!(decoration("v1.2.3"), Some(Decoration::Prefix));
        for plain in ["1.2.3", " 1.2", "vv1.2.3", "V1.2.3", "=1.2.3", "1.2. 3", ""] {
            assert_eq!(decoration(plain), None, "{plain:?}");
        }
    }
}
