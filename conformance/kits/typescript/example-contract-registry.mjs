/** The registry of agents: every profile in it is valid, and every id is there once (AGT-001, AGT-002). */

import { at, entries, isNumber, isObject, isString, isText, lengthOf } from "./example-json.mjs";

const AGENT_ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const VERSION = /^[0-9]+\.[0-9]+\.[0-9]+$/;
const STEP_TYPES = ["prompt", "tool", "conditional", "loop", "parallel", "delegate", "discuss"];

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("contract/registry", ({ script }) => {
    const registry = new Registry();
    return { results: entries(script).map((operation) => registry.perform(operation)) };
  });
}

/** What goes in and what comes out are copies: nobody else holds a profile of the registry. */
class Registry {
  profiles = new Map();

  perform(operation) {
    const what = at(operation, "op");
    if (what === "register") return this.put(at(operation, "profile"), { isKnown: false });
    if (what === "update") return this.put(at(operation, "profile"), { isKnown: true });
    if (what === "get") return this.get(at(operation, "id"));
    if (what === "list") return { ok: true, ids: [...this.profiles.keys()].sort() };
    return failure(`there is no operation ${what}`);
  }

  get(id) {
    if (!this.profiles.has(id)) return failure(`agentId: there is no agent ${id}`);
    return { ok: true, profile: structuredClone(this.profiles.get(id)) };
  }

  put(profile, { isKnown }) {
    const problems = [...PROFILE(profile)];
    if (problems.length > 0) return failure(problems.join("; "));
    const id = profile.agentId;
    if (this.profiles.has(id) !== isKnown) {
      return failure(`agentId: ${id} is ${isKnown ? "not registered" : "registered already"}`);
    }
    this.profiles.set(id, structuredClone(profile));
    return { ok: true };
  }
}

function failure(message) {
  return { ok: false, error: { message } };
}

// A rule takes the value of a field and yields what is wrong with it, as a
// sentence that lacks its subject or starts with a field inside.

function rule(isRight, demand) {
  return function* check(value) {
    if (!isRight(value)) yield `must ${demand}`;
  };
}

function text(longest, shortest = 0) {
  const isRight = (value) => isString(value) && lengthOf(value) >= shortest && lengthOf(value) <= longest;
  return rule(isRight, `be a text of ${shortest} to ${longest} characters`);
}

function pattern(allowed, longest = Infinity) {
  const isRight = (value) => isString(value) && allowed.test(value) && value.length <= longest;
  return rule(isRight, `match ${allowed} and have at most ${longest} characters`);
}

function textList(longest, most) {
  const isRight = (entry) => isString(entry) && lengthOf(entry) <= longest;
  return rule(
    (value) => Array.isArray(value) && value.length <= most && value.every(isRight),
    `be a list of up to ${most} texts of up to ${longest} characters`,
  );
}

function between(lowest, highest, isKind) {
  const isRight = (value) => isKind(value) && value >= lowest && value <= highest;
  return rule(isRight, `be a number from ${lowest} to ${highest}`);
}

function oneOf(...names) {
  return rule((value) => names.includes(value), `be one of ${names.join(", ")}`);
}

/** An object with these fields. The contract does not say what becomes of others: they are kept. */
function record(fields, required = []) {
  return function* check(value) {
    if (!isObject(value)) {
      yield "must be an object";
      return;
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) yield `${name} is required`;
    }
    for (const [name, checkField] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) continue;
      for (const problem of checkField(value[name])) {
        yield problem.startsWith("must ") ? `${name} ${problem}` : `${name}.${problem}`;
      }
    }
  };
}

const STEP = record(
  {
    stepId: text(100, 1),
    name: text(200, 1),
    type: oneOf(...STEP_TYPES),
    dependencies: rule((value) => Array.isArray(value) && value.every(isText), "be step ids"),
  },
  ["stepId", "name", "type"],
);

function* workflow(value) {
  if (!Array.isArray(value) || value.length > 100) {
    yield "must be a list of up to 100 steps";
    return;
  }
  const known = value.map((step) => at(step, "stepId"));
  for (const [index, step] of value.entries()) {
    for (const problem of STEP(step)) yield `${index}.${problem}`;
    for (const dependency of entries(at(step, "dependencies"))) {
      if (!known.includes(dependency)) {
        yield `${index}.dependencies names ${dependency}, which is no step of this workflow`;
      }
    }
  }
}

/** Each problem starts with the field it is about. */
const PROFILE = record(
  {
    agentId: pattern(AGENT_ID, 50),
    description: text(2000, 1),
    enabled: rule((value) => typeof value === "boolean", "be true or false"),
    displayName: text(100),
    version: pattern(VERSION),
    role: text(200),
    expertise: textList(100, 20),
    capabilities: textList(100, 50),
    systemPrompt: text(10000),
    temperature: between(0, 2, isNumber),
    maxTokens: between(1, 200000, Number.isInteger),
    tags: textList(50, 20),
    priority: between(1, 100, Number.isInteger),
    workflow,
    abilities: record({ core: textList(100, 50) }),
    selectionMetadata: record({
      exampleTasks: textList(200, 10),
      notForTasks: textList(200, 10),
      keywords: textList(50, 50),
      primaryIntents: textList(100, 20),
    }),
  },
  ["agentId", "description"],
);
