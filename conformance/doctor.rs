//! The doctor, visiting adapters that misbehave in every way it looks for.
//!
//! Each is the same page of Python with one function replaced, so that a
//! probe that could not fail would be seen here.

use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::init::fresh;
use crate::kits::with;
use crate::support::{PROOFMARK, project, snapshot};

const ADAPTER: &str = include_str!("doctor/adapter.py");

/// A name, the probe that has to object (none: nothing is wrong), and the function that replaces a good one.
type Misbehaviour = (&'static str, &'static str, &'static str);

const MISBEHAVIOURS: &[Misbehaviour] = &[
    ("well-behaved", "", "METHODS = ['turn/compose', 'contract/run']"),
    (
        "floods-stderr",
        "",
        "def compose(call, params):\n    sys.stderr.write('noise\\n' * 500_000)\n    return {'session': params.get('session'), 'request': []}",
    ),
    (
        "prints",
        "stdout",
        "print('Loading the model…', flush=True)\n\
         def compose(call, params):\n    print('\\x1b[31mcomposing', flush=True)\n    return {'session': params.get('session'), 'request': []}",
    ),
    ("offers-nothing", "methods", "METHODS = []"),
    ("misspells-a-method", "methods", "METHODS = ['turn/compose', 'contract/Tools', 'chat/completions']"),
    ("misspells-a-feature", "features", "FEATURES = ['idel']"),
    ("offers-what-it-refuses", "calls", "METHODS = ['turn/compose', 'preflight/validate']"),
    (
        "throws",
        "calls",
        "def answer(id, method, params):\n    send({'id': id, 'error': {'code': -32000, 'message': 'the graph is empty'}})",
    ),
    ("crashes", "calls", "def compose(call, params):\n    sys.exit('no module named acme')"),
    ("hangs", "calls", "def answer(id, method, params):\n    time.sleep(60)"),
    ("never-reads-again", "calls", "def introduce(id, good=introduce):\n    good(id)\n    time.sleep(60)"),
    (
        "forgets-the-version",
        "calls",
        "def compose(call, params):\n    print(json.dumps({'id': call, 'result': params}), flush=True)\n    return {'session': params.get('session'), 'request': []}",
    ),
    (
        "prints-in-several-lines",
        "calls",
        "def compose(call, params):\n    print(json.dumps({'jsonrpc': '2.0', 'id': call}, indent=2), flush=True)",
    ),
    (
        "floods-stdout",
        "calls",
        "def compose(call, params):\n    while True:\n        sys.stdout.write('x' * 1_000_000)",
    ),
    ("answers-under-another-id", "calls", "def answer(id, method, params):\n    send({'id': str(id), 'result': {}})"),
    (
        "dies-of-the-ninth-call",
        "latency",
        "def compose(call, params):\n    if call == 9:\n        sys.exit('too many calls')\n    return {'session': params.get('session'), 'request': []}",
    ),
    (
        "answers-in-another-shape",
        "calls",
        "def compose(call, params):\n    return {'session': params.get('session'), 'messages': []}",
    ),
    (
        "ends-a-run-in-another-shape",
        "host calls",
        "METHODS = ['contract/run']\ndef run(call, params, good=run):\n    return {**good(call, params), 'status': 'ok'}",
    ),
    ("counts-its-calls", "equal answers", "def compose(call, params):\n    return {'session': call, 'request': []}"),
    (
        "refuses-with-another-code",
        "unknown method",
        "def unknown(id, method):\n    send({'id': id, 'error': {'code': -32603, 'message': 'internal error'}})",
    ),
    ("answers-anything", "unknown method", "def unknown(id, method):\n    send({'id': id, 'result': {}})"),
    ("dies-of-an-unknown-method", "unknown method", "def unknown(id, method):\n    sys.exit('KeyError: ' + method)"),
    (
        "dies-of-bad-params",
        "bad params",
        "def answer(id, method, params, good=answer):\n    \
         if method == 'turn/compose' and 'session' not in params:\n        sys.exit('KeyError: session')\n    \
         good(id, method, params)",
    ),
    (
        "minds-unknown-members",
        "unknown members",
        "def answer(id, method, params, good=answer):\n    \
         if 'doctor' in params:\n        send({'id': id, 'error': {'code': -32602, 'message': 'extra field'}})\n    \
         else:\n        good(id, method, params)",
    ),
    (
        "writes-latin-1",
        "text",
        "def compose(call, params):\n    session = json.dumps(params.get('session'), ensure_ascii=False)\n    \
         return {'session': json.loads(session.encode('latin-1', 'replace').decode('latin-1')), 'request': []}",
    ),
    (
        "ends-lines-where-there-is-no-end",
        "text",
        "def lines():\n    while True:\n        line = sys.stdin.buffer.readline().decode()\n        \
         if not line:\n            return\n        for part in line.splitlines():\n            \
         yield part if part.endswith('}') else sys.exit('JSONDecodeError')",
    ),
    (
        "reads-short-lines-only",
        "large call",
        "def lines():\n    while True:\n        line = sys.stdin.buffer.readline(65536)\n        \
         if not line:\n            return\n        \
         yield line if line.endswith(b'\\n') else sys.exit('LimitOverrunError: the separator is not found')",
    ),
    (
        "cuts-long-texts",
        "large call",
        "def compose(call, params):\n    note = (params.get('session') or {}).get('note', '')\n    \
         return {'session': {'note': note[:1000]}, 'request': []}",
    ),
    (
        "takes-what-it-reads-for-one-message",
        "many calls",
        "def lines():\n    while True:\n        read = b''\n        while not read.endswith(b'\\n'):\n            \
         chunk = os.read(0, 1_000_000)\n            if not chunk:\n                return\n            read += chunk\n        \
         yield read.split(b'\\n')[0]",
    ),
    (
        "never-asks-the-host",
        "host calls",
        "METHODS = ['contract/run']\ndef run(call, params):\n    return {'status': 'completed', 'steps': []}",
    ),
    (
        "asks-for-no-call",
        "host calls",
        "METHODS = ['contract/run']\ndef run(call, params):\n    return ask(None, 'host/step', {'stepId': 'one'})",
    ),
    (
        "takes-the-next-line-for-the-reply",
        "call in between",
        "METHODS = ['contract/run']\ndef ask(call, method, params):\n    \
         send({'id': 'h1', 'method': method, 'params': {'call': call, **params}})\n    \
         reply = json.loads(next(stdin))\n    \
         return reply['result'] if 'result' in reply else sys.exit('KeyError: result')",
    ),
    ("never-says-that-it-rests", "rest", "METHODS, FEATURES = ['contract/run'], ['idle']"),
    (
        "miscounts-replies",
        "rest",
        "METHODS, FEATURES = ['contract/run'], ['idle']\ndef ask(call, method, params, good=ask):\n    \
         send({'method': 'host/idle', 'params': {'call': call, 'replies': 7}})\n    return good(call, method, params)",
    ),
    (
        "rests-too-early",
        "rest",
        "METHODS, FEATURES = ['contract/run'], ['idle']\ndef run(call, params, good=run):\n    \
         send({'method': 'host/idle', 'params': {'call': call, 'replies': 0}})\n    return good(call, params)",
    ),
    ("exits-with-a-status", "shutdown", "def end():\n    sys.exit(3)"),
    ("answers-shutdown-with-a-text", "shutdown", "def shut_down(id):\n    send({'id': id, 'result': 'bye'})"),
    ("does-not-know-shutdown", "shutdown", "def shut_down(id):\n    unknown(id, 'shutdown')"),
    ("leaves-a-child-behind", "shutdown", "def end():\n    subprocess.Popen(['sleep', '60'])\n    sys.exit(0)"),
    ("stays-when-its-input-ends", "end of input", "def end():\n    time.sleep(60)"),
];

/// Those that a deadline has to end.
const HANGS: &[&str] = &[
    "hangs",
    "never-reads-again",
    "takes-what-it-reads-for-one-message",
    "never-says-that-it-rests",
    "stays-when-its-input-ends",
];

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let misbehaviours = MISBEHAVIOURS.iter().map(|&(name, probe, replaced)| {
        Trial::ignorable_test(format!("doctor::{name}"), move || {
            with("python3", |python| objects(python, name, probe, replaced))
        })
    });
    let kits = [
        ("python-example", "python3", "conformance/kits/python/example.py"),
        ("typescript-example", "node", "conformance/kits/typescript/example.mjs"),
    ];
    let kits = kits.map(|(name, program, path)| {
        Trial::ignorable_test(format!("doctor::{name}"), move || {
            with(program, |program| examined(name, "", &[program, &project(path).to_string_lossy()]))
        })
    });
    let reference = Trial::test("doctor::reference", || examined("reference", "", &[PROOFMARK, "serve"]));
    let machine = Trial::test("doctor::for machines", for_machines);
    let silent = Trial::test("doctor::no handshake", no_handshake);
    let interrupted = Trial::test("doctor::interrupted", interrupted);
    misbehaviours.chain(kits).chain([reference, machine, silent, interrupted]).collect()
}

/// The doctor objects to what is wrong, and says how to change it.
fn objects(python: &str, name: &str, probe: &str, replaced: &str) -> Result<(), Failed> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("doctor-{name}.py"));
    std::fs::write(&path, format!("{ADAPTER}\n\n{replaced}\n\n\nmain()\n"))?;
    examined(name, probe, &[python, &path.to_string_lossy()])
}

/// The doctor objects by way of `probe`, or not at all if that is empty; and says what he said before.
pub(crate) fn examined(name: &str, probe: &str, command: &[&str]) -> Result<(), Failed> {
    // Only those that hang are waited for; the others may take their time on a busy machine.
    let timeout = if HANGS.contains(&name) { "4s" } else { "60s" };
    let args = ["doctor", "--timeout", timeout, "--"];
    let output = Process::new(PROOFMARK).args(args).args(command).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let changes: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  change  ")).collect();
    let expected = i32::from(!probe.is_empty());
    if output.status.code() != Some(expected) {
        return Err(format!("{:?}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)).into());
    }
    if !probe.is_empty() && !changes.iter().any(|change| change.starts_with(probe)) {
        return Err(format!("{probe} did not object\n{text}").into());
    }
    snapshot("cli", &format!("doctor-{name}"), &without_figures(&text));
    Ok(())
}

/// What differs from machine to machine, taken out: how long a call took, and what comes after the last line.
fn without_figures(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once("from call to answer") {
        Some((before, _)) => format!("{}… from call to answer", &before[..27]),
        None if line.contains("from start to") => format!("{}… from start to the answer", &line[..27]),
        None => line.split_once(" Next: ").map_or(line, |(before, _)| before).to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn for_machines() -> Result<(), Failed> {
    let visit = |command: &[&str]| Process::new(PROOFMARK).args(["doctor", "--json", "--"]).args(command).output();
    let well = visit(&[PROOFMARK, "serve"])?;
    let object: serde_json::Value = serde_json::from_slice(&well.stdout)?;
    let probes = object["probes"].as_array().ok_or("no probes")?;
    if object["ok"] != true || probes.iter().any(|probe| probe["state"] != "ok") {
        return Err(object.to_string().into());
    }
    // Every probe is seen to object above; without a handshake there is nothing to probe.
    let objects = |name: &str| name == "handshake" || MISBEHAVIOURS.iter().any(|(_, probe, _)| *probe == name);
    if let Some(probe) = probes.iter().find(|probe| !probe["probe"].as_str().is_some_and(objects)) {
        return Err(format!("nothing shows that this probe can fail: {probe}").into());
    }
    // What he tries is what the authors of kits are told, in the same order.
    let page = std::fs::read_to_string(project("conformance/kits/README.md"))?;
    let told: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|row| row.split('`').next()).collect();
    let tried: Vec<&str> = probes.iter().filter_map(|probe| probe["probe"].as_str()).collect();
    if told != tried {
        return Err(format!("the checklist has {told:?}, the doctor tries {tried:?}").into());
    }
    let gone = visit(&["no-such-program-anywhere"])?;
    let object: serde_json::Value = serde_json::from_slice(&gone.stdout)?;
    if gone.status.code() != Some(3) || object["ok"] != false || !object["error"].is_string() {
        return Err(object.to_string().into());
    }
    Ok(())
}

/// Without a handshake there is nothing to look at: it is explained as `run` explains it.
fn no_handshake() -> Result<(), Failed> {
    let script = "echo 'Listening on port 8080'; cat >/dev/null";
    let args = ["doctor", "--timeout", "500ms", "--", "sh", "-c", script];
    let output = Process::new(PROOFMARK).args(args).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() != Some(3) || !output.stdout.is_empty() {
        return Err(format!("{:?}\n{text}", output.status).into());
    }
    snapshot("cli", "doctor-no-handshake", &text);
    Ok(())
}

/// Ctrl-C ends the visit and the adapter, whatever that is busy with.
fn interrupted() -> Result<(), Failed> {
    let folder = fresh("doctor-interrupted");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("pid");
    // It answers `initialize`, says which process it is, and never answers again.
    let script = format!(
        r#"read -r line; echo '{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":1,"implementation":{{"name":"sh"}},"methods":[]}}}}'; echo $$ > '{0}.new'; mv '{0}.new' '{0}'; exec sleep 600"#,
        file.display()
    );
    let args = ["doctor", "--timeout", "10m", "--", "sh", "-c", &script];
    let mut visit = Process::new(PROOFMARK).args(args).stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    while !file.exists() {
        if let Some(status) = visit.try_wait()? {
            return Err(format!("it ended by itself: {status}").into());
        }
        std::thread::yield_now();
    }
    let kill = |signal: &str, pid: &str| Process::new("kill").args([signal, pid]).stderr(Stdio::null()).status();
    kill("-INT", &visit.id().to_string())?;
    let status = visit.wait()?;
    let alive = kill("-0", std::fs::read_to_string(&file)?.trim())?.success();
    if status.code() == Some(130) && !alive { Ok(()) } else { Err(format!("{status}, alive: {alive}").into()) }
}
