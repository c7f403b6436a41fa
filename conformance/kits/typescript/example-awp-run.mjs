/**
 * Running an AWP graph: an agent starts when its dependencies are done, and has so long to answer (R17).
 *
 * When an agent fails or runs out of time, `execution.on_failure` decides:
 *
 * | value | what happens |
 * |---|---|
 * | `stop` (the default) | nothing more is started, and what is running is given up |
 * | `continue` | agents that depend on it are skipped, the others go on |
 * | `skip` | agents that depend on it run all the same, without its output |
 * | `retry` | it gets one more chance; after that, `stop` |
 */

import { graphOf, graphProblems } from "./example-awp-validate.mjs";
import { at, isNumber } from "./example-json.mjs";

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("awp/run", ({ workflow }, host) => {
    host.idle();
    const diagnostics = [...graphProblems(graphOf(workflow))];
    if (diagnostics.length > 0) return { status: "rejected", agents: {}, diagnostics };
    return new Run(workflow, host).finish();
  });
}

/** One run of a workflow whose graph is in order. */
class Run {
  running = new Map(); // The work of the agents that have started and not ended.
  outcomes = new Map(); // What became of the agents that have ended.

  constructor(workflow, host) {
    const execution = at(workflow, "execution");
    this.host = host;
    this.graph = graphOf(workflow);
    this.onFailure = at(execution, "on_failure") ?? "stop";
    this.limitForAll = seconds(at(execution, "timeout_per_agent"));
    this.limitOfRun = timeLimit(seconds(at(execution, "timeout_total")));
  }

  async finish() {
    const timeIsUp = new Promise((resolve) => this.limitOfRun?.addEventListener("abort", resolve));
    for (;;) {
      for (const node of this.ready()) this.running.set(node.id, this.work(node));
      if (this.running.size === 0) return this.result();
      await Promise.race([...this.running.values(), timeIsUp]);
      if (this.isOver()) this.giveUp("timed_out", "the workflow ran out of time");
      else if (this.hasStopped()) this.giveUp("failed", "the workflow was stopped");
    }
  }

  /** Asks for the work of an agent and notes the outcome, unless the agent was given up meanwhile. */
  async work({ id, dependencies, timeout }) {
    const done = dependencies.filter((name) => this.hasCompleted(name));
    const inputs = Object.fromEntries(done.map((name) => [name, this.outcomes.get(name).output]));
    const limit = seconds(timeout) ?? this.limitForAll;
    let outcome = await this.attempt(id, inputs, limit);
    if (this.onFailure === "retry" && outcome.status !== "completed") outcome = await this.attempt(id, inputs, limit);
    if (this.running.delete(id)) this.outcomes.set(id, outcome);
  }

  /** A reply after the time limit changes nothing. */
  async attempt(agent, inputs, limit) {
    try {
      const reply = await this.host.step({ agent, inputs }, { signal: timeLimit(limit) });
      return reply.ok ? { status: "completed", output: reply.output } : { status: "failed", error: reply.error };
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      return { status: "timed_out", error: `no answer within ${limit} s` };
    }
  }

  giveUp(status, error) {
    for (const agent of this.running.keys()) this.outcomes.set(agent, { status, error });
    this.running.clear();
  }

  /** The nodes that can start now, in the order of the graph. */
  ready() {
    if (this.isOver() || this.hasStopped()) return [];
    return this.graph.filter(
      ({ id, dependencies }) =>
        !this.outcomes.has(id) && !this.running.has(id) && dependencies.every((name) => this.isSettled(name)),
    );
  }

  /** Whether those who depend on this agent may start. */
  isSettled(agent) {
    return this.hasCompleted(agent) || (this.onFailure === "skip" && this.outcomes.has(agent));
  }

  hasCompleted(agent) {
    return this.outcomes.get(agent)?.status === "completed";
  }

  hasStopped() {
    const wentWrong = ![...this.outcomes.keys()].every((agent) => this.hasCompleted(agent));
    return wentWrong && !["continue", "skip"].includes(this.onFailure);
  }

  isOver() {
    return this.limitOfRun?.aborted === true;
  }

  result() {
    const agents = this.graph.map(({ id }) => [id, this.outcomes.get(id) ?? { status: "skipped" }]);
    const completed = this.graph.filter(({ id }) => this.hasCompleted(id)).length;
    const status = completed === this.graph.length ? "completed" : completed > 0 ? "partial" : "failed";
    return { status, agents: Object.fromEntries(agents) };
  }
}

function seconds(value) {
  return isNumber(value) && value > 0 ? value : undefined;
}

/** A signal that goes off after so many seconds; none if there is no limit. */
function timeLimit(limit) {
  return limit && AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), LONGEST_TIMER_MS));
}
