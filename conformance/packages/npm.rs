//! The tarballs: installed into a folder, then `node --test`.

use libtest_mimic::{Failed, Trial};

use crate::folder::{Folder, KNOWN, PROOFMARK, holds, project, text, with};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::ignorable_test("npm::from the tarballs to a failing test, and to green", || {
        with("node --version && npm --version", "node with npm", walk)
    })]
}

/// What a stranger types, with a reporter that does not depend on the version of Node.
const TAP: &str = "node --test --test-reporter=tap";

/// The adapter of a stranger: the kit comes from the package.
const ADAPTER: &str = r#"
import { Adapter } from "proofmark";
import { register } from "./my-runtime.mjs";

const adapter = new Adapter("my-runtime", { version: "1.0" });
register(adapter);
adapter.run();
"#;

const TEST: &str = r#"
import { conformance } from "proofmark/test";

const RULES = ["preflight/message-channel-invalid", "preflight/path", "preflight/severity"];
await conformance({ command: ["node", "adapter.mjs"], rules: RULES, cases: 3 });
"#;

/// A fault that one rule has to find, and its mending.
const FAULT: (&str, &str) = (r#"CHANNELS = ["steer"]"#, r#"CHANNELS = ["steer", "follow_up"]"#);

fn walk() -> Result<(), Failed> {
    let folder = Folder::clean("npm")?;
    let builder = project("conformance/packages/npm/build.mjs");
    let made = folder.does(&format!("node {} {PROOFMARK} dist", text(&builder)), 0)?;
    let packages = made.lines().map(|folder| format!("./{folder}")).collect::<Vec<_>>().join(" ");
    folder.does(&format!("npm pack --silent {packages}"), 0)?;
    folder.write("package.json", r#"{"name": "stranger", "private": true, "type": "module"}"#)?;
    // The packages for other platforms are nowhere to be had, and do not matter.
    folder.does("npm install --offline --no-audit --no-fund ./*.tgz", 0)?;
    std::fs::remove_dir_all(folder.path.join("dist"))?;
    holds(&folder.does("npx --offline proofmark --version", 0)?, &["proofmark 0"])?;

    for (from, to) in [("example-preflight.mjs", "my-runtime.mjs"), ("example-json.mjs", "example-json.mjs")] {
        folder.write(to, &std::fs::read_to_string(project("conformance/kits/typescript").join(from))?)?;
    }
    folder.replace("my-runtime.mjs", FAULT.1, FAULT.0)?;
    folder.write("adapter.mjs", ADAPTER)?;
    folder.write("conformance.test.mjs", TEST)?;
    holds(&folder.does("npx --offline proofmark doctor -- node adapter.mjs", 0)?, &["Well behaved."])?;

    // One failing test, whose text is the finding.
    let said = folder.does(TAP, 1)?;
    let finding = [
        "not ok 1 - preflight/message-channel-invalid",
        "FAIL preflight/message-channel-invalid (MUST)",
        "input     {\"input\":",
        "proofmark replay preflight/message-channel-invalid/",
        "# pass 3",
        "# fail 1",
    ];
    holds(&said, &finding)?;
    let one = "node --test --test-reporter=tap --test-name-pattern='preflight/path$'";
    holds(&folder.does(one, 0)?, &["- preflight/path", "# fail 0"])?;

    // Known failures, strictly.
    folder.write("known.toml", KNOWN)?;
    folder.replace("conformance.test.mjs", "cases: 3", "cases: 3, known: \"known.toml\"")?;
    holds(&folder.does(TAP, 0)?, &["preflight/message-channel-invalid # TODO no follow-ups yet", "# todo 1"])?;
    folder.replace("my-runtime.mjs", FAULT.0, FAULT.1)?;
    let said = folder.does(TAP, 1)?;
    holds(&said, &["preflight/message-channel-invalid/verdict does not fail any more", "# fail 1"])?;
    folder.replace("conformance.test.mjs", ", known: \"known.toml\"", "")?;
    holds(&folder.does(TAP, 0)?, &["# pass 4", "# fail 0"])?;

    // What is not offered is skipped with its reason, and a run that concludes nothing is no success.
    folder.replace("conformance.test.mjs", "rules: RULES", "suites: [\"turn\"]")?;
    let said = folder.does(TAP, 1)?;
    holds(&said, &["# SKIP not exercised: ", "# skipped 16", "# fail 1", "nothing could be concluded"])?;
    folder.replace("conformance.test.mjs", "suites", "suits")?;
    holds(&folder.does(TAP, 1)?, &["proofmark has no option `suits`"])?;

    // As a runner with functions of its own would use it.
    folder.write("other.mjs", OTHER)?;
    holds(&folder.does("node other.mjs", 0)?, &["17 tests, 16 skipped, 1 failed"])
}

/// A runner whose tests can be skipped, like vitest.
const OTHER: &str = r#"
import { conformance } from "proofmark/test";

const tests = [];
let [skipped, failed] = [0, 0];
await conformance({ command: "node adapter.mjs", suites: "turn", cases: 1, test: (name, body) => tests.push(body) });
for (const body of tests) await body({ skip: () => skipped++ }).catch(() => failed++);
console.log(`${tests.length} tests, ${skipped} skipped, ${failed} failed`);
"#;
