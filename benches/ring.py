"""A workflow of N nodes, each of which depends on earlier ones, with a ring of three among them: `ring.py N`.

An input for `awp/R6/verdict`, on stdout.
"""

import json
import sys

number = int(sys.argv[1])
ids = [f"n{place}" for place in range(number)]
needs = {id: [ids[place - back] for back in (1, 7) if place >= back] for place, id in enumerate(ids)}
first, second, third = ids[number // 3], ids[number // 2], ids[-1]
needs[first], needs[second], needs[third] = [third], [first], [second]
agent = {"output": {"contract": {"type": "object", "properties": {}}, "format": "json"}, "runtime": {"class_name": "Agent"}}
project = {
    "agents": {id: {"identity": {"id": id}, **agent} for id in ids},
    "files": ["workflow.awp.yaml", *(f"agents/{id}/agent.awp.yaml" for id in ids)],
    "tools": [],
    "workflow": {
        "awp": "1.0.0",
        "orchestration": {
            "engine": "dag",
            "graph": [{"agent": f"agents/{id}", "depends_on": needs[id], "id": id} for id in ids],
        },
        "workflow": {"description": "A demo.", "name": "demo", "version": "1.0.0"},
    },
}
json.dump(project, sys.stdout)
