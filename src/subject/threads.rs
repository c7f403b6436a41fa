//! Threads that are used again: a call with host calls needs one for as long as it is open, and there are many.

use std::io;
use std::sync::mpsc::{SendError, Sender, channel};
use std::sync::{Mutex, MutexGuard};

use crate::mutex::lock;

type Job = Box<dyn FnOnce() + Send>;

/// The threads that have nothing to do.
static IDLE: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

/// Runs `job` on a thread that does nothing else meanwhile.
///
/// # Errors
/// When a thread is needed and cannot be started.
pub(super) fn run(job: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut job: Job = Box::new(job);
    loop {
        let Some(thread) = idle().pop() else { return start(job) };
        match thread.send(job) {
            Ok(()) => return Ok(()),
            Err(SendError(again)) => job = again,
        }
    }
}

fn start(first: Job) -> io::Result<()> {
    let (sender, receiver) = channel::<Job>();
    let work = move || {
        let mut next = Ok(first);
        while let Ok(job) = next {
            job();
            idle().push(sender.clone());
            next = receiver.recv();
        }
    };
    std::thread::Builder::new().spawn(work).map(drop)
}

fn idle() -> MutexGuard<'static, Vec<Sender<Job>>> {
    lock(&IDLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_waits_holds_up_no_other() {
        let (open, gate) = channel::<()>();
        let (done, heard) = channel();
        let waits = done.clone();
        run(move || {
            gate.recv().unwrap();
            waits.send("waited").unwrap();
        })
        .unwrap();
        for _ in 0..20 {
            let done = done.clone();
            run(move || done.send("quick").unwrap()).unwrap();
            assert_eq!(heard.recv(), Ok("quick"));
        }
        open.send(()).unwrap();
        assert_eq!(heard.recv(), Ok("waited"));
    }
}
