//! The grammar of a version, and which clause a text breaks that is none.

/// A version, taken apart. Every part is as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Version<'a> {
    /// Major, minor and patch.
    pub(crate) core: [&'a str; 3],
    /// The identifiers behind the hyphen; none for a normal version.
    pub(crate) pre: Vec<&'a str>,
    /// The identifiers behind the plus sign.
    pub(crate) build: Vec<&'a str>,
}

/// Why a text is no version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The rule that it breaks.
    pub(crate) rule: &'static str,
    /// What is wrong.
    pub(crate) why: String,
}

/// The version that `text` is.
///
/// # Errors
/// Everything that keeps it from being one, from left to right.
pub(crate) fn read(text: &str) -> Result<Version<'_>, Vec<Fault>> {
    let Pieces { core, pre, build } = pieces(text);
    let numbers: Vec<&str> = core.split('.').collect();
    let mut faults = Vec::new();
    let core = <[&str; 3]>::try_from(numbers.as_slice());
    if core.is_err() || numbers.contains(&"") {
        faults.push(fault(
            "2.form",
            format!("`{core}` is not three numbers with dots between them", core = numbers.join(".")),
        ));
    }
    faults.extend(numbers.iter().filter(|number| !number.is_empty()).filter_map(|number| number_fault(number)));
    let pre: Vec<&str> = pre.map(|pre| pre.split('.').collect()).unwrap_or_default();
    faults.extend(pre.iter().filter_map(|identifier| pre_release_fault(identifier)));
    let build: Vec<&str> = build.map(|build| build.split('.').collect()).unwrap_or_default();
    faults.extend(build.iter().filter_map(|identifier| identifier_fault(identifier, ["10.empty", "10.alphabet"])));
    match core {
        Ok(core) if faults.is_empty() => Ok(Version { core, pre, build }),
        _ => Err(faults),
    }
}

/// A text cut at its signs, whether it is a version or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pieces<'a> {
    /// What stands before the signs.
    pub(crate) core: &'a str,
    /// What stands behind the hyphen.
    pub(crate) pre: Option<&'a str>,
    /// What stands behind the plus sign.
    pub(crate) build: Option<&'a str>,
}

impl Pieces<'_> {
    /// The text that they are pieces of.
    pub(crate) fn joined(&self) -> String {
        let behind = |sign: &str, piece: Option<&str>| piece.map(|piece| format!("{sign}{piece}")).unwrap_or_default();
        format!("{}{}{}", self.core, behind("-", self.pre), behind("+", self.build))
    }
}

/// Cuts a text. A plus sign occurs in front of the build alone, so the first one is where it begins; and before that
/// the first hyphen is where the pre-release begins, because numbers have none.
pub(crate) fn pieces(text: &str) -> Pieces<'_> {
    let cut = |text, at| str::split_once(text, at).map_or((text, None), |(before, after)| (before, Some(after)));
    let (version, build) = cut(text, '+');
    let (core, pre) = cut(version, '-');
    Pieces { core, pre, build }
}

fn fault(rule: &'static str, why: String) -> Fault {
    Fault { rule, why }
}

/// Whether `text` is ASCII digits and nothing else.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn has_leading_zero(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0')
}

fn number_fault(text: &str) -> Option<Fault> {
    if !is_digits(text) {
        return Some(fault("2.digits", format!("`{text}` is not made of the digits 0 to 9")));
    }
    has_leading_zero(text).then(|| fault("2.leading-zeros", format!("`{text}` has a zero in front")))
}

/// An identifier of digits alone is a number, and takes no zero in front either.
fn pre_release_fault(text: &str) -> Option<Fault> {
    identifier_fault(text, ["9.empty", "9.alphabet"]).or_else(|| {
        (is_digits(text) && has_leading_zero(text))
            .then(|| fault("9.leading-zeros", format!("the pre-release number `{text}` has a zero in front")))
    })
}

fn identifier_fault(text: &str, [empty, alphabet]: [&'static str; 2]) -> Option<Fault> {
    if text.is_empty() {
        return Some(fault(empty, "an identifier is empty".to_owned()));
    }
    let stranger = text.chars().find(|char| !char.is_ascii_alphanumeric() && *char != '-')?;
    Some(fault(alphabet, format!("`{stranger}` is not a letter, digit or hyphen of ASCII")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str) -> Vec<&'static str> {
        read(text).err().unwrap_or_default().into_iter().map(|fault| fault.rule).collect()
    }

    #[test]
    fn a_version_is_taken_apart_as_it_is_written() {
        let version = read("1.20.300-rc-1.0.-+007.a-b").unwrap();
        assert_eq!(version.core, ["1", "20", "300"]);
        assert_eq!(version.pre, ["rc-1", "0", "-"]);
        assert_eq!(version.build, ["007", "a-b"]);
    }

    #[test]
    fn every_clause_can_be_broken_alone() {
        for (text, rule) in [
            ("", "2.form"),
            ("1.2", "2.form"),
            ("1.2.3.4", "2.form"),
            ("1..3", "2.form"),
            ("-1.2.3", "2.form"),
            ("1.2-rc", "2.form"),
            ("1.2.x", "2.digits"),
            ("v1.2.3", "2.digits"),
            ("1.٢.3", "2.digits"),
            ("1.2.3\n", "2.digits"),
            ("1.02.3", "2.leading-zeros"),
            ("1.2.00", "2.leading-zeros"),
            ("1.2.3-", "9.empty"),
            ("1.2.3-a..b", "9.empty"),
            ("1.2.3-+b", "9.empty"),
            ("1.2.3-a_b", "9.alphabet"),
            ("1.2.3-é", "9.alphabet"),
            ("1.2.3-01", "9.leading-zeros"),
            ("1.2.3+", "10.empty"),
            ("1.2.3+a.", "10.empty"),
            ("1.2.3+a+b", "10.alphabet"),
        ] {
            assert_eq!(broken(text), [rule], "{text:?}");
        }
    }

    #[test]
    fn a_zero_in_front_is_for_numbers_to_avoid() {
        for good in ["0.0.0", "1.0.0-0", "1.0.0-0a", "1.0.0--0", "1.0.0-a.10", "1.0.0+00", "1.0.0-x+0-1"] {
            assert_eq!(broken(good), [""; 0], "{good}");
        }
    }

    /// The crate has a limit that the document has not; the texts here stay below it.
    #[test]
    fn the_semver_crate_agrees() {
        let parts = ["0", "1", "01", "10", "a", "", "x-y", "-", "1a", "é", " ", "00", "A"];
        for core in ["1.2.3", "0.0.0", "1.2", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "1.x.3", "a", "", "1..3"] {
            for pre in parts {
                for build in parts {
                    for text in [
                        core.to_owned(),
                        format!("{core}-{pre}"),
                        format!("{core}+{build}"),
                        format!("{core}-{pre}.{build}"),
                        format!("{core}-{pre}+{build}"),
                        format!("{core}+{pre}.{build}-{pre}"),
                    ] {
                        assert_eq!(read(&text).is_ok(), semver::Version::parse(&text).is_ok(), "{text:?}");
                    }
                }
            }
        }
    }
}
