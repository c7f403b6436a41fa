//! A subject as an adapter on stdio.
//!
//! Calls are answered one after the other on the thread that reads; those that
//! may reach the host get a thread each, because their replies may be held.

mod output;
mod requests;
mod stdio_line;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::fault::said_by_panic;
use super::host::Line;
use super::protocol::{INEXPRESSIBLE, METHOD_NOT_FOUND, VERSION};
use super::{Host, Implementation, Refusal, Request, Subject, threads};
use output::Output;
use requests::{Incoming, parse};
use stdio_line::StdioLine;

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const SERVER_ERROR: i64 = -32000;

/// Serves `subject` over `input` and `output` until the input ends, as it does after `shutdown`.
///
/// Answers are written when no further line is at hand, so that calls sent
/// together are answered together: an `input` with a large buffer pays.
///
/// ```no_run
/// # fn serve(subject: impl proofmark::subject::Subject + 'static) -> std::io::Result<()> {
/// let input = std::io::BufReader::with_capacity(64 * 1024, std::io::stdin());
/// proofmark::subject::serve(subject, input, std::io::stdout())
/// # }
/// ```
///
/// # Errors
/// When reading or writing fails.
pub fn serve(
    subject: impl Subject + 'static,
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let server = Server {
        implementation: subject.implementation(),
        subject: Arc::new(subject),
        line: Arc::new(StdioLine::new(Output::new(output))),
    };
    // A line that came in pieces is put together here; all others are read where they are.
    let mut begun = Vec::new();
    loop {
        server.line.output().flush()?;
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        let mut rest = chunk;
        while let Some((line, after)) = cut(rest) {
            if begun.is_empty() {
                server.hear(line);
            } else {
                begun.extend_from_slice(line);
                server.hear(&begun);
                begun.clear();
            }
            rest = after;
        }
        begun.extend_from_slice(rest);
        let read = chunk.len();
        input.consume(read);
    }
    server.hear(&begun);
    server.line.hang_up();
    server.line.output().flush()
}

/// Serves `subject` on stdin and stdout: all that the `main` of an adapter in Rust has to do.
///
/// stdout then belongs to the protocol: a subject that has something to say prints it to stderr.
///
/// ```no_run
/// # fn my_runtime() -> proofmark::subject::Reference { proofmark::suites::builtin().reference(&[]) }
/// fn main() -> std::io::Result<()> {
///     proofmark::serve(my_runtime())
/// }
/// ```
///
/// # Errors
/// When reading or writing fails.
pub fn serve_on_stdio(subject: impl Subject + 'static) -> io::Result<()> {
    serve(subject, io::BufReader::with_capacity(64 * 1024, io::stdin()), io::stdout())
}

/// The first line, and what follows it.
fn cut(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut after = bytes;
    // Reading from memory cannot fail.
    let seen = after.skip_until(b'\n').unwrap_or(0);
    bytes[..seen].strip_suffix(b"\n").map(|line| (line, after))
}

struct Server {
    subject: Arc<dyn Subject>,
    implementation: Implementation,
    line: Arc<StdioLine>,
}

impl Server {
    fn hear(&self, line: &[u8]) {
        match parse(line) {
            Incoming::Nothing => {}
            Incoming::NotJson => self.refuse(PARSE_ERROR, "the line is not JSON"),
            Incoming::NotAMessage => self.refuse(INVALID_REQUEST, "the line is not a JSON-RPC request or answer"),
            Incoming::Reply { id, value } => self.line.replied(id, value),
            Incoming::Call { id, method, params } => self.call(id, method, params),
        }
    }

    fn refuse(&self, code: i64, message: &str) {
        self.line.output().answer(&(), &Err((code, message.to_owned())));
    }

    fn call(&self, id: &RawValue, method: String, params: Value) {
        let answer = match method.as_str() {
            "initialize" => Ok(self.introduction()),
            "shutdown" => Ok(Value::Null),
            hosted if self.subject.calls_host(hosted) => match id.get().parse() {
                Ok(call) => return self.call_with_host(call, method, params),
                Err(_) => Err((INVALID_REQUEST, "the id of a call with host calls is an integer".to_owned())),
            },
            _ => {
                let host = Host::none();
                let answer = ask(&*self.subject, Request::new(&method, &params), &host);
                if host.strayed() {
                    Err((SERVER_ERROR, format!("`{method}` called the host, which it may not")))
                } else {
                    answer
                }
            }
        };
        let mut output = self.line.output();
        output.answer(&id, &answer);
        output.flush_if_late();
    }

    fn call_with_host(&self, call: u64, method: String, params: Value) {
        let (subject, line) = (Arc::clone(&self.subject), Arc::clone(&self.line));
        line.opened(call);
        let work = move || {
            let host = Host::new(call, Some(Arc::clone(&line) as Arc<dyn Line>));
            let answer = ask(&*subject, Request::new(&method, &params), &host);
            line.answered(call, &answer);
        };
        if let Err(error) = threads::run(work) {
            self.line.answered(call, &Err((SERVER_ERROR, format!("failed to start a thread: {error}"))));
        }
    }

    fn introduction(&self) -> Value {
        let Implementation { name, version, language, methods, features } = &self.implementation;
        json!({
            "protocolVersion": VERSION,
            "implementation": { "name": name, "version": version, "language": language },
            "methods": methods,
            "features": features,
        })
    }
}

/// A result, or the code and text of a JSON-RPC error.
type Answer = Result<Value, (i64, String)>;

fn ask(subject: &dyn Subject, request: Request<'_>, host: &Host) -> Answer {
    match catch_unwind(AssertUnwindSafe(|| subject.call(request, host))) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(Refusal::NotOffered)) => Err((METHOD_NOT_FOUND, "the method is not offered".to_owned())),
        Ok(Err(Refusal::Inexpressible(why))) => Err((INEXPRESSIBLE, why)),
        Ok(Err(Refusal::Failed(text))) => Err((SERVER_ERROR, text)),
        Err(panic) => Err((SERVER_ERROR, format!("panicked: {}", said_by_panic(&*panic)))),
    }
}
