// Walks through a book in a real browser: every page by its links, the search, and what subjects say as text.
//
//   node conformance/browser/book.mjs FOLDER

import assert from "node:assert/strict";
import { join } from "node:path";
import { NOTHING_FOREIGN, filesOf, foreign, inABrowser, isAccessible, saysNone, status, type } from "./browser.mjs";

const found = () => [...document.querySelectorAll("li.found")].filter((each) => each.offsetParent).map((each) => each.querySelector("a").textContent);

const [folder] = process.argv.slice(2);
const files = filesOf(folder);
await inABrowser(async (browser) => {
  const open = (file, hash) => browser.open(join(folder, file), hash);
  await browser.size(1280, 1000);
  await open("index.html");
  const all = (await browser.run(found)).length;
  assert.equal(await browser.run(status), `${all} rules`);
  await browser.picture("book");
  // By a fault that a rule must catch, and by the address.
  await browser.run(type, "never denies cursor");
  assert.deepEqual(await browser.run(found), ["preflight/control-fields-denied"]);
  await open("index.html", await browser.run(() => location.hash));
  assert.deepEqual(await browser.run(found), ["preflight/control-fields-denied"]);
  await browser.run(type, "nosuchword");
  assert.ok(await browser.run(saysNone));
  await isAccessible(browser);

  const question = files.find((file) => /^[^/]+\/[^/]+\/[^/]+\.html$/.test(file));
  for (const page of ["preflight/control-fields-denied.html", "awp/R28.html", "awp/index.html", question]) {
    await browser.size(1280, 1000);
    await browser.scheme("light");
    await open(page);
    await browser.picture(`book-${page.replaceAll("/", "-")}`);
    assert.deepEqual(await browser.run(foreign), NOTHING_FOREIGN);
    await isAccessible(browser);
  }
  await open("preflight/control-fields-denied.html");
  const page = await browser.run(() => document.body.innerText);
  assert.ok(page.includes("<script>window.taken = 1; alert(1)</script>"), "the name of a hostile subject is text");
  assert.ok(page.includes("acme-agents 2.1.0") && page.includes("fail"));
  // From the rule to the finding.
  const finding = await browser.run(() => document.querySelector("a.doing").getAttribute("href"));
  assert.equal(finding, "../proofs/1.html#preflight/control-fields-denied");
});
