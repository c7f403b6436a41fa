//! The picture of a story: who was at work when, and what happened that must not.

use serde_json::Value;

use super::super::story::{self, Story};

const NAME: usize = 120;
const STEP: usize = 44;
const ROW: usize = 30;

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

/// The picture of what was observed, where that is a story.
pub(super) fn trace(observed: &Value) -> Option<Trace> {
    let story = Story::read(observed)?;
    let at = |index: usize| NAME + index * STEP;
    let end = at(story.events);
    let span = |span: &story::Span| {
        let (to, class) = match span.reply {
            Some((index, ok)) => (at(index) + STEP / 2, if ok { "ok" } else { "failed" }),
            None => (end, "held"),
        };
        Span { x: at(span.from), width: to - at(span.from), class }
    };
    let lane = |(place, lane): (usize, story::Lane)| Lane {
        name: lane.name,
        y: place * ROW,
        spans: lane.spans.iter().map(span).collect(),
        undone: lane.undone.iter().map(|index| at(*index) + STEP / 2).collect(),
    };
    let lanes: Vec<Lane> = story.lanes.into_iter().enumerate().map(lane).collect();
    Some(Trace {
        width: end + STEP / 2,
        height: lanes.len() * ROW,
        rests: story.rests.iter().map(|index| at(*index) + STEP / 2).collect(),
        end: end - STEP,
        caption: story.caption,
        lanes,
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
}
