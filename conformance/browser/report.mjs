// Opens the page of one proof in a real browser, from a file: filters, searches, follows anchors, copies, and sees
// that a hostile text stays text and that nothing leaves the page.
//
//   node conformance/browser/report.mjs SAMPLE.html HOSTILE.html LARGE.html

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { NOTHING_FOREIGN, foreign, inABrowser, isAccessible, saysNone, status, type } from "./browser.mjs";

const shown = () => [...document.querySelectorAll("details.rule")].filter((rule) => rule.offsetParent).map((rule) => rule.id);
const press = (outcome) => document.querySelector(`button.filter[data-outcome="${outcome}"]`).click();
const follow = (hash) =>
  new Promise((resolve) => {
    addEventListener("hashchange", () => requestAnimationFrame(() => resolve(document.querySelector(":target")?.id)), { once: true });
    location.hash = hash;
  });

async function uses(browser, file) {
  await browser.open(file);
  const all = await browser.run(shown);
  assert.equal(all.length, 7);
  assert.equal(await browser.run(status), "7 rules");

  await browser.run(press, "fail");
  assert.deepEqual(await browser.run(shown), ["preflight/control-fields-denied", "preflight/message-wording"]);
  await browser.run(press, "fault");
  assert.equal((await browser.run(shown)).length, 3);
  await browser.run(type, "KeyError nodes");
  assert.deepEqual(await browser.run(shown), ["preflight/stateless"]);
  assert.equal(await browser.run(status), "1 of 7 rules");
  assert.equal(await browser.run(() => location.hash), "#?q=KeyError+nodes&only=fail%2Cfault");
  await browser.run(type, "no such text");
  assert.deepEqual(await browser.run(shown), []);
  assert.ok(await browser.run(saysNone));

  // An anchor shows its rule, whatever the filters hide.
  assert.equal(await browser.run(follow, "#context/3.type"), "context/3.type");
  assert.deepEqual(await browser.run(shown), all);
  assert.ok(await browser.run(() => document.getElementById("context/3.type").open));
  assert.equal(await browser.run(() => document.getElementById("preflight/presence").open), false);

  const copied = await browser.run(async () => {
    const button = document.querySelector("button.copy");
    const changed = new Promise((resolve) => new MutationObserver(resolve).observe(button, { childList: true }));
    button.click();
    await changed;
    return [button.textContent, button.parentElement.querySelector("code").textContent];
  });
  assert.ok(["Copied", "Selected"].includes(copied[0]), copied[0]);
  const replay = `proofmark replay preflight/control-fields-denied/fields --input '{"input":{"action":"catalog","cursor":null}}'`;
  assert.equal(copied[1], `${replay} -- python3 adapters/acme.py`);
  await isAccessible(browser);

  // What was searched and filtered stands in the address, and comes back with it.
  await browser.open(file, "#?q=keyerror&only=fault");
  assert.deepEqual(await browser.run(shown), ["preflight/stateless"]);
  await browser.run(() => document.body.focus());
  await browser.key("/");
  assert.equal(await browser.run(() => document.activeElement.id), "search");
  await browser.key("Escape");
  assert.equal(await browser.run(() => location.hash), "#?only=fault");
  await browser.size(1280, 1500);
  await browser.scheme("light");
  await browser.open(file);
  await browser.picture("report");
}

async function staysInert(browser, file) {
  await browser.open(file);
  await browser.run(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
  assert.deepEqual(await browser.run(foreign), NOTHING_FOREIGN);
  const page = await browser.run(() => ({
    scripts: document.scripts.length,
    links: [...document.links].map((link) => link.getAttribute("href")).filter((href) => !href.startsWith("#")),
    text: document.body.innerText,
  }));
  assert.deepEqual([page.scripts, page.links], [1, []]);
  assert.ok(page.text.includes("<script>window.taken = 1; alert(1)</script>"), "the hostile text is shown as text");
  assert.deepEqual(browser.surprises, []);

  // Even a script that got into the page would not run.
  const ran = await browser.run(() => {
    const script = document.createElement("script");
    script.textContent = "window.taken = 5";
    document.body.append(script);
    return window.taken;
  });
  assert.equal(ran, undefined, "the page's policy lets a foreign script run");
  // It is the browser that says so.
  assert.equal(browser.surprises.splice(0).length, 1);
}

/** Two thousand findings: small enough to send, and nothing is laid out before it is asked for. */
async function isLazy(browser, file) {
  assert.ok(statSync(file).size < 5_000_000, `${statSync(file).size} bytes`);
  await browser.open(file);
  const laidOut = () => [...document.querySelectorAll("article.finding")].filter((each) => each.checkVisibility()).length;
  assert.equal(await browser.run(() => document.querySelectorAll("article.finding").length), 2000);
  assert.equal(await browser.run(laidOut), 0);
  await browser.run(() => (document.querySelector("details.rule").open = true));
  const opened = await browser.run(laidOut);
  assert.ok(opened > 0 && opened <= 12, `${opened} findings are laid out`);
  await browser.run(type, "no such text");
  assert.ok(await browser.run(saysNone));
}


const [sample, hostile, large] = process.argv.slice(2);
await inABrowser(async (browser) => {
  await uses(browser, sample);
  assert.deepEqual(browser.requests, [`${pathToFileURL(sample)}`]);
  await staysInert(browser, hostile);
  assert.deepEqual(browser.requests, [`${pathToFileURL(hostile)}`]);
  await isLazy(browser, large);
});
