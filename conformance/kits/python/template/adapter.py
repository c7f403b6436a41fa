"""Your runtime before Proofmark. It runs as it is: `proofmark run --suite preflight -- python3 adapter.py`."""

from proofmark_adapter import Adapter

# The adapter comes first: from here on, whatever is printed goes to stderr.
adapter = Adapter("my-runtime", version="0.1.0")

# Import your runtime here.

ACTIONS = ("catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup")


# One function per method that your runtime can answer. Delete what you do not have; add what you do.
@adapter.method("preflight/validate")
def validate(input):
    # Ask your runtime here: `return {"diagnostics": my_runtime.check(input)}`
    # Until you do, this stands in for it. It looks at the action and at nothing else, and the run will find that out.
    action = input.get("action") if isinstance(input, dict) else None
    if not isinstance(action, str) or action == "":
        return refuse("action-required", "There is no action.")
    if action not in ACTIONS:
        return refuse("action-invalid", f"There is no action {action}.")
    return {"diagnostics": []}


def refuse(code, message):
    return {"diagnostics": [{"code": code, "message": message, "path": "/action", "severity": "error"}]}


# A method that reaches outside, to agents, tools or models, asks the harness for it:
#
#     @adapter.method("contract/delegation_run")
#     def delegation_run(root, host, maxDepth=5):
#         reply = host.agent(agentId=root, chain=[root])
#         …


if __name__ == "__main__":
    adapter.run()
