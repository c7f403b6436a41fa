/**
 * Put an agent runtime written in TypeScript or JavaScript before Proofmark.
 *
 * An *adapter* is a program that Proofmark starts and questions over stdin and
 * stdout. This file does the talking; you write one function per method that
 * your runtime can answer. It needs Node 20 or later and nothing else. The
 * types are in `proofmark-adapter.d.mts`; nothing has to be built.
 *
 *     import { Adapter } from "./proofmark-adapter.mjs"; // first: whatever the others print goes to stderr
 *     import * as myRuntime from "my-runtime";
 *
 *     const adapter = new Adapter("my-runtime", { version: "1.0" });
 *
 *     adapter.method("preflight/validate", ({ input }) => ({ diagnostics: myRuntime.check(input) }));
 *
 *     adapter.run();
 *
 * **Functions.** A function is given the params of the call. What it returns is
 * sent back as JSON, at once if it is a value, and as soon as it is there if it
 * is a promise. Plain functions are the quick path.
 *
 * **The world.** Some methods make the runtime reach outside, to run an agent, a
 * tool, a model. The harness plays that world: take a second parameter, `host`,
 * and ask it, `const reply = await host.step({ stepId: "s1", inputs: {} })`, as
 * many things at a time as you like. The general form is
 * `host.call("host/step", {…})`. Both take `{ signal }`, so that
 * `{ signal: AbortSignal.timeout(500) }` is a time limit.
 *
 * **At rest.** With the feature `idle`, say `host.idle()` once, at the top of a
 * function. From then on the harness is told whenever nothing more will happen
 * before a reply arrives: when promises, immediates and file operations have
 * all run out. (Timers count as time limits. Sockets, child processes, worker
 * threads, and crypto or compression in the background are not seen: do without
 * `idle` if you wait for them.)
 *
 * **Long runs.** `new Adapter(name, { coverage: ["path/to/my-runtime"] })` tells the harness which blocks of
 * these files and folders each plain function reached. `proofmark run --for 8h` then draws more of what
 * reaches new ones. It makes calls several times slower.
 *
 * **When things go wrong.** An exception becomes a JSON-RPC error, its stack goes
 * to stderr, and the adapter lives on. `Inexpressible` says that the runtime has no
 * way to express an input, which is no fault. (One that is thrown in the callback of a
 * timer or a socket belongs to no call and ends the process, as in any program of
 * Node.) `console.log` is harmless: from the moment this file is imported it
 * prints to stderr, and so does all that is written to `process.stdout`. (Not so
 * the file descriptor itself: start child processes with `stdio: ["ignore", 2, 2]`
 * or piped.) A reply to a call that was answered already is ignored; whoever
 * still waits for one is released with `CallOver`.
 *
 * **Numbers.** The protocol's integers stay within 2^53 - 1, so they all arrive
 * as they are. `1.0` arrives as `1` and `-0` leaves as `0`, which the protocol
 * calls equal. `NaN`, infinities and bigints are no JSON: returning one is an error.
 */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { Session } from "node:inspector";
import { basename, resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const PROTOCOL_VERSION = 1;
const [PARSE_ERROR, METHOD_NOT_FOUND, INVALID_PARAMS, FAILED, INEXPRESSIBLE] = [-32700, -32601, -32602, -32000, -32001];
const GRACE_MS = 1000; // How long open calls are given to finish once the input has ended.
const NEWLINE = 0x0a;
// What the event loop holds while it still has something to do that ends by itself.
const BUSY = new Set(["Immediate", "FSReqCallback", "FSReqPromise", "CloseReq"]);

const writeLine = claimStdout();

/** Throw it, with a sentence, where your runtime has no way to express the input: the case is not judged. */
export class Inexpressible extends Error {
  name = "Inexpressible";
}

/** The call was answered, or the harness is gone: this reply will never come. */
export class CallOver extends Error {
  name = "CallOver";
}

/** The world, as a function of the runtime reaches it. */
export class Host {
  #call;

  constructor(call) {
    this.#call = call;
  }

  /** Makes a host call and gives its reply. The member `call` is filled in. */
  call(method, params, options) {
    return this.#call.ask(method, params, options?.signal);
  }

  step(params, options) {
    return this.call("host/step", params, options);
  }

  compensate(params, options) {
    return this.call("host/compensate", params, options);
  }

  tool(params, options) {
    return this.call("host/tool", params, options);
  }

  provider(params, options) {
    return this.call("host/provider", params, options);
  }

  agent(params, options) {
    return this.call("host/agent", params, options);
  }

  decide(params, options) {
    return this.call("host/decide", params, options);
  }

  gates(params, options) {
    return this.call("host/gates", params, options);
  }

  /** Reports an event. */
  event(event) {
    this.#call.notify("host/event", { event });
  }

  /** From now on, says so whenever nothing more happens until a reply comes or a time limit expires. */
  idle() {
    this.#call.tellIdle();
  }
}

/** Answers the harness with the functions registered on it. */
export class Adapter {
  #implementation;
  #features;
  #methods = new Map();
  #open = new Set();
  #nobodyOpen = () => {};
  #coverage;

  constructor(name, { version = "0", language = "javascript", features = [], coverage = [] } = {}) {
    this.#implementation = { name, version, language };
    this.#features = [...features];
    const places = [...coverage];
    if (places.length > 0) {
      this.#features.push("coverage");
      this.#coverage = new Coverage(places);
    }
  }

  /** Registers `answer` for the method called `name`. */
  method(name, answer) {
    if (this.#methods.has(name)) throw new Error(`${name} is registered twice`);
    this.#methods.set(name, answer);
  }

  /** Serves until the input ends. After that the process has a moment to clean up, and exits. */
  async run() {
    process.on("unhandledRejection", (reason) => {
      // Work that went on after its call was answered has nobody left to tell.
      if (!(reason instanceof CallOver)) console.error(reason);
    });
    try {
      for await (const line of linesOf(claimStdin())) this.#receive(line);
    } catch (error) {
      console.error(error); // The pipe broke, which ends the input as well.
    }
    await this.#finish();
    // Whatever the runtime keeps running must not keep the process.
    setTimeout(() => process.exit(0), GRACE_MS).unref();
  }

  #receive(line) {
    let message;
    try {
      message = parse(line);
    } catch (error) {
      return send({ id: null, ...failure(PARSE_ERROR, `not a JSON-RPC message: ${error.message}`) });
    }
    if (message === undefined) return;
    if (!("method" in message && "id" in message)) return Call.deliver(message);
    const { id, method } = message;
    const params = isObject(message.params) ? message.params : {};
    if (this.#methods.has(method)) this.#serve(id, this.#methods.get(method), params);
    else if (method === "initialize") send({ id, ...this.#introduce(params.protocolVersion) });
    else if (method === "shutdown") send({ id, result: null });
    else send({ id, ...failure(METHOD_NOT_FOUND, `method not offered: ${method}`) });
  }

  #introduce(version) {
    if (version !== PROTOCOL_VERSION) {
      return failure(INVALID_PARAMS, `protocol version ${PROTOCOL_VERSION} is spoken here, not ${version}`);
    }
    const methods = [...this.#methods.keys()];
    return {
      result: { protocolVersion: version, implementation: this.#implementation, methods, features: this.#features },
    };
  }

  #serve(id, answer, params) {
    const call = new Call(id);
    try {
      this.#coverage?.take();
      const result = answer(params, new Host(call));
      if (typeof result?.then === "function") this.#await(call, result);
      else call.answer(result, this.#coverage && { coverage: this.#coverage.take() });
    } catch (error) {
      call.fail(error);
    }
  }

  async #await(call, promise) {
    this.#open.add(call);
    try {
      call.answer(await promise);
    } catch (error) {
      call.fail(error);
    }
    this.#open.delete(call);
    if (this.#open.size === 0) this.#nobodyOpen();
  }

  /** Releases those who wait for the harness, and lets the open calls come to their end. */
  async #finish() {
    for (const call of this.#open) call.release();
    if (this.#open.size === 0) return;
    await new Promise((resolve) => {
      const patience = setTimeout(resolve, GRACE_MS);
      this.#nobodyOpen = () => resolve(clearTimeout(patience));
    });
  }
}

/** Which blocks of some files were reached since it was last asked, as numbers that are the same in every process. */
class Coverage {
  #session = new Session();
  #places;
  #numbers = new Map();

  constructor(places) {
    this.#places = places.map((place) => pathToFileURL(resolve(place)).href);
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
  }

  take() {
    const reached = new Set();
    this.#session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error) return;
      for (const { url, functions } of taken.result) {
        if (!this.#places.some((place) => url.startsWith(place))) continue;
        // A function that ran, and within it every block with whether it did.
        for (const { ranges } of functions.filter((each) => each.ranges[0].count > 0)) {
          for (const { startOffset, endOffset, count } of ranges) {
            reached.add(this.#number(`${basename(url)}:${startOffset}-${endOffset}:${count > 0}`));
          }
        }
      }
    });
    return [...reached];
  }

  #number(block) {
    if (!this.#numbers.has(block)) {
      this.#numbers.set(block, createHash("sha256").update(block).digest().readUInt32BE());
    }
    return this.#numbers.get(block);
  }
}

/** One call of the harness, from its arrival to its answer. */
class Call {
  static #lastHostId = 0;
  static #waiting = new Map(); // The calls that wait for a reply, by the id of the request.
  static #stirred = new Set(); // The calls that did something since the harness was last told that they are idle.

  #id;
  #over = false;
  #settlers = new Map(); // What to do with a reply, by the id of the request.
  #repliesTaken = 0;
  #tellsIdle = false;

  constructor(id) {
    this.#id = id;
  }

  /** Hands a reply to whoever waits for it; if nobody does, its call was answered. */
  static deliver(reply) {
    Call.#waiting.get(reply.id)?.#take(reply);
  }

  answer(result, beside) {
    const line = toLine({ id: this.#id, result: result === undefined ? null : result, ...beside });
    this.release();
    writeLine(line);
  }

  fail(error) {
    this.release();
    if (error instanceof Inexpressible) return send({ id: this.#id, ...failure(INEXPRESSIBLE, error.message) });
    console.error(error);
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${String(error)}`;
    send({ id: this.#id, ...failure(FAILED, reason) });
  }

  notify(method, params) {
    if (!this.#over) send({ method, params: { ...params, call: this.#id } });
  }

  ask(method, params, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#over) throw new CallOver(`${method} was asked for after the call was answered`);
      const hostId = Call.#lastHostId + 1;
      send({ id: hostId, method, params: { ...params, call: this.#id } });
      Call.#lastHostId = hostId;
      Call.#waiting.set(hostId, this);
      // Who gives up is still sent the reply: without it the count would look stale to the harness for ever.
      const giveUp = () => reject(signal.reason);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#settlers.set(hostId, (reply) => {
        signal?.removeEventListener("abort", giveUp);
        if (reply === undefined) reject(new CallOver("the call is over: no reply will come"));
        else if ("error" in reply) reject(new Error(`the harness answered with an error: ${toJson(reply.error)}`));
        else resolve(reply.result);
      });
      this.#stir();
    });
  }

  #take(reply) {
    this.#repliesTaken += 1;
    this.#stir();
    this.#settle(reply.id, reply);
  }

  #settle(hostId, reply) {
    const settle = this.#settlers.get(hostId);
    this.#settlers.delete(hostId);
    Call.#waiting.delete(hostId);
    settle(reply);
  }

  /** Ends the call: nothing more is said about it, and whoever waits for a reply is told. */
  release() {
    this.#over = true;
    for (const hostId of this.#settlers.keys()) this.#settle(hostId);
  }

  tellIdle() {
    this.#tellsIdle = true;
    this.#stir();
  }

  #stir() {
    if (!this.#tellsIdle) return;
    if (Call.#stirred.size === 0) setImmediate(Call.#rest);
    Call.#stirred.add(this);
  }

  /** Runs when promises have nothing left to do. If something else has, it comes back later. */
  static #rest() {
    if (process.getActiveResourcesInfo().some((resource) => BUSY.has(resource))) {
      setImmediate(Call.#rest);
      return;
    }
    for (const call of Call.#stirred) call.notify("host/idle", { replies: call.#repliesTaken });
    Call.#stirred.clear();
  }
}

/** The lines of a stream of bytes. A line may come in many chunks, and a chunk may hold many lines. */
async function* linesOf(input) {
  let unfinished = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...unfinished, chunk.subarray(start, end)]);
      unfinished = [];
      start = end + 1;
    }
    unfinished.push(chunk.subarray(start));
  }
  yield Buffer.concat(unfinished);
}

/** The message in a line; undefined if the line is blank. */
function parse(line) {
  if (!isUtf8(line)) throw new SyntaxError("it is not UTF-8");
  const text = line.toString();
  if (text.trim() === "") return undefined;
  const message = JSON.parse(text);
  if (!isObject(message)) throw new SyntaxError("a message is an object");
  return message;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function failure(code, message) {
  return { error: { code, message } };
}

function send(message) {
  writeLine(toLine(message));
}

function toLine(message) {
  return `${toJson({ jsonrpc: "2.0", ...message })}\n`;
}

function toJson(value) {
  const text = JSON.stringify(value);
  // JSON.stringify turns a number that JSON lacks into null, and so would hide a fault of the runtime.
  if (text.includes("null")) refuseStrangeNumbers(value);
  return text;
}

function refuseStrangeNumbers(value) {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is not a JSON number`);
  if (typeof value === "object" && value !== null) Object.values(value).forEach(refuseStrangeNumbers);
}

/**
 * Keeps stdout for the protocol: gives what writes a line to it. For everybody else it is stderr.
 *
 * Lines are written at once and never in batches: if the next call hangs or crashes, the answers
 * before it must not go down with it, or the harness blames the wrong call.
 */
function claimStdout() {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  stdout.on("error", () => {}); // The harness is gone. The end of the input will tell.
  return write;
}

/** Keeps stdin for the protocol. For everybody else it is empty. */
function claimStdin() {
  const { stdin } = process;
  Object.defineProperty(process, "stdin", { value: Readable.from([]), configurable: true, enumerable: true });
  return stdin;
}
