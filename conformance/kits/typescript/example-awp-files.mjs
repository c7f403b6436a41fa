/** Looking into the files that a workflow delivers: is there something in them? */

import { isUtf8 } from "node:buffer";
import { extname } from "node:path";

const CODE = [".py", ".js", ".ts", ".sh", ".sql", ".c", ".java", ".html"];
const MARKDOWN = [".md", ".markdown"];
const COMMENT = /^\s*(#|\/\/|\/\*|\*|--|<!--)/;
const PNG_START = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const PNG_HEADER_LENGTH = 24;
// More than a third of the paragraphs of a text said before is too much.
const TOO_REPETITIVE = 1 / 3;

/** Whether a text has a placeholder. In code, a comment may say what is left to do. */
export function hasPlaceholder(path, content, placeholder) {
  if (!isUtf8(content)) return false; // Not a text.
  const isExempt = CODE.includes(kindOf(path)) ? (line) => COMMENT.test(line) : () => false;
  return linesOf(content).some((line) => placeholder.test(line) && !isExempt(line));
}

/** Whether a file was made only so that there is one. */
export function isBroken(path, content) {
  const checks = { ".png": isBrokenPng, ".pdf": isBrokenPdf, ".csv": isBrokenCsv };
  return checks[kindOf(path)]?.(content) ?? false;
}

/** Not a PNG at all, or one of a single pixel. */
function isBrokenPng(content) {
  const header = content.subarray(0, PNG_HEADER_LENGTH);
  if (header.length < PNG_HEADER_LENGTH || header.indexOf(PNG_START) !== 0 || header.indexOf("IHDR") !== 12) {
    return true;
  }
  return header.readUInt32BE(16) * header.readUInt32BE(20) <= 1;
}

function isBrokenPdf(content) {
  // Readers look for the header in the first kilobyte.
  return !content.subarray(0, 1024).includes("%PDF-");
}

/** Without a row of names for its columns: a name has a letter in it. */
function isBrokenCsv(content) {
  const firstRow = linesOf(content).find((line) => /[^\s,;"\ufeff]/.test(line)) ?? "";
  return !/\p{L}/u.test(firstRow);
}

/** Of the structural checks of Markdown, the one that the document gives a measure for. */
export function isRepetitive(path, content) {
  if (!MARKDOWN.includes(kindOf(path))) return false;
  const blocks = linesOf(content)
    .join("\n")
    .split(/\n\s*\n/)
    .map((block) => block.trim().replace(/\s+/g, " "));
  const paragraphs = blocks.filter((block) => /^[\p{L}\p{N}]/u.test(block));
  const repeated = paragraphs.length - new Set(paragraphs).size;
  return repeated > paragraphs.length * TOO_REPETITIVE;
}

function linesOf(content) {
  return content.toString().split(/\r\n|\r|\n/);
}

function kindOf(path) {
  return extname(path).toLowerCase();
}
