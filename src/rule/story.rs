//! What happened during a run, told in sentences: one for every event and one for the end. Reports read them again, to
//! draw a picture.

use serde_json::Value;

/// One event of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beat<'a> {
    /// Somebody was called.
    Starts(&'a str),
    /// Somebody answered, and whether that went well.
    Answered(&'a str, bool),
    /// What somebody did was undone.
    Undone(&'a str),
    /// The runtime waits.
    Rest,
}

/// The story of these events, and how it ends.
pub(crate) fn told<'a>(beats: impl IntoIterator<Item = Beat<'a>>, end: impl Into<String>) -> Value {
    let (mut open, mut sentences): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for beat in beats {
        sentences.push(match beat {
            Beat::Starts(who) if open.is_empty() => format!("{who} starts"),
            Beat::Starts(who) => format!("{who} starts while {} in flight", are(&open)),
            Beat::Answered(who, true) => format!("{who} is answered: ok"),
            Beat::Answered(who, false) => format!("{who} is answered: it failed"),
            Beat::Undone(who) => format!("{who} is compensated"),
            Beat::Rest => REST.to_owned(),
        });
        match beat {
            Beat::Starts(who) => open.push(who),
            Beat::Answered(who, _) => {
                if let Some(at) = open.iter().position(|other| *other == who) {
                    open.remove(at);
                }
            }
            Beat::Undone(_) | Beat::Rest => {}
        }
    }
    sentences.push(end.into());
    sentences.into()
}

const REST: &str = "the runtime comes to rest";

/// The events of a story, and how it ends; none where a value is no story.
pub(crate) fn read(story: &Value) -> Option<(Vec<Beat<'_>>, &str)> {
    let sentences: Vec<&str> = story.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let (end, sentences) = sentences.split_last()?;
    Some((sentences.iter().map(|sentence| beat(sentence)).collect::<Option<_>>()?, end))
}

fn beat(sentence: &str) -> Option<Beat<'_>> {
    if sentence == REST {
        return Some(Beat::Rest);
    }
    let (who, what) = sentence.split_once(' ').filter(|(who, _)| !who.is_empty())?;
    match what {
        "is answered: ok" => Some(Beat::Answered(who, true)),
        "is answered: it failed" => Some(Beat::Answered(who, false)),
        "is compensated" => Some(Beat::Undone(who)),
        "starts" => Some(Beat::Starts(who)),
        _ if what.starts_with("starts while ") && what.ends_with(" in flight") => Some(Beat::Starts(who)),
        _ => None,
    }
}

/// `s1 is`, `s1 and s2 are`.
pub(crate) fn are(names: &[&str]) -> String {
    match names {
        [] => "nothing is".to_owned(),
        [one] => format!("{one} is"),
        [some @ .., last] => format!("{} and {last} are", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_told_is_read() {
        let beats = [
            Beat::Starts("a"),
            Beat::Starts("b"),
            Beat::Answered("a", false),
            Beat::Rest,
            Beat::Undone("b"),
            Beat::Starts("c"),
        ];
        let story = told(beats, "the end");
        assert_eq!(story[1], "b starts while a is in flight");
        assert_eq!(story[5], "c starts while b is in flight");
        assert_eq!(read(&story).unwrap(), (beats.to_vec(), "the end"));
        for other in [json!([]), json!("a starts"), json!(["a sings", "the end"]), json!([1, "the end"])] {
            assert!(read(&other).is_none(), "{other}");
        }
    }
}
