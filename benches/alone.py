"""What the harness takes of the processor, without its subject: `alone.py COMMAND...`.

Runs the command and says wall time, the processor time of its own process with all threads, and that of its children.
"""

import os
import resource
import subprocess
import sys
import time

begin = time.monotonic()
child = subprocess.Popen(sys.argv[1:])
# It has ended and is not yet taken away: its own times can still be read.
os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
wall = time.monotonic() - begin
with open(f"/proc/{child.pid}/stat") as stat:
    fields = stat.read().rpartition(")")[2].split()
ticks = os.sysconf("SC_CLK_TCK")
own = (int(fields[11]) + int(fields[12])) / ticks
child.wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
children = used.ru_utime + used.ru_stime - own
print(f"wall {wall:.2f} s, the harness {own:.2f} s ({own / wall:.0%}), its children {children:.2f} s, most memory of one process {used.ru_maxrss / 1024:.0f} MiB", file=sys.stderr)
sys.exit(child.returncode)
