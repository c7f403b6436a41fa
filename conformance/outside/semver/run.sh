#!/usr/bin/env bash
# Everything that has to hold here: the suite builds and passes its own tests, every mutant is killed, and the four
# published implementations come out as `known/` and README.md say. CARGO_TARGET_DIR says where to build.
set -euo pipefail
cd "$(dirname "$0")"

export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}"
proofs="$CARGO_TARGET_DIR/semver"
program="$CARGO_TARGET_DIR/debug/semver-conformance"
python="$CARGO_TARGET_DIR/semver-python/bin/python"
mkdir -p "$proofs"

echo "== the suite and its tests"
cargo fmt --check
cargo build --quiet --bins --examples
cargo test --quiet
cargo clippy --quiet --all-targets -- -D warnings

echo "== every mutant, without a random case"
"$program" mutants --cases 0 --json >"$proofs/mutants.jsonl"
if grep -v '"killed":true' "$proofs/mutants.jsonl"; then
    echo "a mutant survived"
    exit 1
fi
echo "$(wc -l <"$proofs/mutants.jsonl") mutants killed, none survived"

echo "== the published implementations, as pinned"
[ -x "$python" ] || python3 -m venv "$CARGO_TARGET_DIR/semver-python"
"$python" -m pip install --quiet --disable-pip-version-check -r subjects/requirements.txt
(cd subjects && npm install --silent --no-save --no-package-lock --no-audit --no-fund)

implementation() { # NAME COMMAND…
    local name=$1 known=()
    shift
    [ -f "known/$name.toml" ] && known=(--known "known/$name.toml")
    "$program" run --seed 1 "${known[@]}" --json "$proofs/$name.json" -- "$@" >"$proofs/$name.txt" 2>&1 || {
        cat "$proofs/$name.txt"
        echo "$name does not come out as known"
        exit 1
    }
    grep -E '^semver: ' "$proofs/$name.txt" | sed "s/^semver/$name/"
}
# By name, so that proofs and pages show nothing of this machine.
PATH="$CARGO_TARGET_DIR/semver-python/bin:$CARGO_TARGET_DIR/debug/examples:$PATH"
implementation pypi-semver python subjects/pypi_semver.py
implementation pypi-semantic-version python subjects/pypi_semantic_version.py
implementation npm-semver node subjects/npm-semver.mjs
implementation semver-crate semver-crate

echo "== every finding again, with the implementations alone"
"$python" subjects/verify.py
node subjects/verify.mjs

echo "== side by side"
"$program" report "$proofs"/{pypi-semver,pypi-semantic-version,npm-semver,semver-crate}.json --markdown "$proofs/report.md"
sed -n '/^# Side by side/,/^# Conformance/p' "$proofs/report.md" | grep '^|' >"$proofs/matrix.md"
if ! diff <(sed -n '/<!-- matrix -->/,/<!-- \/matrix -->/p' README.md | grep '^|') "$proofs/matrix.md"; then
    echo "README.md shows another matrix than came out; copy $proofs/matrix.md between its markers"
    exit 1
fi
