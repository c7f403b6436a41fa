#!/usr/bin/env bash
# Fuzzes every reader for a while, guided by coverage, with the stable toolchain: what `cargo fuzz` does, except for the
# address sanitiser, which has nothing to find where `unsafe` is forbidden.
#
#     fuzz/run.sh [SECONDS [READER…]]
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
shift || true
target=$(rustc -vV | sed -n 's/^host: //p')
folder=${CARGO_TARGET_DIR:-../target/fuzz}
coverage=(-Cpasses=sancov-module)
for what in level=4 inline-8bit-counters pc-table trace-compares; do
    coverage+=("-Cllvm-args=-sanitizer-coverage-$what")
done
# For the target alone: programs that run while compiling are not watched.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0
RUSTFLAGS="${coverage[*]} --cfg fuzzing -Cdebug-assertions=yes" \
    cargo build --quiet --locked --target "$target" --target-dir "$folder"
for reader in "${@:-$(basename -s .rs fuzz_targets/*.rs)}"; do
    for name in $reader; do
        mkdir -p "corpus/$name" "artifacts/$name"
        "$folder/$target/debug/$name" "corpus/$name" -max_total_time="$seconds" -rss_limit_mb=500 -timeout=20 \
            -max_len=65536 -artifact_prefix="artifacts/$name/" -print_final_stats=1 2>"artifacts/$name.txt" || {
            tail -n 40 "artifacts/$name.txt"
            echo "found by the reader of $name: see fuzz/artifacts/$name"
            exit 1
        }
        echo "$name: $(sed -n 's/^stat::\([a-z_]*\): *\([0-9]*\)$/\1 \2/p' "artifacts/$name.txt" | paste -sd, |
            sed 's/,/, /g')"
    done
done
