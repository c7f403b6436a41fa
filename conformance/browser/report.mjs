// Opens the HTML report in a real browser, from a file: filters, searches, follows anchors, copies, and sees
// that a hostile text stays text and that nothing leaves the page.
//
//   node conformance/browser/report.mjs SAMPLE.html HOSTILE.html
//
// The browser is driven over its debugging pipe, so that nothing has to be installed beside it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
  "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--remote-debugging-pipe",
];

/** A browser with one page. */
class Browser {
  #waiting = new Map();
  #last = 0;
  #rest = "";
  requests = [];
  surprises = [];

  static async start(profile) {
    const browser = new Browser();
    const args = [...FLAGS, `--user-data-dir=${profile}`, "about:blank"];
    browser.process = spawn("chromium", args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.exited = new Promise((resolve) => browser.process.once("exit", resolve));
    browser.exited.then((code) => {
      for (const { reject } of browser.#waiting.values()) reject(new Error(`the browser ended with ${code}`));
    });
    browser.process.stdio[4].setEncoding("utf8").on("data", (text) => browser.#read(text));
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    ({ sessionId: browser.session } = await browser.send("Target.attachToTarget", { targetId, flatten: true }));
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  send(method, params = {}) {
    const id = ++this.#last;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #read(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((each) => JSON.parse(each))) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else if (waiting) waiting.resolve(message.result);
      else this.#notice(message);
    }
  }

  #notice({ method, params }) {
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") this.surprises.push(params.exceptionDetails.exception?.description);
    if (method === "Log.entryAdded" && params.entry.level === "error") this.surprises.push(params.entry.text);
    if (method === "Page.javascriptDialogOpening") {
      this.surprises.push(`a dialog: ${params.message}`);
      this.send("Page.handleJavaScriptDialog", { accept: false });
    }
    if (method === "Page.loadEventFired") this.loaded?.();
  }

  async open(file) {
    const loaded = new Promise((resolve) => (this.loaded = resolve));
    this.requests.length = 0;
    await this.send("Page.navigate", { url: `${pathToFileURL(file)}` });
    await loaded;
  }

  /** Runs a function in the page and gives back what it returns. */
  async run(code, ...args) {
    const expression = `(${code})(...${JSON.stringify(args)})`;
    const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
    return result.value;
  }

  async end() {
    this.process.kill();
    await this.exited;
  }
}

const shown = () => [...document.querySelectorAll("details.rule")].filter((rule) => rule.offsetParent).map((rule) => rule.id);
const press = (outcome) => document.querySelector(`button.filter[data-outcome="${outcome}"]`).click();
const type = (text) => {
  const search = document.getElementById("search");
  search.value = text;
  search.dispatchEvent(new Event("input"));
};
const follow = (hash) =>
  new Promise((resolve) => {
    addEventListener("hashchange", () => requestAnimationFrame(() => resolve(document.querySelector(":target")?.id)), { once: true });
    location.hash = hash;
  });

async function uses(browser, file) {
  await browser.open(file);
  const all = await browser.run(shown);
  assert.equal(all.length, 7);
  assert.equal(await browser.run(() => document.getElementById("status").textContent), "7 rules");

  await browser.run(press, "fail");
  assert.deepEqual(await browser.run(shown), ["preflight/control-fields-denied", "preflight/message-wording"]);
  await browser.run(press, "fault");
  assert.equal((await browser.run(shown)).length, 3);
  await browser.run(type, "KeyError nodes");
  assert.deepEqual(await browser.run(shown), ["preflight/stateless"]);
  assert.equal(await browser.run(() => document.getElementById("status").textContent), "1 of 7 rules");
  await browser.run(type, "no such text");
  assert.deepEqual(await browser.run(shown), []);
  assert.ok(await browser.run(() => document.getElementById("none").offsetParent !== null));

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
}

async function isAccessible(browser) {
  const faults = await browser.run(() => {
    const nameless = [...document.querySelectorAll("button, a, input, summary, svg[role=img]")].filter(
      (element) => !(element.ariaLabel || element.getAttribute("aria-label") || element.textContent.trim()),
    );
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    const dead = [...document.querySelectorAll('a[href^="#"]')].filter(
      (link) => !document.getElementById(decodeURIComponent(link.hash.slice(1))),
    );
    return [...nameless.map((element) => element.outerHTML), ...twice, ...dead.map((link) => link.outerHTML)];
  });
  assert.deepEqual(faults, []);
  for (const width of [320, 1280]) {
    await browser.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
    const overflow = await browser.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide at ${width}`);
  }
  for (const value of ["light", "dark"]) {
    await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    assert.deepEqual(await browser.run(faintTexts), [], `hard to read in ${value}`);
  }
}

/** Texts whose contrast with what is behind them is below 4.5 to 1. */
function faintTexts() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const part = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = channels(getComputedStyle(each).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!ownText || !element.offsetParent) continue;
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.add(`${element.tagName}.${element.className}: ${contrast.toFixed(2)}`);
  }
  return [...faint];
}

async function staysInert(browser, file) {
  await browser.open(file);
  const page = await browser.run(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    return {
      taken: window.taken,
      scripts: document.scripts.length,
      foreign: [...document.querySelectorAll("img, iframe, object, embed, link, b > b, form")].map((each) => each.outerHTML),
      links: [...document.links].map((link) => link.getAttribute("href")).filter((href) => !href.startsWith("#")),
      handlers: [...document.querySelectorAll("*")].filter((each) => [...each.attributes].some((a) => a.name.startsWith("on"))).length,
      text: document.body.innerText,
      acting: [...document.body.textContent].filter((c) => /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]/.test(c)),
    };
  });
  assert.equal(page.taken, undefined);
  assert.equal(page.scripts, 1);
  assert.deepEqual([page.foreign, page.links, page.handlers, page.acting], [[], [], 0, []]);
  assert.ok(page.text.includes("<script>window.taken = 1; alert(1)</script>"), "the hostile text is shown as text");
  // Two proofs on one page: the anchors of the second are its own.
  assert.equal(await browser.run(follow, "#2:preflight/presence"), "2:preflight/presence");
  assert.deepEqual(browser.surprises, []);

  // Even a script that got into the page would not run.
  const ran = await browser.run(() => {
    const script = document.createElement("script");
    script.textContent = "window.taken = 5";
    document.body.append(script);
    return window.taken;
  });
  assert.equal(ran, undefined, "the page's policy lets a foreign script run");
}

const [sample, hostile] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "proofmark-browser-"));
const browser = await Browser.start(profile);
try {
  await uses(browser, sample);
  assert.deepEqual(browser.requests, [`${pathToFileURL(sample)}`]);
  await staysInert(browser, hostile);
  assert.deepEqual(browser.requests, [`${pathToFileURL(hostile)}`]);
} finally {
  await browser.end();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
