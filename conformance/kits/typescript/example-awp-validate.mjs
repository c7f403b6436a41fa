/**
 * AWP's rules of load time, R1 to R12: the manifest, the graph, agents and tools.
 *
 * A rule yields one diagnostic for each thing it finds wrong, and looks away from
 * what another rule is about, so that one fault is reported once. What an agent
 * and the evaluation may do is in `example-awp-capabilities`.
 */

import { capabilities, depth, evaluation, problem, RESERVED_NAMESPACES } from "./example-awp-capabilities.mjs";
import { at, entries, isMissing, isString, members } from "./example-json.mjs";
import { flaws } from "./example-schema.mjs";

const NUMBER = "(?:0|[1-9][0-9]*)";
const PRE_RELEASE = `(?:${NUMBER}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)`;
const BUILD = "[0-9a-zA-Z-]+";
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${PRE_RELEASE}(?:\\.${PRE_RELEASE})*)?(?:\\+${BUILD}(?:\\.${BUILD})*)?$`,
);
const WORKFLOW_NAME = /^[a-z][a-z0-9_-]{0,62}[a-z0-9]$/;
const AGENT_ID = /^[a-z][a-z0-9_]{0,46}[a-z0-9]$/;

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("awp/validate", ({ workflow, agents, files, tools, names }) => {
    const graph = graphOf(workflow);
    const diagnostics = [
      ...manifest(workflow),
      ...graphProblems(graph),
      ...missingFiles(graph, entries(files)),
      ...customTools(entries(tools).filter(isString)),
      ...evaluation(at(workflow, "observability", "evaluation")),
      ...depth(at(workflow, "orchestration", "delegation_loop", "budget")),
    ];
    for (const [agent, config] of members(agents)) {
      diagnostics.push(
        ...identity(agent, config, at(names, agent)),
        ...output(agent, config),
        ...capabilities(agent, config, at(workflow, "dynamic_tools")),
      );
    }
    return { valid: diagnostics.every(({ severity }) => severity !== "error"), diagnostics };
  });
}

function matches(pattern, value) {
  return isString(value) && pattern.test(value);
}

function* manifest(workflow) {
  if (!matches(SEMVER, at(workflow, "awp"))) yield problem("R1", "awp", "is not a version by SemVer 2.0.0");
  if (!matches(WORKFLOW_NAME, at(workflow, "workflow", "name"))) {
    yield problem("R2", "workflow.name", "is not a lower-case name of 2 to 64 characters");
  }
}

/** The nodes that have an id, each with what it depends on and its own time limit. */
export function graphOf(workflow) {
  return entries(at(workflow, "orchestration", "graph"))
    .filter((node) => isString(at(node, "id")))
    .map((node) => ({ id: node.id, dependencies: entries(at(node, "depends_on")), timeout: at(node, "timeout") }));
}

/** R5 to R7. A graph without these problems can be run. */
export function* graphProblems(graph) {
  const ids = graph.map(({ id }) => id);
  for (const id of repeated(ids)) yield problem("R5", "orchestration.graph", `has more than one ${id}`);
  for (const { id, dependencies } of graph) {
    for (const dependency of dependencies.filter((name) => !ids.includes(name))) {
      yield problem("R7", "orchestration.graph", `lacks ${dependency}, which ${id} depends on`);
    }
  }
  const stuck = inCycles(graph);
  if (stuck.length > 0) yield problem("R6", "orchestration.graph", `has a cycle among ${stuck.join(", ")}`);
}

function repeated(names) {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** The nodes that never get their turn: those in a cycle, and those behind one. */
function inCycles(graph) {
  const waiting = new Map(graph.map(({ id }) => [id, new Set()]));
  for (const { id, dependencies } of graph) {
    // A dependency that does not exist is R7's.
    for (const name of dependencies.filter((name) => waiting.has(name))) waiting.get(id).add(name);
  }
  for (;;) {
    const ready = [...waiting.keys()].filter((id) => waiting.get(id).size === 0);
    if (ready.length === 0) return [...waiting.keys()];
    for (const id of ready) waiting.delete(id);
    for (const dependencies of waiting.values()) for (const id of ready) dependencies.delete(id);
  }
}

function* missingFiles(graph, files) {
  for (const path of new Set(graph.map(({ id }) => `agents/${id}/agent.awp.yaml`))) {
    if (!files.includes(path)) yield problem("R8", path, "does not exist");
  }
}

function* identity(agent, config, name) {
  const id = at(config, "identity", "id");
  if (!matches(AGENT_ID, id)) {
    yield problem("R12", `agents.${agent}.identity.id`, "is not a lower-case id of 2 to 48 characters");
  }
  // The two recommendations. Other AWP documents make R4 a duty; this one does not.
  if (at(config, "runtime", "class_name") !== "Agent") {
    yield problem("R3", `agents.${agent}.runtime.class_name`, "is not Agent", "warning");
  }
  if (!isMissing(name) && name !== id) {
    yield problem("R4", `agents.${agent}`, `calls itself ${name}, and is ${id}`, "warning");
  }
}

function* output(agent, config) {
  const path = `agents.${agent}.output.contract`;
  const contract = at(config, "output", "contract");
  if (isMissing(contract)) {
    yield problem("R9", path, "is missing"); // Whatever the format.
  } else if (at(config, "output", "format") === "json") {
    for (const flaw of flaws(contract)) yield problem("R9", path, `is not a JSON Schema: ${flaw}`);
  }
}

function* customTools(names) {
  for (const name of new Set(names)) {
    const [namespace, ...rest] = name.split(".");
    if (rest.length > 0 && RESERVED_NAMESPACES.includes(namespace)) {
      yield problem("R10", "tools", `${name} is in a reserved namespace`);
    }
  }
  for (const name of repeated(names)) yield problem("R11", "tools", `${name} is registered more than once`);
}
