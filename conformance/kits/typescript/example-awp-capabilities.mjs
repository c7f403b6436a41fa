/**
 * AWP's rules of load time, R19 to R32: code mode, evaluation, and how deep delegation goes.
 *
 * Several of these rules do not say whether they hold while the feature they are
 * about is switched off. Where the text has no condition, neither has the code.
 */

import { at, entries, isMissing, isNumber, texts } from "./example-json.mjs";

export const RESERVED_NAMESPACES = "web http file shell agent memory arithmetic numpy matplot pandas doc sklearn".split(
  " ",
);
const LANGUAGES = ["typescript", "python", "javascript"];
const METRIC_KINDS = ["llm_rubric", "deterministic", "schema", "budget", "policy"];
const HOOKS = ["worker_result", "generated_tool", "final_answer"];
const ACTIONS = ["retry_with_repair", "fail_workflow", "accept_with_warning"];
const DEEPEST = 10;
const DEEP = 5;

export function problem(rule, path, message, severity = "error") {
  return { severity, rule, path, message: `${path} ${message}` };
}

/** R19 to R26, for one agent. */
export function* capabilities(agent, config, dynamicTools) {
  const given = at(config, "capabilities");
  const path = `agents.${agent}.capabilities`;
  yield* codeMode(path, given);
  yield* sandbox(path, at(given, "sandbox"));
  if (at(given, "codemode", "tool_creation") === true) yield* toolCreation(path, at(given, "codemode"), dynamicTools);
}

function* codeMode(path, given) {
  const mode = at(given, "codemode");
  if (at(mode, "enabled") === true) {
    if (at(given, "tools", "enabled") !== true) {
      yield problem("R19", `${path}.tools.enabled`, "is not true, and code mode needs tools");
    }
    // Other AWP documents have a default for it; by this one it has to be given.
    if ([undefined, null, "", "none"].includes(at(given, "sandbox", "type"))) {
      yield problem("R20", `${path}.sandbox.type`, "is none, and code mode needs a sandbox");
    }
  }
  const language = at(mode, "language");
  if (!isMissing(language) && !LANGUAGES.includes(language)) {
    yield problem("R21", `${path}.codemode.language`, `is none of ${LANGUAGES.join(", ")}`);
  }
  const surface = at(mode, "sdk_surface");
  if (at(surface, "mode") === "explicit" && texts(at(surface, "include")).length === 0) {
    yield problem("R22", `${path}.codemode.sdk_surface.include`, "is empty, and the mode is explicit");
  }
  for (const name of entries(at(surface, "exclude"))) {
    if (!entries(at(given, "tools", "allowed")).includes(name)) {
      yield problem("R23", `${path}.codemode.sdk_surface.exclude`, `has ${name}, which is not an allowed tool`);
    }
  }
}

function* sandbox(path, given) {
  if (at(given, "type") === "isolate" && isMissing(at(given, "network", "enabled"))) {
    yield problem("R24", `${path}.sandbox.network.enabled`, "is not set, and the sandbox is an isolate");
  }
}

function* toolCreation(path, mode, dynamicTools) {
  const namespace = at(mode, "tool_creation_namespace") ?? "dynamic";
  // An allow-list that is missing allows nothing, not even the default.
  const allowed = entries(at(dynamicTools, "allowed_namespaces"));
  if (RESERVED_NAMESPACES.includes(namespace) || !allowed.includes(namespace)) {
    yield problem("R25", `${path}.codemode.tool_creation_namespace`, "is reserved, or not allowed by the workflow");
  }
  if (at(mode, "enabled") !== true || at(dynamicTools, "enabled") !== true) {
    yield problem("R26", `${path}.codemode.tool_creation`, "needs code mode and dynamic_tools.enabled");
  }
}

/** R27 to R30. */
export function* evaluation(given) {
  const path = "observability.evaluation";
  const metrics = entries(at(given, "metrics"));
  if (at(given, "enabled") === true && !metrics.every((metric) => METRIC_KINDS.includes(at(metric, "kind")))) {
    yield problem("R27", `${path}.metrics`, `has a kind that is none of ${METRIC_KINDS.join(", ")}`);
  }
  yield* thresholds(`${path}.thresholds`, at(given, "thresholds"));
  yield* weights(`${path}.metrics`, metrics);
  if (!entries(at(given, "step_scores", "hooks")).every((hook) => HOOKS.includes(hook))) {
    yield problem("R30", `${path}.step_scores.hooks`, `has one that is none of ${HOOKS.join(", ")}`);
  }
  for (const name of ["below_retry", "below_fail"]) {
    const action = at(given, "retry_policy", "actions", name);
    if (!isMissing(action) && !ACTIONS.includes(action)) {
      yield problem("R30", `${path}.retry_policy.actions.${name}`, `is none of ${ACTIONS.join(", ")}`);
    }
  }
}

function* thresholds(path, given) {
  const levels = ["accept", "retry", "fail"].map((name) => at(given, name)).filter((level) => !isMissing(level));
  if (!levels.every((level) => isNumber(level) && level >= 0 && level <= 1)) {
    yield problem("R28", path, "are not all between 0 and 1");
  } else if (levels.some((level, index) => level < levels[index + 1])) {
    yield problem("R28", path, "do not satisfy accept >= retry >= fail");
  }
}

function* weights(path, metrics) {
  // A metric that gives no weight counts once. Without metrics there is nothing to weigh.
  const given = metrics.map((metric) => at(metric, "weight") ?? 1);
  if (!given.every((weight) => isNumber(weight) && weight >= 0)) {
    yield problem("R29", path, "has a weight that is not a number of 0 or more");
  } else if (given.length > 0 && !given.some((weight) => weight > 0)) {
    yield problem("R29", path, "has no weight above 0");
  }
}

/** R31 and R32. */
export function* depth(budget) {
  if (isMissing(budget)) return;
  const path = "orchestration.delegation_loop.budget.max_depth";
  const deep = at(budget, "max_depth");
  if (!Number.isInteger(deep) || deep < 0) {
    yield problem("R31", path, "is not an integer of 0 or more");
  } else if (deep > DEEPEST) {
    yield problem("R32", path, `is above ${DEEPEST}`);
  } else if (deep > DEEP) {
    yield problem("R32", path, `is above ${DEEP}; most workflows need no more than 3`, "warning");
  }
}
