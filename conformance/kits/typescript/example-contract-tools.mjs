/** Calling tools: with inputs that were checked (TOOL-001), for a result that nobody can change (TOOL-002). */

import { at, entries, isString, same } from "./example-json.mjs";
import { flaws, violations } from "./example-schema.mjs";

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("contract/tool", async ({ tools, calls }, host) => {
    host.idle();
    const table = tableOf(entries(tools));
    const results = [];
    for (const call of entries(calls)) results.push(await callTool(host, table, at(call, "tool"), at(call, "args")));
    return { results };
  });

  adapter.method("contract/mutate_result", async ({ tool, args, attempts }, host) => {
    host.idle();
    const result = await callTool(host, tableOf([tool]), at(tool, "name"), args);
    const before = structuredClone(result);
    const outcomes = entries(attempts).map((attempt) => {
      const untouched = structuredClone(result);
      const threw = !mutate(result, attempt);
      return { path: at(attempt, "path"), threw, changed: !same(untouched, result) };
    });
    return { before, after: result, attempts: outcomes };
  });
}

/** The schemas of the tools by name, in a Map: an object has a `constructor` that nobody registered. */
function tableOf(tools) {
  return new Map(tools.map((tool) => [at(tool, "name"), at(tool, "inputSchema")]));
}

/** The result of a call; it is an answer in every case, never an exception (TOOL-003). */
async function callTool(host, table, name, args) {
  if (!isString(name) || !table.has(name)) return failure("TOOL_NOT_FOUND", `There is no tool called ${name}.`);
  const schema = table.get(name);
  const flawed = flaws(schema);
  const problems = flawed.length > 0 ? flawed : violations(schema, args);
  if (problems.length > 0) {
    return failure("INVALID_INPUT", `${name} cannot take these arguments: ${problems.join("; ")}`);
  }
  const reply = await host.tool({ tool: name, args });
  return freeze({ success: true, output: at(reply, "output") });
}

function failure(errorCode, message) {
  return freeze({ success: false, errorCode, error: { message, code: errorCode } });
}

/** The same value, frozen all through. */
function freeze(value) {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

/** Tries to change a result as its holder might. Whether JavaScript let it. */
function mutate(result, attempt) {
  try {
    const keys = attempt.path
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    const target = keys.reduce(memberOf, result);
    if (last === "-" && Array.isArray(target)) target.push(attempt.value);
    else if (Object.hasOwn(attempt, "value")) target[last] = attempt.value;
    else delete target[last];
    return true;
  } catch {
    return false;
  }
}

/** Only what is the result's own: its prototype belongs to everybody. */
function memberOf(value, key) {
  if (!Object.hasOwn(value, key)) throw new RangeError(`there is no ${key}`);
  return value[key];
}
