"""The Agent Domain Contract, V1: a runtime for agents, by what it governs.

| module | answers |
|---|---|
| example_contract_registry | which agents are known |
| example_contract_run | running the steps of a workflow |
| example_contract_delegation | who may hand work to whom |
| example_contract_tools | calling tools |
| example_contract_prompt | what an agent is told before its task |
| example_contract_select | which agent suits a task |
"""

import example_contract_delegation
import example_contract_prompt
import example_contract_registry
import example_contract_run
import example_contract_select
import example_contract_tools


def register(adapter):
    """Offers everything that these modules can answer."""
    for part in [
        example_contract_registry,
        example_contract_run,
        example_contract_delegation,
        example_contract_tools,
        example_contract_prompt,
        example_contract_select,
    ]:
        part.register(adapter)
