//! The three pipes of a child, served by one thread that never blocks on any of them.
//!
//! A subject may refuse to read, flood either stream, or hang: there is always
//! one wait, on all pipes at once, and it has an end. One thread also makes the
//! order of lines read and replies written one total order.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::lines::Lines;
use super::stderr::Tail;

const CHUNK: usize = 64 * 1024;
/// More than a pipe ever holds: enough to empty the stderr of a process that has ended.
const DRAINED: usize = 2 * 1024 * 1024;

/// Our ends of the pipes. An end that is closed is `None`.
#[derive(Debug)]
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    outgoing: Vec<u8>,
    written: usize,
    scratch: Vec<u8>,
    /// What came from stdout.
    pub(super) lines: Lines,
    /// What came from stderr.
    pub(super) tail: Tail,
}

impl Pipes {
    /// Lines of stdout are read up to `longest` bytes.
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout, stderr: ChildStderr, longest: usize) -> io::Result<Self> {
        // The flag belongs to our end alone: the child's ends stay as programs expect them.
        fcntl_setfl(&stdin, fcntl_getfl(&stdin)? | OFlags::NONBLOCK)?;
        fcntl_setfl(&stdout, fcntl_getfl(&stdout)? | OFlags::NONBLOCK)?;
        fcntl_setfl(&stderr, fcntl_getfl(&stderr)? | OFlags::NONBLOCK)?;
        Ok(Self {
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            outgoing: Vec::with_capacity(CHUNK),
            written: 0,
            scratch: vec![0; CHUNK],
            lines: Lines::new(longest),
            tail: Tail::default(),
        })
    }

    /// Where to put what shall be written; [`Pipes::flush`] and [`Pipes::turn`] write it.
    pub(super) fn outgoing(&mut self) -> &mut Vec<u8> {
        &mut self.outgoing
    }

    /// How much waits to be written.
    pub(super) fn pending(&self) -> usize {
        self.outgoing.len() - self.written
    }

    /// Whether stdout may still bring something.
    pub(super) fn is_open(&self) -> bool {
        self.stdout.is_some()
    }

    /// Whether somebody still holds the other end of stdout or stderr.
    pub(super) fn is_held(&self) -> bool {
        self.stdout.is_some() || self.stderr.is_some()
    }

    /// Writes what the pipe takes now.
    pub(super) fn flush(&mut self) {
        while self.written < self.outgoing.len() {
            let Some(stdin) = &mut self.stdin else { break };
            match stdin.write(&self.outgoing[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.forget_written();
                    return;
                }
                // Nobody reads any more. What the subject still has to say counts: stdout decides.
                Err(_) => self.stdin = None,
            }
        }
        self.outgoing.clear();
        self.written = 0;
    }

    /// Keeps the buffer from growing for ever when the subject reads slowly.
    fn forget_written(&mut self) {
        if self.written > CHUNK {
            self.outgoing.drain(..self.written);
            self.written = 0;
        }
    }

    /// Ends the subject's input.
    pub(super) fn close_stdin(&mut self) {
        self.flush();
        self.stdin = None;
    }

    /// Waits until some pipe is ready, at most for `wait`, and serves it. Whether any was.
    pub(super) fn turn(&mut self, wait: Duration) -> bool {
        self.flush();
        let Ready { stdin, stdout, stderr } = self.ready(wait);
        // stderr first: what was said before a line is known when the line is heard.
        if stderr {
            self.read_stderr();
        }
        if stdin {
            self.flush();
        }
        if stdout {
            self.read_stdout();
        }
        stdin || stdout || stderr
    }

    fn ready(&self, wait: Duration) -> Ready {
        let stdin = self.stdin.as_ref().filter(|_| self.pending() > 0);
        let mut polled = Vec::with_capacity(3);
        polled.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(stdin.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let wait = Timespec::try_from(wait).ok();
        // An interrupted wait is a short one, and the caller waits again.
        let any = poll(&mut polled, wait.as_ref()).is_ok_and(|count| count > 0);
        let mut ready = polled.iter().map(|pipe| any && !pipe.revents().is_empty());
        Ready {
            stdout: self.stdout.is_some() && ready.next() == Some(true),
            stderr: self.stderr.is_some() && ready.next() == Some(true),
            stdin: ready.next() == Some(true),
        }
    }

    fn read_stdout(&mut self) {
        let Some(stdout) = &mut self.stdout else { return };
        if ended(&self.lines.fill(stdout)) {
            self.stdout = None;
        }
    }

    /// How many bytes came.
    fn read_stderr(&mut self) -> usize {
        let Some(stderr) = &mut self.stderr else { return 0 };
        let read = stderr.read(&mut self.scratch);
        if ended(&read) {
            self.stderr = None;
        }
        let count = read.unwrap_or(0);
        self.tail.push(&self.scratch[..count]);
        count
    }

    /// Takes in what is on stderr now, so that the tail is whole when it is shown.
    pub(super) fn drain_stderr(&mut self) {
        let mut drained = 0;
        while drained < DRAINED {
            match self.read_stderr() {
                0 => break,
                count => drained += count,
            }
        }
    }
}

struct Ready {
    stdin: bool,
    stdout: bool,
    stderr: bool,
}

fn ended(read: &io::Result<usize>) -> bool {
    match read {
        Ok(count) => *count == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    }
}
