"""AWP: a runtime for agent workflows, by the parts of its specification.

| module | answers |
|---|---|
| example_awp_validate | may this workflow be loaded? |
| example_awp_state | state, channels, and what the sinks may see |
| example_awp_audit | the chain of audit entries |
| example_awp_run | running the graph within its time limits |
| example_awp_gates | may this run be called complete? |
| example_awp_loop | the loop of manager decisions |
"""

import example_awp_audit
import example_awp_gates
import example_awp_loop
import example_awp_run
import example_awp_state
import example_awp_validate


def register(adapter):
    """Offers everything that these modules can answer."""
    for part in [
        example_awp_validate,
        example_awp_state,
        example_awp_audit,
        example_awp_run,
        example_awp_gates,
        example_awp_loop,
    ]:
        part.register(adapter)
