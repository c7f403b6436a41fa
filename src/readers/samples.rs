//! One document of every kind, with as much in it as damage may find.

/// A proof in which every outcome comes up.
pub(super) const PROOF: &str = include_str!("../../conformance/reports/sample.json");

/// A file of the corpus.
pub(super) const CORPUS: &str = include_str!("../../corpus/preflight/presence.yaml");

/// A certificate.
pub(super) const CERTIFICATE: &str = r#"{"certificate":1,"harness":"0.1.0","protocol":1,
 "implementation":{"name":"acme","version":"1","language":"rust","methods":["preflight/validate"],"features":[]},
 "suites":[{"suite":"preflight","version":2,"requirements":"00ff","rules":26,"checks":27,"cases":10254,
   "outcomes":{"pass":25,"undecided":1},"mutants":{"killed":175,"of":175}}],
 "seed":0,"cases":200,"readings":{"preflight/presence/blank":["missing"]},
 "determinism":{"passes":2,"varied":["TZ","LC_ALL"]},"proof":"00ff","digest":"00ff"}"#;

/// Known failures, with everything that an entry may say.
pub(super) const KNOWN: &str = r#"# why
[[known]]
rule = "awp/R6"
check = "awp/R6/rings"
kind = "accepted"
reason = "loops are found at run time"
issue = "https://example.org/issues/1"
until = 2030-01-31

[known.seen]
seed = 1
cases = 10
harness = "0.1.0"
failed = 2
of = 12
which = "0-1 7"

[[known]]
rule = "awp/R18"
check = "awp/R18/audit"
kind = "no audit log"
reason = "there is no audit log"
"#;

/// A workflow with an anchor and an alias.
pub(super) const WORKFLOW: &str = "\
awp: \"1.0.0\"
workflow:
  name: demo
  description: &text a text
orchestration:
  engine: dag
  graph:
    - {id: reader, depends_on: []}
    - id: writer
      depends_on: [reader]
      note: *text
evaluation:
  thresholds: {accept: 0.9, repair: 0.5, fail: 0.1}
";

/// The configuration of an agent.
pub(super) const AGENT: &str = "\
identity:
  id: reader
output:
  format: json
  contract: {type: object}
capabilities:
  tools:
    enabled: true
    allowed: [web.search]
";

/// The params of a call.
pub(super) const PARAMS: &str = r#"{"workflow":{},"agents":{"a":{}},"files":[],"tools":["x.y"]}"#;

/// A tool, and an agent that names itself.
pub(super) const PYTHON: &str = "\
import app

@app.tool(\"web.custom\")
def f(): ...

class Agent(AWPAgent):
    @property
    def name(self):
        return \"reader\"
";

/// What a subject may say while call 1 is open.
pub(super) const LINES: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"result":{"a":[1,2.5,"é\u00e9"],"b":{"c":null}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"boom"}}"#,
    r#"{"jsonrpc":"2.0","id":"h1","method":"host/step","params":{"call":1,"stepId":"a"}}"#,
    r#"{"jsonrpc":"2.0","method":"host/event","params":{"call":1,"event":{"gate":"g"}}}"#,
    r#"{"jsonrpc":"2.0","method":"host/idle","params":{"call":1,"replies":0}}"#,
];

/// A `proofmark.toml`.
pub(super) const CONFIG: &str = r#"command = ["python3", "adapter.py"]
suites = ["preflight", "awp"]
known = "known.toml"
seed = 7
answer-limit = "64M"

[reports]
json = "proof.json"

[profile.ci]
cases = 1000
timeout = "30s"

[profile.ci.reports]
junit = "junit.xml"
"#;

/// Journals: of a run that has begun, and of one that has found something.
pub(super) fn journals() -> Vec<String> {
    use crate::proof::{Entry, Proof};
    let Ok(proof) = Proof::from_json(PROOF) else { return Vec::new() };
    let begun = Entry::Begun(Box::new(Proof { findings: Vec::new(), ..proof.clone() }));
    let judged = proof.rules.iter().flat_map(|rule| {
        rule.checks.iter().map(move |check| Entry::Judged {
            check: format!("{}/{}", rule.rule, check.check),
            cases: check.cases,
            judged: check.judged,
            held: check.held,
        })
    });
    let found = proof.findings.iter().map(|finding| Entry::Found(Box::new(finding.clone())));
    let whole = std::iter::once(begun.clone()).chain(judged).chain(found).map(|entry| entry.to_line()).collect();
    vec![begun.to_line(), whole]
}
