// Opens pages about published implementations in a real browser: four of one document side by side, the book of that
// document, and the many findings of one runtime.
//
//   node conformance/browser/real.mjs MATRIX.html BOOK REPORT.html

import assert from "node:assert/strict";
import { join } from "node:path";
import { NOTHING_FOREIGN, filesOf, foreign, inABrowser, isAccessible, saysNone, status, type } from "./browser.mjs";

const cells = (outcome) => [...document.querySelectorAll(`.matrix a.cell.${outcome}`)].map((cell) => cell.getAttribute("href"));
const drawer = () => (document.getElementById("drawer").hidden ? null : document.getElementById("drawer").innerText);
const press = (href) => document.querySelector(`.matrix a.cell[href="${href}"]`).click();

async function fourSideBySide(browser, file) {
  await browser.size(1280, 1000);
  await browser.open(file);
  assert.equal(await browser.run(() => document.querySelectorAll(".subjects article.subject").length), 4);
  await browser.picture("semver-matrix");
  const verdicts = () => [...document.querySelectorAll(".subject-verdict")].map((each) => each.innerText);
  assert.equal((await browser.run(verdicts)).filter((verdict) => verdict.startsWith("does not conform")).length, 2);
  const red = await browser.run(cells, "fail");
  assert.ok(red.length > 0, "no implementation fails anything");
  for (const href of red) {
    await browser.run(press, href);
    assert.match(await browser.run(drawer), /input/i, href);
    await browser.key("Escape");
  }
  await browser.run(type, "no such text");
  assert.ok(await browser.run(saysNone));
  await browser.run(type, "");
  assert.deepEqual(await browser.run(foreign), NOTHING_FOREIGN);
  await isAccessible(browser);
}

async function aBookOfAnotherDocument(browser, folder) {
  const files = filesOf(folder);
  await browser.size(1280, 1000);
  await browser.scheme("light");
  await browser.open(join(folder, "index.html"));
  await browser.picture("semver-book");
  assert.match(await browser.run(status), /^\d+ rules$/);
  for (const page of files.filter((each) => each.endsWith(".html"))) {
    await browser.open(join(folder, page));
    assert.deepEqual(await browser.run(foreign), NOTHING_FOREIGN, page);
  }
  for (const page of ["index.html", "semver/index.html"]) {
    await browser.open(join(folder, page));
    await isAccessible(browser);
  }
}

async function manyFindings(browser, file) {
  await browser.size(1280, 1000);
  await browser.scheme("light");
  await browser.open(file);
  await browser.picture("awp-agents");
  // Known failures are failures.
  assert.match(await browser.run(() => document.querySelector("header").innerText), /does not conform, as expected/);
  const silent = () =>
    [...document.querySelectorAll('details.rule[data-outcome="fail"]')].filter((rule) => !rule.querySelector(".finding")).map((rule) => rule.id);
  assert.deepEqual(await browser.run(silent), [], "a failed rule without a finding");
  await browser.run(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
  assert.deepEqual(await browser.run(foreign), NOTHING_FOREIGN);
  await isAccessible(browser);
}

const [matrix, book, report] = process.argv.slice(2);
await inABrowser(async (browser) => {
  await fourSideBySide(browser, matrix);
  await aBookOfAnotherDocument(browser, book);
  await manyFindings(browser, report);
});
