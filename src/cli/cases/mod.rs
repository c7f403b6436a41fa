//! Cases without the harness: inputs as files, and answers as files.
//!
//! A runtime on a device, in a browser or behind somebody else's door cannot be a subprocess. What would be asked
//! of it is written down, it answers where it is, and the answers are judged by the same exams as any others.

mod folder;
mod judge;
mod write;

pub(super) use self::judge::{JudgeArgs, judge};
pub(super) use self::write::{CasesArgs, cases};
