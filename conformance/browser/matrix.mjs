// Opens the matrix of several proofs in a real browser: what differs stands first, a cell opens its finding, and all of
// it works from the keyboard, from an address, and on a phone.
//
//   node conformance/browser/matrix.mjs MATRIX.html HOSTILE.html

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { NOTHING_FOREIGN, foreign, inABrowser, isAccessible, saysNone, status, type } from "./browser.mjs";

const rows = () => [...document.querySelectorAll("tr.row")].filter((row) => row.offsetParent).map((row) => row.dataset.rule);
const groups = () =>
  Object.fromEntries(
    [...document.querySelectorAll("tbody.group")].map((group) => [group.dataset.key, group.querySelectorAll("tr.row").length]),
  );
const drawer = () => (document.getElementById("drawer").hidden ? null : document.getElementById("drawer").innerText);
const press = (selector) => document.querySelector(selector).click();
const focused = () => document.activeElement.getAttribute("href");

async function uses(browser, file) {
  await browser.size(1280);
  await browser.open(file);
  assert.deepEqual(await browser.run(groups), { differ: 2, same: 4, pass: 1 });
  assert.equal((await browser.run(rows))[0], "preflight/control-fields-denied");
  const subjects = await browser.run(() => document.querySelector(".subjects").innerText);
  for (const said of ["first.json", "python3 adapters/acme.py", "2.1.0", "3.0.0"]) assert.ok(subjects.includes(said), said);
  const laidOut = () => [...document.querySelectorAll(".entries *")].filter((each) => each.checkVisibility()).length;
  assert.equal(await browser.run(laidOut), 0, "what no cell has opened is not laid out");
  await browser.size(1280, 1000);
  await browser.picture("matrix");

  // A cell opens the finding; Escape closes it and leads back.
  await browser.run(press, 'a[href="#1:preflight/control-fields-denied"]');
  assert.match(await browser.run(drawer), /a misplaced field is not listed/);
  assert.equal(await browser.run(() => location.hash), "#1:preflight/control-fields-denied");
  await browser.picture("matrix-finding");
  await browser.key("Escape");
  assert.equal(await browser.run(drawer), null);
  assert.equal(await browser.run(focused), "#1:preflight/control-fields-denied");

  // Arrows go from cell to cell, Enter opens.
  await browser.key("ArrowRight");
  assert.equal(await browser.run(focused), "#2:preflight/control-fields-denied");
  await browser.key("ArrowDown");
  assert.match(await browser.run(focused), /^#2:/);
  await browser.key("ArrowUp");
  await browser.key("ArrowLeft");
  await browser.key("Enter");
  assert.match(await browser.run(drawer), /a misplaced field is not listed/);
  await browser.key("Escape");

  // Search and filters, with what they come to in the address.
  await browser.run(type, "KeyError nodes");
  assert.deepEqual(await browser.run(rows), ["preflight/stateless"]);
  assert.equal(await browser.run(status), "1 of 7 rules");
  await browser.run(type, "no such text");
  assert.ok(await browser.run(saysNone));
  await browser.run(press, "button.reset");
  assert.equal((await browser.run(rows)).length, 7);
  await browser.run(press, 'button.filter[data-outcome="fault"]');
  assert.deepEqual(await browser.run(rows), ["preflight/stateless"]);
  assert.equal(await browser.run(() => location.hash), "#?only=fault");
  await isAccessible(browser);

  await browser.size(390);
  await browser.open(file, "#?q=cursor&at=1:preflight/control-fields-denied");
  assert.match(await browser.run(drawer), /a misplaced field is not listed/);
  assert.equal(await browser.run(() => document.getElementById("search").value), "cursor");
  const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  assert.ok((await browser.run(wide)) <= 0, "the drawer is too wide for a phone");
  await browser.picture("matrix-phone-finding");
  await browser.open(file);
  await browser.picture("matrix-phone");

  // Questions, readings, subjects; a cell shows what excluded a reading.
  const readings = await browser.run(() => [...document.querySelectorAll(".readings tr:not(.heading) a")].map((cell) => cell.className));
  assert.ok(readings.includes("cell follows") && readings.includes("cell excluded"), readings);
  await browser.run(press, ".readings a.cell.excluded");
  assert.match(await browser.run(drawer), /SessionArchiver/);
}

async function staysInert(browser, file) {
  await browser.open(file);
  for (const link of [".matrix a.cell", ".readings a.cell"]) {
    await browser.run(press, link);
    assert.deepEqual(await browser.run(foreign), NOTHING_FOREIGN);
    assert.ok((await browser.run(drawer)).includes("<script>window.taken = 1; alert(1)</script>"), link);
  }
  assert.deepEqual(browser.requests, [`${pathToFileURL(file)}`]);
  await isAccessible(browser);
}

const [matrix, hostile] = process.argv.slice(2);
await inABrowser(async (browser) => {
  await uses(browser, matrix);
  await staysInert(browser, hostile);
});
