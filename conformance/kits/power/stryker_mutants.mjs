/**
 * The mutants that Stryker makes of some files, as JSON lines: file, operator, and the whole text after the change.
 *
 *     npm install --no-save @stryker-mutator/instrumenter @babel/parser
 *     node stryker_mutants.mjs FILE…
 *
 * Stryker puts all mutants of a file into one text and switches between them while it runs. Here each becomes a text of its own:
 * the list of mutants says what is replaced with what.
 */

import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import { parse } from "@babel/parser";
import { Instrumenter } from "@stryker-mutator/instrumenter";

// All that the instrumenter asks of a logger.
const SILENT = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
const OPTIONS = { plugins: [], excludedMutations: [], ignorers: [], noHeader: true };
// These may put an operator where a stronger one stood, so the whole expression needs parentheses.
const WEAKER = new Set(["LogicalOperator", "BooleanLiteral"]);

for (const path of process.argv.slice(2)) {
  const content = await readFile(path, "utf8");
  const { mutants } = await new Instrumenter(SILENT).instrument([{ name: path, mutate: true, content }], OPTIONS);
  for (const { location, mutatorName, replacement } of mutants) {
    const [start, end] = [location.start, location.end].map((place) => offset(content, place));
    const put = WEAKER.has(mutatorName) && /\W/.test(replacement) ? `(${replacement})` : replacement;
    const text = `${content.slice(0, start)}${put}${content.slice(end)}`;
    if (isModule(text)) console.log(JSON.stringify({ file: basename(path), operator: mutatorName, text }));
  }
}

/** Where a place of zero-based line and column is in the text. */
function offset(content, { line, column }) {
  const before = content.split("\n").slice(0, line);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column;
}

/** What does not parse would count as killed, and nobody would have looked. */
function isModule(text) {
  try {
    parse(text, { sourceType: "module" });
    return true;
  } catch {
    return false;
  }
}
