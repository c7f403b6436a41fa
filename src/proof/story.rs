//! Stories that were observed of a run with a schedule, drawn: as text in the terminal, as a picture on the page.

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::words::{fit, wrapped};
use crate::inert::plain;
use crate::rule::story::{Beat, read};

/// More would be unreadable.
const MOST_LANES: usize = 24;
const MOST_EVENTS: usize = 60;
/// The same in a terminal.
const MOST_ROWS: usize = 8;
/// How wide an event is drawn there, at most.
const STEP: usize = 3;
/// The longest name there.
const NAME: usize = 16;

/// A story as it can be drawn.
pub(super) struct Story {
    /// How many events there are.
    pub(super) events: usize,
    /// Everybody who is called, in the order of the calls.
    pub(super) lanes: Vec<Lane>,
    /// The events with which the runtime came to rest.
    pub(super) rests: Vec<usize>,
    /// How it ends.
    pub(super) caption: String,
}

/// One that is called.
pub(super) struct Lane {
    pub(super) name: String,
    pub(super) spans: Vec<Span>,
    /// The events that undid it.
    pub(super) undone: Vec<usize>,
}

/// From a call to its reply.
pub(super) struct Span {
    pub(super) from: usize,
    /// The reply, if there was one, and whether it went well.
    pub(super) reply: Option<(usize, bool)>,
}

impl Story {
    /// What was observed, where it is a story.
    pub(super) fn read(observed: &Value) -> Option<Self> {
        let (beats, caption) = read(observed)?;
        let mut story = Self { events: beats.len(), lanes: Vec::new(), rests: Vec::new(), caption: plain(caption) };
        for (index, beat) in beats.into_iter().enumerate() {
            match beat {
                Beat::Starts(who) => story.lane(who).spans.push(Span { from: index, reply: None }),
                Beat::Answered(who, ok) => {
                    let mut spans = story.lane(who).spans.iter_mut().rev();
                    spans.find(|span| span.reply.is_none())?.reply = Some((index, ok));
                }
                Beat::Undone(who) => story.lane(who).undone.push(index),
                Beat::Rest => story.rests.push(index),
            }
        }
        let drawable = (1..=MOST_LANES).contains(&story.lanes.len()) && story.events <= MOST_EVENTS;
        drawable.then_some(story)
    }

    fn lane(&mut self, who: &str) -> &mut Lane {
        let name = plain(who);
        let place = self.lanes.iter().position(|lane| lane.name == name).unwrap_or_else(|| {
            self.lanes.push(Lane { name, spans: Vec::new(), undone: Vec::new() });
            self.lanes.len() - 1
        });
        &mut self.lanes[place]
    }

    /// The story in lines of at most `room` columns: a row for everybody, time to the right, and the last event marked
    /// with how it ends.
    pub(super) fn drawn(&self, room: usize) -> Option<Vec<String>> {
        let name = self.lanes.iter().map(|lane| lane.name.width().min(NAME)).max()?;
        let state = self.lanes.iter().map(|lane| lane.state().width()).max()?;
        let step = STEP.min(room.checked_sub(name + state + 4)? / (self.events + 1));
        // One event is a sentence.
        if step == 0 || self.lanes.len() > MOST_ROWS || self.events < 2 {
            return None;
        }
        let mut rows: Vec<String> = self.lanes.iter().map(|lane| self.row(lane, name, step)).collect();
        let mark = name + 2 + self.events.saturating_sub(1) * step;
        let beside = room.saturating_sub(mark + 2);
        if self.caption.width() <= beside {
            rows.push(format!("{:mark$}^ {}", "", self.caption));
        } else {
            rows.push(format!("{:mark$}^", ""));
            rows.extend(wrapped(&self.caption, room));
        }
        Some(rows)
    }

    fn row(&self, lane: &Lane, name: usize, step: usize) -> String {
        let mut cells = vec![' '; (self.events + 1) * step];
        for &rest in &self.rests {
            cells[rest * step] = '·';
        }
        for Span { from, reply } in &lane.spans {
            let (end, sign) = match reply {
                Some((index, true)) => (index * step, '●'),
                Some((index, false)) => (index * step, '✗'),
                None => (cells.len() - 1, '▶'),
            };
            cells[from * step..end].fill('─');
            (cells[from * step], cells[end]) = ('├', sign);
        }
        for undone in &lane.undone {
            cells[undone * step] = '↶';
        }
        let drawn: String = cells.into_iter().collect();
        let label = fit(&lane.name, name);
        let margin = name - label.width();
        format!("{label}{:margin$}  {drawn}  {}", "", lane.state())
    }
}

impl Lane {
    /// What became of it.
    fn state(&self) -> &'static str {
        match (self.spans.last().map(|span| span.reply), self.undone.is_empty()) {
            (_, false) => "compensated",
            (Some(None), _) => "in flight",
            (Some(Some((_, false))), _) => "failed",
            _ => "answered",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told() -> Value {
        json!([
            "s1 starts",
            "s2 starts while s1 is in flight",
            "s1 is answered: it failed",
            "the runtime comes to rest",
            "s2 is answered: ok",
            "s2 is compensated",
            "s3 starts",
            "s3 is started after a failure"
        ])
    }

    #[test]
    fn a_story_is_read() {
        let story = Story::read(&told()).unwrap();
        let replies: Vec<(&str, Option<(usize, bool)>)> =
            story.lanes.iter().map(|lane| (&*lane.name, lane.spans[0].reply)).collect();
        assert_eq!(replies, [("s1", Some((2, false))), ("s2", Some((4, true))), ("s3", None)]);
        assert_eq!((&story.lanes[1].undone[..], &story.rests[..]), (&[5][..], &[3][..]));
        assert_eq!((story.events, &*story.caption), (7, "s3 is started after a failure"));
    }

    #[test]
    fn a_story_is_drawn_in_text() {
        let story = Story::read(&told()).unwrap();
        let wanted = "\
s1  ├─────✗  ·                failed
s2     ├────────●  ↶          compensated
s3           ·        ├────▶  in flight
                      ^ s3 is started after a failure";
        assert_eq!(story.drawn(60).unwrap().join("\n"), wanted);
        let narrow = story.drawn(36).unwrap();
        assert!(narrow.iter().all(|line| line.width() <= 36), "{narrow:?}");
        assert!(story.drawn(20).is_none());
    }

    #[test]
    fn what_is_no_story_stays_text() {
        for other in [json!(["only the end"]), json!(["s1 sings", "the end"]), json!(["s1 is answered: ok", "the end"])]
        {
            assert!(Story::read(&other).is_none(), "{other}");
        }
    }
}
