//! The program as a user meets it: its texts, its exit codes, its behaviour with subjects that misbehave.

mod again;
mod desk;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");

fn proofmark(args: &[&str]) -> Output {
    Command::new(PROOFMARK).args(args).stdin(Stdio::null()).output().unwrap()
}

fn with_input(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROOFMARK)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn help_teaches() {
    snapshot("help", &text(&proofmark(&["--help"]).stdout));
    for command in
        ["run", "report", "replay", "init", "doctor", "rules", "explain", "expect", "serve", "mutants", "schema"]
    {
        let output = proofmark(&[command, "--help"]);
        assert_eq!(code(&output), 0);
        snapshot(&format!("help-{command}"), &text(&output.stdout));
    }
}

#[test]
fn explain_shows_one_rule() {
    let output = proofmark(&["explain", "preflight/message-text-required"]);
    assert_eq!(code(&output), 0);
    snapshot("explain-message-text-required", &text(&output.stdout));
}

#[test]
fn edges_show_every_line_of_a_rule() {
    for rule in ["R6", "R27", "R28"] {
        let output = proofmark(&["edges", &format!("awp/{rule}")]);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        snapshot(&format!("edges-{rule}"), &text(&output.stdout));
    }
}

#[test]
fn a_wrong_command_line_is_explained() {
    let cases: &[(&str, &[&str])] = &[
        ("unknown-rule", &["run", "--rule", "preflight/action-requird"]),
        ("unknown-suite", &["run", "--suite", "preflite"]),
        ("unknown-flag", &["run", "--sed", "7"]),
        ("unknown-mutant", &["serve", "--mutant", "preflight/x/y"]),
        ("unknown-reading", &["run", "--reading", "preflight/presence/q=r"]),
        ("reading-without-value", &["run", "--reading", "q"]),
        ("bad-shard", &["run", "--shard", "3/2"]),
        ("bad-time", &["run", "--for", "soon"]),
        ("unknown-case", &["replay", "nonsense"]),
        ("unknown-check", &["replay", "preflight/presence/nothing:0:1"]),
        ("unknown-method", &["expect", "preflight/nothing"]),
    ];
    for (name, args) in cases {
        let output = if args[0] == "expect" { with_input(args, "{}") } else { proofmark(args) };
        assert_eq!(code(&output), 2, "{name}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "", "{name}");
        snapshot(&format!("usage-{name}"), &text(&output.stderr));
    }
}

#[test]
fn a_subject_that_cannot_be_started_is_explained() {
    let cases: &[(&str, &[&str])] = &[
        ("missing-command", &["no-such-program-anywhere"]),
        ("exits-at-once", &["sh", "-c", "echo 'no module named acme' >&2; exit 3"]),
        ("prints-garbage", &["sh", "-c", "echo 'Starting up…'; cat"]),
        ("never-answers", &["sh", "-c", "while read -r line; do :; done"]),
        (
            "other-version",
            &["sh", "-c", r#"read -r line; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2}}'; cat"#],
        ),
    ];
    for (name, command) in cases {
        let mut args = vec!["run", "--timeout", "300ms", "--"];
        args.extend(*command);
        let output = proofmark(&args);
        assert_eq!(code(&output), 3, "{name}: {}", text(&output.stderr));
        snapshot(&format!("start-{name}"), &text(&output.stderr));
    }
}

/// A subject in shell that introduces itself and then does `body` for every further line.
fn shell_subject(methods: &str, body: &str) -> String {
    format!(
        r#"read -r line
echo '{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":1,"implementation":{{"name":"sh","version":"1","language":"sh"}},"methods":[{methods}]}}}}'
while read -r line; do
  case "$line" in *'"shutdown"'*) id=${{line#*'"id":'}}; id=${{id%%,*}}; echo '{{"jsonrpc":"2.0","id":'"$id"',"result":null}}';; *) {body};; esac
done"#
    )
}

#[test]
fn a_subject_that_offers_nothing_proves_nothing() {
    let subject = shell_subject("", ":");
    let output = proofmark(&["run", "--", "sh", "-c", &subject]);
    assert_eq!(code(&output), 4, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("not exercised"));
}

#[test]
fn a_subject_that_crashes_hangs_or_babbles_does_not_conform_and_the_run_ends() {
    for (name, body) in [("crash", "exit 9"), ("babble", "echo hello"), ("hang", ":")] {
        let subject = shell_subject(r#""preflight/validate""#, body);
        let args = [
            "run",
            "--rule",
            "preflight/presence",
            "--cases",
            "5",
            "--timeout",
            "200ms",
            "--jobs",
            "1",
            "--",
            "sh",
            "-c",
            &subject,
        ];
        let output = proofmark(&args);
        assert_eq!(code(&output), 1, "{name}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("FAULT preflight/presence"), "{name}: {}", text(&output.stdout));
    }
}

#[test]
fn the_default_run_conforms_and_its_proof_can_be_piped() {
    let output = proofmark(&["run", "--cases", "20", "--json", "-"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let proof: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(proof["proof"], 1);
    assert!(proof["do_nothing"].as_array().is_some_and(|scores| scores.len() >= 3));
    let rules = proof["rules"].as_array().unwrap();
    assert!(rules.iter().all(|rule| rule["outcome"] == "pass" || rule["outcome"] == "undecided"), "{rules:#?}");
}

#[test]
fn a_finding_replays_alone_from_its_name_and_from_the_proof() {
    let file = scratch("finding.json");
    let mutant = "preflight/message-text-required/trims-as-rust-does";
    let subject = [PROOFMARK, "serve", "--mutant", mutant];
    let path = file.to_str().unwrap();
    let mut args = vec!["run", "--suite", "preflight", "--cases", "50", "--json", path, "--"];
    args.extend(subject);
    let output = proofmark(&args);
    assert_eq!(code(&output), 1, "{}{}", text(&output.stdout), text(&output.stderr));
    let proof: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let finding = &proof["findings"][0];
    assert_eq!(finding["rule"], "preflight/message-text-required");
    for what in [finding["case"].as_str().unwrap(), path] {
        let mut args = vec!["replay", what, "--"];
        args.extend(subject);
        let output = proofmark(&args);
        assert_eq!(code(&output), 1, "{what}: {}{}", text(&output.stdout), text(&output.stderr));
        assert!(text(&output.stdout).contains("fails"));
        let output = proofmark(&["replay", what]);
        assert_eq!(code(&output), 0, "the reference itself is right: {}", text(&output.stdout));
    }
}

#[test]
fn an_input_of_ones_own_is_shrunk_from_a_file_and_from_stdin() {
    let mutant = "preflight/control-fields-denied/never-denies-cursor";
    let check = "preflight/control-fields-denied/fields";
    let words: Vec<String> = (0..200).map(|number| format!("word {number}")).collect();
    let large = json!({"input": {"action": "message", "text": words.join(", "), "runId": "r", "cursor": words}});
    let file = scratch("large-input.json");
    std::fs::write(&file, large.to_string()).unwrap();
    let at = format!("@{}", file.display());
    let subject = ["--", PROOFMARK, "serve", "--mutant", mutant];
    let args = |input| [&["replay", check, "--shrink", "--input", input][..], &subject].concat();
    for output in [proofmark(&args(&at)), with_input(&args("-"), &large.to_string())] {
        assert_eq!(code(&output), 1, "{}{}", text(&output.stdout), text(&output.stderr));
        let shown = text(&output.stdout);
        assert!(shown.contains(r#"input {"input":{"action":"catalog","cursor":null}}"#), "{shown}");
        assert!(text(&output.stderr).contains("shrunk from 206 to 4 values in "), "{}", text(&output.stderr));
    }
    let right = proofmark(&["replay", check, "--shrink", "--input", &at]);
    assert_eq!(code(&right), 0, "{}", text(&right.stdout));
    assert!(text(&right.stderr).contains("does not fail by itself"), "{}", text(&right.stderr));
    let absent = proofmark(&["replay", check, "--input", "@no-such-file.json"]);
    assert_eq!(code(&absent), 2);
    assert!(text(&absent.stderr).contains("--input @no-such-file.json cannot be read"), "{}", text(&absent.stderr));
}

#[test]
fn a_finding_that_needs_others_before_it_replays_as_it_says() {
    let mutant = "preflight/stateless/answers-the-first-call-of-a-process-wrongly";
    let run = ["run", "--rule", "preflight/stateless", "--cases", "0", "--", PROOFMARK, "serve", "--mutant", mutant];
    let report = text(&proofmark(&run).stdout);
    let again = again::again(&report).unwrap_or_else(|| panic!("nothing to run again: {report}"));
    let words: Vec<&str> = again.split(' ').skip(1).map(|word| word.trim_matches('\'')).collect();
    let after = words.iter().position(|word| *word == "--after").unwrap_or_else(|| panic!("{words:?}"));
    let output = proofmark(&words);
    assert_eq!(code(&output), 1, "{words:?}: {}{}", text(&output.stdout), text(&output.stderr));
    let alone: Vec<&str> = words[..after].iter().chain(&words[after + 2..]).copied().collect();
    assert_eq!(code(&proofmark(&alone)), 0, "without {:?} it fails as well", &words[after..after + 2]);
}

#[test]
fn rules_and_mutants_are_listed_for_machines() {
    let rules = proofmark(&["rules", "--json"]);
    assert_eq!(code(&rules), 0);
    for line in text(&rules.stdout).lines() {
        let rule: Value = serde_json::from_str(line).unwrap();
        for member in ["rule", "suite", "level", "title", "source", "checks"] {
            assert!(!rule[member].is_null(), "{line}");
        }
    }
    let mutants = proofmark(&["mutants", "--rule", "preflight/presence", "--cases", "50", "--json"]);
    assert_eq!(code(&mutants), 0, "{}", text(&mutants.stdout));
    for line in text(&mutants.stdout).lines() {
        let mutant: Value = serde_json::from_str(line).unwrap();
        assert_eq!(mutant["killed"], true, "{line}");
        assert!(mutant["cases"].is_u64() && mutant["size"].is_u64() && mutant["rule"] == "preflight/presence");
    }
}

#[test]
fn expect_says_what_the_document_says() {
    let output = with_input(&["expect", "preflight/validate"], r#"{"input":{"action":"catalog","cursor":null}}"#);
    assert_eq!(code(&output), 0);
    let expected: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(expected["expect"], "reject");
    let lines = "{\"method\":\"preflight/validate\",\"params\":{\"input\":{\"action\":\"catalog\"}}}\n\n\
                 {\"method\":\"preflight/validate\",\"params\":{\"input\":7}}\n";
    let output = with_input(&["expect", "--jsonl"], lines);
    let answers: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        answers.iter().map(|answer| answer["expect"].as_str().unwrap()).collect::<Vec<_>>(),
        ["accept", "reject"]
    );
    assert_eq!(code(&with_input(&["expect", "preflight/validate"], "{")), 2);
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = proofmark(&["completions", shell]);
        assert_eq!(code(&output), 0);
        assert!(text(&output.stdout).contains("proofmark"));
    }
}

#[test]
fn an_interrupted_run_keeps_what_it_has() {
    use std::io::BufRead;
    let file = scratch("interrupted.json");
    let mut child = Command::new(PROOFMARK)
        .args(["run", "--for", "10m", "--json", file.to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Its first line on stderr says that the run has begun.
    let mut line = String::new();
    std::io::BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let proof: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(proof["complete"], false);
    assert!(text(&output.stdout).contains("interrupted"));
}

#[test]
fn a_saved_proof_is_shown_and_turned_into_reports() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/reports/sample.json");
    let sample = sample.to_str().unwrap();
    let output = proofmark(&["report", sample]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("preflight: does not conform: 1 of 5 rules pass"));
    for (flag, begins) in [("--junit", "<?xml"), ("--html", "<!doctype html>"), ("--markdown", "# "), ("--sarif", "{")]
    {
        let file = scratch(&format!("report{flag}"));
        let output = proofmark(&["report", sample, flag, file.to_str().unwrap(), "--badge", "-"]);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with(r#"{"schemaVersion":1"#), "{}", text(&output.stdout));
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(begins), "{flag}");
    }
}

#[test]
fn a_run_writes_its_reports_and_keeps_its_exit_code() {
    let (junit, sarif) = (scratch("run.xml"), scratch("run.sarif"));
    let mutant = proofmark::suites::builtin()
        .mutants()
        .map(|declared| declared.id())
        .find(|id| id.contains("/presence/"))
        .unwrap();
    let args = ["run", "--rule", "preflight/presence", "--cases", "5", "--junit", junit.to_str().unwrap(), "--sarif"];
    let output =
        proofmark(&[&args[..], &[sarif.to_str().unwrap(), "--", PROOFMARK, "serve", "--mutant", &mutant]].concat());
    assert_eq!(code(&output), 1, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("FAIL preflight/presence"));
    assert!(std::fs::read_to_string(&junit).unwrap().contains("<failure"));
    assert!(std::fs::read_to_string(&sarif).unwrap().contains(r#""level": "error""#));
    // What cannot be written is named before the run begins.
    let args = ["run", "--rule", "preflight/presence", "--cases", "5", "--html", "/no/such/folder/x.html", "--badge"];
    let badge = scratch("run-badge.json");
    let output = proofmark(&[&args[..], &[badge.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("failed to write /no/such/folder/x.html"), "{}", text(&output.stderr));
    assert!(!badge.exists(), "nothing was run");
    // A reader that goes away decides nothing: the reports are written, and the verdict is the proof's.
    let script = r#""$0" run --rule preflight/presence --cases 5 --junit "$1" -- "$0" serve --mutant "$2" | true
        exit "${PIPESTATUS[0]}""#;
    std::fs::remove_file(&junit).unwrap();
    let piped = std::process::Command::new("bash").args(["-c", script, PROOFMARK]).arg(&junit).arg(&mutant).status();
    assert_eq!(piped.unwrap().code(), Some(1));
    assert!(std::fs::read_to_string(&junit).unwrap().contains("<failure"));
}

#[test]
fn a_file_that_is_no_proof_is_explained() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-proof");
    std::fs::create_dir_all(&folder).unwrap();
    let sample = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/reports/sample.json"));
    let sample = sample.unwrap();
    let files = [
        ("not-json", "<?xml version='1.0'?>".to_owned()),
        ("another-kind", r#"{"name": "acme"}"#.to_owned()),
        ("another-version", sample.replacen(r#""proof": 1"#, r#""proof": 2"#, 1)),
        ("damaged", sample.replacen(r#""level": "MUST""#, r#""level": "MAYBE""#, 1)),
    ];
    for (name, content) in files {
        std::fs::write(folder.join(name), content).unwrap();
    }
    let cases: &[(&str, &[&str])] = &[
        ("not-json", &["not-json"]),
        ("another-kind", &["another-kind"]),
        ("another-version", &["another-version"]),
        ("damaged", &["damaged"]),
        ("missing", &["missing"]),
        ("two-on-stdout", &["damaged", "--junit", "-", "--html", "-"]),
    ];
    for (name, args) in cases {
        let output = Command::new(PROOFMARK).arg("report").args(*args).current_dir(&folder).output().unwrap();
        assert_eq!(code(&output), 2, "{name}");
        assert_eq!(text(&output.stdout), "", "{name}");
        snapshot(&format!("report-{name}"), &text(&output.stderr));
    }
}

/// What stands in the README between `<!-- name -->` and `<!-- /name -->`, without the fence.
fn readme(name: &str) -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let part = text.split_once(&begin).unwrap().1.split_once(&end).unwrap().0;
    part.trim().trim_start_matches("```text\n").trim_end_matches("```").to_owned()
}

#[test]
fn the_finding_in_the_readme_is_a_real_one() {
    let mutant = "preflight/control-fields-denied/never-denies-cursor";
    let output = proofmark(&["run", "--suite", "preflight", "--", PROOFMARK, "serve", "--mutant", mutant]);
    let report = text(&output.stdout).replace(PROOFMARK, "target/release/proofmark");
    let finding = &report[report.find("FAIL").unwrap()..report.find("\n\ndoes not conform:").unwrap()];
    // Where a command is broken depends on where the program is.
    let joined = |text: &str| text.trim().replace(" \\\n      ", " ");
    assert_eq!(joined(&readme("finding")), joined(finding), "{finding}");
}

#[test]
fn the_table_of_suites_in_the_readme_is_true() {
    let mut table = vec!["| suite | document | rules | mutants |".to_owned(), "|---|---|---|---|".to_owned()];
    for suite in proofmark::suites::builtin().suites() {
        let mutants: usize = suite.rules.iter().map(|rule| rule.mutants.len()).sum();
        table.push(format!("| `{}` | {} | {} | {mutants} |", suite.name, suite.title, suite.rules.len()));
    }
    let table = table.join("\n");
    assert_eq!(readme("suites").trim(), table, "{table}");
}
