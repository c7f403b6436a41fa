"""A proof with many findings, made of one that has some: `many.py PROOF NUMBER > MANY`.

Every finding is told again, of as many kinds and with inputs of their own.
"""

import json
import sys

with open(sys.argv[1]) as file:
    proof = json.load(file)
known = proof["findings"]
for number in range(len(known), int(sys.argv[2])):
    finding = dict(known[number % len(known)])
    finding["kind"] = f"{finding['kind']}, disagreement number {number}"
    finding["input"] = {"input": {**finding["input"]["input"], "runId": f"r{number}"}}
    proof["findings"].append(finding)
json.dump(proof, sys.stdout)
