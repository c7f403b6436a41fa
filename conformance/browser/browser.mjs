// A browser with one page, driven over its debugging pipe, so that nothing has to be installed beside it; and what
// every page of ours has to be in it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
  "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--remote-debugging-pipe",
];

/** A browser with one page. */
export class Browser {
  #waiting = new Map();
  #loads = new Map();
  #last = 0;
  #rest = "";
  requests = [];
  surprises = [];

  static async start(profile) {
    const browser = new Browser();
    const args = [...FLAGS, `--user-data-dir=${profile}`, "about:blank"];
    browser.process = spawn("chromium", args, { detached: true, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.exited = new Promise((resolve) => browser.process.once("exit", resolve));
    browser.exited.then((code) => {
      for (const { reject } of browser.#waiting.values()) reject(new Error(`the browser ended with ${code}`));
    });
    browser.process.stdio[4].setEncoding("utf8").on("data", (text) => browser.#read(text));
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    ({ sessionId: browser.session } = await browser.send("Target.attachToTarget", { targetId, flatten: true }));
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await browser.send(`${domain}.enable`);
    await browser.send("Page.setLifecycleEventsEnabled", { enabled: true });
    return browser;
  }

  /** Its helpers may outlive it, and write on. They are in its process group. */
  endItsChildren() {
    try {
      process.kill(-this.process.pid, "SIGKILL");
    } catch {
      // None is left.
    }
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
    if (method === "Page.lifecycleEvent" && params.name === "load") this.#whenLoaded(params.loaderId).resolve();
  }

  /** One promise for each document: the load of the one before may be told late. */
  #whenLoaded(loader) {
    if (!this.#loads.has(loader)) {
      const load = {};
      load.promise = new Promise((resolve) => (load.resolve = resolve));
      this.#loads.set(loader, load);
    }
    return this.#loads.get(loader);
  }

  async #load(url) {
    const { loaderId, errorText } = await this.send("Page.navigate", { url });
    assert.equal(errorText, undefined);
    await this.#whenLoaded(loaderId).promise;
  }

  async open(file, hash = "") {
    this.requests.length = 0;
    // A page that differs in its hash alone would not be loaded again.
    await this.#load("about:blank");
    await this.#load(`${pathToFileURL(file)}${hash}`);
  }

  /** Presses a key where the focus is. */
  async key(key) {
    for (const type of ["keyDown", "keyUp"]) {
      await this.send("Input.dispatchKeyEvent", { type, key, code: key, text: key === "Enter" ? "\r" : undefined });
    }
  }

  async size(width, height = 800) {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async scheme(value) {
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }

  /** Keeps a picture of what is seen, if PICTURES names a folder for it. */
  async picture(name) {
    if (!process.env.PICTURES) return;
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(join(process.env.PICTURES, `${name}.png`), Buffer.from(data, "base64"));
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

/** Names for what can be used, links that lead somewhere, no text that is cut off or faint, on any screen. */
export async function isAccessible(browser) {
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
  for (const width of [320, 390, 1280]) {
    await browser.size(width);
    const overflow = await browser.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide at ${width}`);
  }
  for (const value of ["light", "dark"]) {
    await browser.scheme(value);
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

/** Puts a browser to `use`; afterwards nothing is left, and nothing went wrong that nobody looked at. */
export async function inABrowser(use) {
  const profile = mkdtempSync(join(tmpdir(), "proofmark-browser-"));
  const browser = await Browser.start(profile);
  try {
    await use(browser);
    assert.deepEqual(browser.surprises, []);
  } finally {
    await browser.end();
    browser.endItsChildren();
    removeWhatIsLeft(profile);
  }
}

/** A helper of the browser that is just ending may still write there: that says nothing about our pages. */
function removeWhatIsLeft(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch (error) {
    console.error(`not removed: ${error.message}`);
  }
}

/** What a text of a subject could have become: nothing but text. */
export const foreign = () => ({
  taken: window.taken,
  elements: [...document.querySelectorAll("img, iframe, object, embed, b > b, form")].map((each) => each.outerHTML),
  handlers: [...document.querySelectorAll("*")].filter((each) => [...each.attributes].some((a) => a.name.startsWith("on"))).length,
  acting: [...document.body.textContent].filter((c) => /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]/.test(c)),
});
export const NOTHING_FOREIGN = { elements: [], handlers: 0, acting: [] };

/** Types into the search. */
export const type = (text) => {
  const search = document.getElementById("search");
  search.value = text;
  search.dispatchEvent(new Event("input"));
};

export const status = () => document.getElementById("status").textContent;

/** Whether a page without a rule to show says so. */
export const saysNone = () => document.getElementById("none").offsetParent !== null;

/** The files of a book, every link of which leads to another of them. */
export function filesOf(folder) {
  const { files } = JSON.parse(readFileSync(join(folder, "book.json"), "utf8"));
  const reached = new Set(["index.html"]);
  for (const file of files.filter((each) => each.endsWith(".html") && !each.startsWith("proofs/"))) {
    const page = pathToFileURL(join(folder, file));
    for (const [, href] of readFileSync(page, "utf8").matchAll(/ href="([^"#]+)/g)) {
      const target = fileURLToPath(new URL(href, page));
      assert.ok(existsSync(target), `${file} leads to ${href}`);
      reached.add(relative(folder, target));
    }
  }
  assert.deepEqual(files.filter((file) => file.endsWith(".html") && !reached.has(file)), [], "no page leads there");
  return files;
}
