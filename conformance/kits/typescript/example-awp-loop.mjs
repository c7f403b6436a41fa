/**
 * AWP's delegation loop: a manager decides, turn by turn, and two counters keep it from going in circles.
 *
 * One counts plans that no work came of, the other completions that a gate
 * rejected. When one of them reaches its limit, the next decision is forced to be
 * a DELEGATE, or the run ends.
 */

import { at, entries, isMissing, isText, texts } from "./example-json.mjs";

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("awp/loop", ({ maxPreProgressPlans, maxRejectedCompletions, maxIterations, subtasks }, host) => {
    host.idle();
    const limits = { plans: number(maxPreProgressPlans, 3), rejections: number(maxRejectedCompletions, 2) };
    return new Loop(host, limits, subtasks).finish(number(maxIterations, 10));
  });
}

function number(given, otherwise) {
  return Number.isInteger(given) ? given : otherwise;
}

/** One run: the plan, the two counters, and what the next decision is told. */
class Loop {
  preProgressPlans = 0;
  rejectedCompletions = 0;
  repairs = 0;
  orders = {};

  constructor(host, limits, subtasks) {
    this.host = host;
    this.limits = limits;
    this.plan = planOf(subtasks);
  }

  async finish(iterations) {
    for (let iteration = 1; iteration <= iterations; iteration += 1) {
      const { orders } = this;
      this.orders = {};
      const decision = await this.host.decide({ iteration, ...orders });
      const result = await this.follow(decision, iteration);
      if (result !== undefined) return result;
    }
    return { status: "partial", reason: "max_iterations" };
  }

  /** Gives a result if the run ends here. */
  async follow(decision, iteration) {
    if (decision.decision === "PLAN") return this.planned(decision);
    if (decision.decision === "DELEGATE") return this.delegated(decision);
    if (decision.decision === "COMPLETE") return this.judged(await this.host.gates({ iteration }));
    return undefined;
  }

  planned({ subtasks }) {
    if (!isMissing(subtasks)) this.plan = planOf(subtasks);
    this.preProgressPlans += 1;
    if (this.preProgressPlans <= this.limits.plans) return undefined;
    const pending = [...this.plan.values()].filter((status) => status === "pending").length;
    this.host.event({
      gate: "plan_loop",
      transition: pending > 0 ? "forced_delegate" : "forced_terminate",
      pre_progress_plans: this.preProgressPlans,
      pending_subtasks: pending,
    });
    if (pending === 0) return { status: "partial", reason: "plan_loop_stall" };
    this.orders = { forced: "DELEGATE" };
    return undefined;
  }

  /** Work that succeeded is progress. Whether failed work is, the document leaves open: not here. */
  delegated({ subtasks, outcome }) {
    const isDone = outcome === "ok";
    for (const subtask of texts(subtasks)) {
      if (this.plan.has(subtask)) this.plan.set(subtask, isDone ? "completed" : "failed");
    }
    if (isDone) this.preProgressPlans = this.rejectedCompletions = 0;
  }

  judged({ rejectedBy, defect }) {
    if (isMissing(rejectedBy)) return { status: "completed" };
    this.rejectedCompletions += 1;
    if (this.rejectedCompletions < this.limits.rejections) return undefined;
    const tripped = { gate: "completion_circuit_breaker", counter: this.rejectedCompletions };
    const paths = texts(at(defect, "paths"));
    if (paths.length === 0) {
      this.host.event(tripped); // There is nothing to repair by.
      return { status: "partial", reason: "max_rejected_completions" };
    }
    this.repairs += 1;
    const repair = { id: `repair-${this.repairs}`, priority: "critical", requiredOutputs: paths };
    this.host.event({ ...tripped, repair_subtask_id: repair.id });
    this.plan.set(repair.id, "pending");
    this.rejectedCompletions = 0;
    this.orders = { forced: "DELEGATE", repairSubtask: repair };
    return undefined;
  }
}

/** The status of each subtask. */
function planOf(subtasks) {
  const given = entries(subtasks).filter((subtask) => isText(at(subtask, "id")));
  return new Map(given.map((subtask) => [subtask.id, at(subtask, "status") || "pending"]));
}
