//! The grammar of Semantic Versioning 2.0.0.

/// Whether `text` is a version, as the grammar has it.
pub(super) fn is_semver(text: &str) -> bool {
    let (version, build) = match text.split_once('+') {
        Some((version, build)) => (version, Some(build)),
        None => (text, None),
    };
    let (core, pre) = match version.split_once('-') {
        Some((core, pre)) => (core, Some(pre)),
        None => (version, None),
    };
    let numbers: Vec<&str> = core.split('.').collect();
    numbers.len() == 3
        && numbers.iter().all(|number| is_number(number))
        && pre.is_none_or(|pre| pre.split('.').all(is_pre_release_identifier))
        && build.is_none_or(|build| build.split('.').all(is_identifier))
}

/// Digits, without a zero in front of others.
fn is_number(text: &str) -> bool {
    is_digits(text) && (text == "0" || !text.starts_with('0'))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// An identifier of nothing but digits is a number, and takes no leading zero either.
fn is_pre_release_identifier(text: &str) -> bool {
    is_identifier(text) && (!is_digits(text) || is_number(text))
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::is_semver;

    #[test]
    fn the_corners_of_the_grammar() {
        for good in [
            "1.0.0",
            "0.0.4",
            "10.20.30",
            "1.1.2-prerelease+meta",
            "1.0.0-alpha.1",
            "1.0.0-0A.is.legal",
            "1.0.0--",
            "1.0.0-rc.1+build.123",
            "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
            "1.2.3----RC-SNAPSHOT.12.9.1--.12+788",
            "99999999999999999999999.999999999999999999.99999999999999999",
            "1.0.0+001",
            "1.0.0-0",
        ] {
            assert!(is_semver(good), "{good}");
        }
        for bad in [
            "",
            "1",
            "1.0",
            "v1.0.0",
            "1.0.0.0",
            "01.0.0",
            "1.00.0",
            "1.0.0-",
            "1.0.0+",
            "1.0.0-01",
            "1.0.0-a..b",
            "1.0.0-alpha_beta",
            "1.0.0+a+b",
            "1.0.0\n",
            " 1.0.0",
            "1.0.0 ",
            "1.0.٠",
            "1.0.0-é",
            "-1.0.0",
            "1.0.x",
            "1..0",
            "+1.0.0",
            "1.0.0-+b",
            "1,0,0",
        ] {
            assert!(!is_semver(bad), "{bad:?}");
        }
    }
}
