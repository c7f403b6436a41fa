"""One run on four workers of a Dask cluster, one of which is killed half way: its shard is run again by the cluster, and the
merged proof is that of the whole run.

    python conformance/ci/dask_shards.py PROOFMARK FOLDER COMMAND…

Nothing here waits for a time: the subject of the second shard stops answering half way until its worker is dead.
"""

import json
import os
import shutil
import signal
import subprocess
import sys

SHARDS = 4
HALF_WAY = 200  # So many lines are answered before the second shard gets stuck.
OPTIONS = ["--suite", "preflight", "--seed", "7", "--cases", "50", "--jobs", "1"]


def held(flag, command):
    """Passes on what the subject says. The first time, it stops in the middle, and says so through the pipe beside `flag`."""
    if not flag or os.path.exists(flag):
        os.execvp(command[0], command)
    open(flag, "x").close()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as subject:
        for _, line in zip(range(HALF_WAY), iter(sys.stdin.buffer.readline, b"")):
            subject.stdin.write(line)
            subject.stdin.flush()
            sys.stdout.buffer.write(subject.stdout.readline())
            sys.stdout.buffer.flush()
        with open(f"{flag}.pipe", "w") as pipe:
            pipe.write("half way")
        sys.stdin.buffer.read()  # Nobody is answered any more.


def run(proofmark, folder, command, name, *more, hold=""):
    """One run of the program in a process of its own; by whom it was started."""
    path = os.path.join(folder, name)
    subject = [sys.executable, os.path.abspath(__file__), "--held", *command]
    arguments = [proofmark, "run", *OPTIONS, "--timeout", "1h", "--json", path, *more, "--", *subject]
    with subprocess.Popen(arguments, env={**os.environ, "HOLD": hold}, stdout=subprocess.DEVNULL) as process:
        with open(f"{path}.pid", "w") as file:
            file.write(str(process.pid))
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{name}: exit code {process.returncode}")
    return os.getpid()


def without_time(path):
    with open(path) as file:
        return {key: value for key, value in json.load(file).items() if key != "timings"}


def main(proofmark, folder, *command):
    from distributed import Client, LocalCluster

    proofmark, folder = os.path.abspath(proofmark), os.path.abspath(folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    flag = os.path.join(folder, "half-way")
    os.mkfifo(f"{flag}.pipe")
    with LocalCluster(n_workers=SHARDS, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        pids = client.run(os.getpid)

        def submit(k):
            shard = (f"shard-{k}.json", "--shard", f"{k}/{SHARDS}")
            return client.submit(run, proofmark, folder, command, *shard, hold=flag if k == 2 else "", pure=False)

        shards = [submit(k) for k in range(1, SHARDS + 1)]
        with open(f"{flag}.pipe") as pipe:
            assert pipe.read() == "half way"
        (killed,) = [pids[worker] for worker, keys in client.processing().items() if shards[1].key in keys]
        os.kill(killed, signal.SIGKILL)
        # A cluster ends a job with all of its processes.
        with open(os.path.join(folder, "shard-2.json.pid")) as file:
            os.kill(int(file.read()), signal.SIGKILL)
        ran = client.gather(shards)
    assert killed not in ran, "the worker that was killed finished its shard"
    run(proofmark, folder, command, "whole.json")
    merged = os.path.join(folder, "merged.json")
    parts = [os.path.join(folder, f"shard-{k}.json") for k in range(1, SHARDS + 1)]
    subprocess.run([proofmark, "merge", *parts, "--json", merged], check=True, stdout=subprocess.DEVNULL)
    if without_time(merged) != without_time(os.path.join(folder, "whole.json")):
        sys.exit("the merged proof is another one than that of the whole run")
    print(f"{SHARDS} shards, one worker killed half way and its shard run again by another: the proof of the whole run")


if __name__ == "__main__":
    if sys.argv[1] == "--held":
        held(os.environ.get("HOLD", ""), sys.argv[2:])
    else:
        main(*sys.argv[1:])
