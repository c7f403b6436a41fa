//! The ground of a case: its text with what the rule is about made plain. A subject that treats the ground wrongly has
//! another fault, and another rule speaks about it.

use crate::model::{pieces, read};

/// The text with the matter of `rule` made plain, where that leaves another version.
pub(crate) fn ground(rule: &str, text: &str) -> Option<String> {
    let mut plain = pieces(text);
    let (core, pre, build);
    match rule {
        "2.digits" => {
            core = plain.core.split('.').map(|_| "1").collect::<Vec<_>>().join(".");
            plain.core = &core;
        }
        "2.leading-zeros" => {
            core = plain.core.replace('0', "1");
            plain.core = &core;
        }
        "9.identifiers" => plain.pre = None,
        "9.alphabet" | "9.empty" => {
            pre = plain.pre.map(all_plain);
            plain.pre = pre.as_deref();
        }
        "9.leading-zeros" => {
            pre = plain.pre.map(|pre| pre.replace('0', "1"));
            plain.pre = pre.as_deref();
        }
        "10.identifiers" => plain.build = None,
        "10.alphabet" | "10.empty" => {
            build = plain.build.map(all_plain);
            plain.build = build.as_deref();
        }
        "10.leading-zeros" => {
            build = plain.build.map(|build| build.replace('0', "1"));
            plain.build = build.as_deref();
        }
        _ => return None,
    }
    Some(plain.joined()).filter(|ground| ground != text && read(ground).is_ok())
}

/// As many identifiers as there are, all of one letter.
fn all_plain(series: &str) -> String {
    series.split('.').map(|_| "x").collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::ground;

    #[test]
    fn only_the_matter_of_the_rule_is_made_plain() {
        for (rule, text, plain) in [
            ("2.form", "1.2", None),
            ("2.digits", "1.x.3", Some("1.1.1")),
            ("2.leading-zeros", "01.2.3-0", Some("11.2.3-0")),
            ("9.identifiers", "1.2.3-a+b", Some("1.2.3+b")),
            ("9.empty", "1.2.3-a..b", Some("1.2.3-x.x.x")),
            ("9.alphabet", "1.2.3-x", None),
            ("10.alphabet", "1.2.3-a+b+c", Some("1.2.3-a+x")),
            ("10.leading-zeros", "1.0.0+00a", Some("1.0.0+11a")),
        ] {
            assert_eq!(ground(rule, text).as_deref(), plain, "{rule} {text}");
        }
    }
}
