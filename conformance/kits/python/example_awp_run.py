"""Running an AWP graph: an agent starts when its dependencies are done, and has so long to answer (R17).

When an agent fails or runs out of time, `execution.on_failure` decides:

| value | what happens |
|---|---|
| `stop` (the default) | nothing more is started, and what is running is given up |
| `continue` | agents that depend on it are skipped, the others go on |
| `skip` | agents that depend on it run all the same, without its output |
| `retry` | it gets one more chance; after that, `stop` |
"""

import asyncio

from example_awp_validate import graph_of, graph_problems, nodes_of
from example_json import at, is_number


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("awp/run")
    async def run(host, workflow=None):
        host.idle()
        problems = list(graph_problems(graph_of(workflow)))
        if problems:
            return {"status": "rejected", "agents": {}, "diagnostics": problems}
        return await Run(workflow, host).finish()


class Run:
    """One run of a workflow whose graph is in order."""

    def __init__(self, workflow, host):
        execution = at(workflow, "execution")
        self.host = host
        self.graph = dict(graph_of(workflow))
        self.on_failure = at(execution, "on_failure") or "stop"
        self.limits = {node["id"]: limit_of(node, execution) for node in nodes_of(workflow)}
        self.deadline = None
        total = seconds(at(execution, "timeout_total"))
        if total is not None:
            self.deadline = asyncio.get_running_loop().time() + total
        self.running = {}
        self.agents = {}

    async def finish(self):
        while True:
            for agent in self.ready():
                self.running[agent] = asyncio.ensure_future(self.work(agent))
            if not self.running:
                return self.result()
            tasks = self.running.values()
            done, _ = await asyncio.wait(tasks, timeout=self.time_left(), return_when=asyncio.FIRST_COMPLETED)
            self.running = {agent: task for agent, task in self.running.items() if task not in done}
            if self.is_over():
                await self.give_up("timed_out", "the workflow ran out of time")
            elif self.has_stopped():
                await self.give_up("failed", "the workflow was stopped")

    async def work(self, agent):
        """Asks for the agent's work and notes the outcome. A reply after the time limit changes nothing."""
        inputs = {name: self.agents[name]["output"] for name in self.graph[agent] if self.has_completed(name)}
        for _ in range(2 if self.on_failure == "retry" else 1):
            try:
                reply = await asyncio.wait_for(self.host.step(agent=agent, inputs=inputs), self.limits[agent])
            except asyncio.TimeoutError:
                outcome = {"status": "timed_out", "error": f"no answer within {self.limits[agent]} s"}
                continue
            if reply["ok"]:
                outcome = {"status": "completed", "output": reply["output"]}
                break
            outcome = {"status": "failed", "error": reply["error"]}
        self.agents[agent] = outcome

    async def give_up(self, status, error):
        for task in self.running.values():
            task.cancel()
        await asyncio.gather(*self.running.values(), return_exceptions=True)
        for agent in self.running:
            self.agents.setdefault(agent, {"status": status, "error": error})
        self.running = {}

    def ready(self):
        """The agents that can start now, in the order of the graph."""
        if self.is_over() or self.has_stopped():
            return []
        return [
            agent
            for agent, dependencies in self.graph.items()
            if agent not in self.agents and agent not in self.running and all(map(self.is_settled, dependencies))
        ]

    def is_settled(self, agent):
        """Whether those who depend on this agent may start."""
        return self.has_completed(agent) or (self.on_failure == "skip" and agent in self.agents)

    def has_completed(self, agent):
        return at(self.agents, agent, "status") == "completed"

    def has_stopped(self):
        went_wrong = not all(map(self.has_completed, self.agents))
        return went_wrong and self.on_failure not in ("continue", "skip")

    def time_left(self):
        if self.deadline is None:
            return None
        return max(0, self.deadline - asyncio.get_running_loop().time())

    def is_over(self):
        return self.time_left() == 0

    def result(self):
        agents = {agent: self.agents.get(agent, {"status": "skipped"}) for agent in self.graph}
        completed = [self.has_completed(agent) for agent in self.graph]
        status = "completed" if all(completed) else "partial" if any(completed) else "failed"
        return {"status": status, "agents": agents}


def limit_of(node, execution):
    """A node's own limit wins over the one for all agents."""
    own = seconds(at(node, "timeout"))
    return seconds(at(execution, "timeout_per_agent")) if own is None else own


def seconds(value):
    return value if is_number(value) and value > 0 else None
