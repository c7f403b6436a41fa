//! The wheel: installed into a folder, then pytest.

use libtest_mimic::{Failed, Trial};

use crate::folder::{Folder, KNOWN, PROOFMARK, holds, project, text, with};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::ignorable_test("python::from the wheel to a failing test, and to green", || {
        with(
            "python3 -c 'import pip, pytest, tomllib, xdist'",
            "python3 (3.11) with pip, pytest and pytest-xdist",
            walk,
        )
    })]
}

/// The adapter of a stranger: the kit comes from the package.
const ADAPTER: &str = r#"
from proofmark import Adapter

adapter = Adapter("my-runtime", version="1.0")

import my_runtime

my_runtime.register(adapter)
adapter.run()
"#;

const PYPROJECT: &str = r#"
[tool.proofmark]
command = ["python3", "adapter.py"]
rules = ["preflight/message-channel-invalid", "preflight/path", "preflight/severity"]
cases = 3
"#;

/// A fault that one rule has to find, and its mending.
const FAULT: (&str, &str) = (r#"CHANNELS = ("steer",)"#, r#"CHANNELS = ("steer", "follow_up")"#);

fn walk() -> Result<(), Failed> {
    let folder = Folder::clean("python")?;
    let (site, dist) = (folder.path.join("site"), folder.path.join("dist"));
    let builder = project("conformance/packages/python/build_wheel.py");
    folder.does(&format!("python3 {} {PROOFMARK} {} --level 0", text(&builder), text(&dist)), 0)?;
    folder.does("python3 -m pip install --quiet --no-index --no-deps --target site dist/*.whl", 0)?;
    let folder = folder.with(&site.join("bin"), "PYTHONPATH", &site);
    holds(&folder.does("command -v proofmark && proofmark --version", 0)?, &["site/bin/proofmark", "proofmark 0"])?;

    let runtime = std::fs::read_to_string(project("conformance/kits/python/example_preflight.py"))?;
    folder.write("my_runtime.py", &runtime)?;
    folder.replace("my_runtime.py", FAULT.1, FAULT.0)?;
    folder.write("adapter.py", ADAPTER)?;
    folder.write("pyproject.toml", PYPROJECT)?;
    folder.write("tests/test_own.py", "def test_own():\n    pass\n")?;
    holds(&folder.does("proofmark doctor -- python3 adapter.py", 0)?, &["Well behaved."])?;

    // One failing test, whose text is the finding.
    let said = folder.does("python3 -m pytest", 1)?;
    let finding = [
        "FAIL preflight/message-channel-invalid (MUST)",
        "input     {\"input\":",
        "proofmark replay preflight/message-channel-invalid/",
        "FAILED pyproject.toml::preflight/message-channel-invalid",
        "1 failed, 4 passed",
    ];
    holds(&said, &finding)?;
    holds(&folder.does("python3 -m pytest -n 2", 1)?, &finding[..4])?;
    holds(&folder.does("python3 -m pytest -k 'preflight/path or test_own'", 0)?, &["2 passed, 3 deselected"])?;
    holds(&folder.does("python3 -m pytest pyproject.toml::preflight/path", 0)?, &["1 passed"])?;
    holds(&folder.does("python3 -m pytest tests", 0)?, &["1 passed"])?;
    let elsewhere = "python3 -m pytest tests --proofmark 'python3 missing.py' -k path";
    holds(&folder.does(elsewhere, 1)?, &["there was no run: proofmark: `python3 missing.py`", "1 failed"])?;

    // Known failures, strictly.
    folder.write("known.toml", KNOWN)?;
    folder.replace("pyproject.toml", "cases = 3", "cases = 3\nknown = \"known.toml\"")?;
    holds(&folder.does("python3 -m pytest -rx", 0)?, &["4 passed, 1 xfailed", "no follow-ups yet"])?;
    folder.replace("my_runtime.py", FAULT.0, FAULT.1)?;
    let said = folder.does("python3 -m pytest", 1)?;
    holds(&said, &["preflight/message-channel-invalid/verdict does not fail any more", "1 failed, 4 passed"])?;
    folder.replace("pyproject.toml", "\nknown = \"known.toml\"", "")?;
    holds(&folder.does("python3 -m pytest", 0)?, &["5 passed"])?;

    // What is not offered is skipped with its reason, and a run that concludes nothing is no success.
    folder.write("pyproject.toml", "[tool.proofmark]\ncommand = \"python3 adapter.py\"\nsuites = [\"turn\"]\n")?;
    let said = folder.does("python3 -m pytest -rs", 1)?;
    holds(&said, &["not exercised: ", "1 failed, 1 passed, 16 skipped", "nothing could be concluded"])?;
    folder.replace("pyproject.toml", "suites", "suits")?;
    let said = folder.does("python3 -m pytest", 2)?;
    holds(&said, &["[tool.proofmark] has no key `suits`; did you mean `suites`?"])
}
