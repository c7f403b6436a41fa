//! The picture of a run with a schedule: who was at work when, and what happened that must not.
//!
//! A finding of such a run tells what it observed as a story, a sentence for every event and one for the end. What
//! reads so is drawn; everything else stays text.

use serde_json::Value;

use crate::inert::plain;

const NAME: usize = 120;
const STEP: usize = 44;
const ROW: usize = 30;
/// More would be unreadable.
const MOST_LANES: usize = 24;
const MOST_EVENTS: usize = 60;

/// A drawn story.
pub(super) struct Trace {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) lanes: Vec<Lane>,
    /// Where the runtime came to rest.
    pub(super) rests: Vec<usize>,
    /// Where the last event stands, if it is drawn.
    pub(super) end: usize,
    /// How the story ends.
    pub(super) caption: String,
}

impl Trace {
    /// Whether anything was undone.
    pub(super) fn undoes(&self) -> bool {
        self.lanes.iter().any(|lane| !lane.undone.is_empty())
    }
}

/// One that is called, from top to bottom in the order of the calls.
pub(super) struct Lane {
    pub(super) name: String,
    pub(super) y: usize,
    pub(super) spans: Vec<Span>,
    /// Where it was undone.
    pub(super) undone: Vec<usize>,
}

/// The time between a call and its reply, or the end of the story.
pub(super) struct Span {
    pub(super) x: usize,
    pub(super) width: usize,
    pub(super) class: &'static str,
}

enum Event<'a> {
    Starts(&'a str),
    Answered(&'a str, bool),
    Undone(&'a str),
    Rest,
}

fn event(sentence: &str) -> Option<Event<'_>> {
    let name = |name: &str| !name.is_empty() && !name.contains(' ');
    if sentence == "the runtime comes to rest" {
        return Some(Event::Rest);
    }
    let (who, what) = sentence.split_once(' ').filter(|(who, _)| name(who))?;
    match what {
        "is answered: ok" => Some(Event::Answered(who, true)),
        "is answered: it failed" => Some(Event::Answered(who, false)),
        "is compensated" => Some(Event::Undone(who)),
        _ if what == "starts" || (what.starts_with("starts while ") && what.ends_with(" in flight")) => {
            Some(Event::Starts(who))
        }
        _ => None,
    }
}

/// The picture of what was observed, where that is a story.
pub(super) fn trace(observed: &Value) -> Option<Trace> {
    let sentences: Vec<&str> = observed.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let (caption, sentences) = sentences.split_last()?;
    let events: Vec<Event<'_>> = sentences.iter().map(|sentence| event(sentence)).collect::<Option<_>>()?;
    if events.is_empty() || events.len() > MOST_EVENTS {
        return None;
    }
    let at = |index: usize| NAME + index * STEP;
    let end = at(events.len());
    let mut lanes: Vec<Lane> = Vec::new();
    let mut rests = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let (Event::Starts(who) | Event::Answered(who, _) | Event::Undone(who)) = event else {
            rests.push(at(index) + STEP / 2);
            continue;
        };
        let place = lanes.iter().position(|lane| lane.name == plain(who)).unwrap_or_else(|| {
            let y = lanes.len() * ROW;
            lanes.push(Lane { name: plain(who), y, spans: Vec::new(), undone: Vec::new() });
            lanes.len() - 1
        });
        let lane = &mut lanes[place];
        match event {
            Event::Starts(_) => lane.spans.push(Span { x: at(index), width: end - at(index), class: "held" }),
            Event::Answered(_, ok) => {
                let open = lane.spans.iter_mut().rev().find(|span| span.class == "held")?;
                open.width = at(index) + STEP / 2 - open.x;
                open.class = if *ok { "ok" } else { "failed" };
            }
            Event::Undone(_) => lane.undone.push(at(index) + STEP / 2),
            Event::Rest => {}
        }
    }
    let height = lanes.len() * ROW;
    (1..=MOST_LANES).contains(&lanes.len()).then(|| Trace {
        width: end + STEP / 2,
        height,
        lanes,
        rests,
        end: end - STEP,
        caption: plain(caption),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_story_is_drawn() {
        let story = json!([
            "s1 starts",
            "s2 starts while s1 is in flight",
            "s1 is answered: it failed",
            "the runtime comes to rest",
            "s2 is answered: ok",
            "s2 is compensated",
            "2 are in flight"
        ]);
        let trace = trace(&story).unwrap();
        let spans: Vec<(&str, &str, usize)> =
            trace.lanes.iter().map(|lane| (&*lane.name, lane.spans[0].class, lane.spans[0].width / STEP)).collect();
        assert_eq!(spans, [("s1", "failed", 2), ("s2", "ok", 3)]);
        assert_eq!((trace.lanes[1].undone.len(), trace.rests.len(), &*trace.caption), (1, 1, "2 are in flight"));
    }

    #[test]
    fn what_is_no_story_stays_text() {
        for other in [
            json!([]),
            json!("s1 starts"),
            json!(["only the end"]),
            json!(["s1 sings", "the end"]),
            json!([1, "the end"]),
            json!(["s1 is answered: ok", "the end"]),
        ] {
            assert!(trace(&other).is_none(), "{other}");
        }
    }
}
