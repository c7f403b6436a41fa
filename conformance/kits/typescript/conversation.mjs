/** For the tests: the harness's end of a running adapter. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const HANGS_AFTER_MS = 60_000;

export class Conversation {
  #child;
  #lines;
  #stderr;
  #lastId = 0;

  /** Starts an adapter in this folder. It is ended with the test, or when it hangs, which fails the test. */
  constructor(test, file) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    this.#child = spawn(process.execPath, [path], { timeout: HANGS_AFTER_MS });
    this.#lines = linesOf(this.#child.stdout);
    this.#stderr = textOf(this.#child.stderr); // Read from the start, or a chatty subject would block.
    test.after(() => this.#child.kill());
  }

  write(raw) {
    this.#child.stdin.write(raw);
  }

  send(message) {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Opens a call and gives its id. */
  open(method, params = {}) {
    this.#lastId += 1;
    this.send({ id: this.#lastId, method, params });
    return this.#lastId;
  }

  reply(hostCall, result) {
    this.send({ id: hostCall.id, result });
  }

  async hear() {
    const { value, done } = await this.#lines.next();
    assert.ok(!done, "the adapter said nothing more");
    return JSON.parse(value);
  }

  /** Makes a call that needs no world, and gives the whole answer. */
  async ask(method, params) {
    const id = this.open(method, params);
    const answer = await this.hear();
    assert.equal(answer.id, id);
    return answer;
  }

  async askResult(method, params) {
    const answer = await this.ask(method, params);
    assert.ok("result" in answer, JSON.stringify({ method, params, answer }));
    return answer.result;
  }

  async hearHostCall(method, call, params = {}) {
    const heard = await this.hear();
    assert.deepEqual([heard.method, heard.params], [method, { ...params, call }]);
    assert.ok("id" in heard);
    return heard;
  }

  async hearNotification(method, params) {
    assert.deepEqual(await this.hear(), { jsonrpc: "2.0", method, params });
  }

  async hearResult(id, result) {
    assert.deepEqual(await this.hear(), { jsonrpc: "2.0", id, result });
  }

  /**
   * Makes a call and answers for the world: gives the result, and all that was said but host/idle.
   *
   * `world` takes the method and the params of a host call and gives the reply, or undefined for none at all.
   */
  async play(world, method, params) {
    const id = this.open(method, params);
    const said = [];
    for (;;) {
      const heard = await this.hear();
      if (!("method" in heard)) {
        assert.equal(heard.id, id);
        assert.ok("result" in heard, JSON.stringify({ method, params, heard }));
        return { result: heard.result, said };
      }
      if (heard.method === "host/idle") continue;
      const { call, ...about } = heard.params;
      assert.equal(call, id);
      said.push([heard.method, about]);
      const reply = "id" in heard ? world(heard.method, about) : undefined;
      if (reply !== undefined) this.reply(heard, reply);
    }
  }

  /** Closes stdin; gives the rest of stdout, all of stderr, and the exit status. */
  async end() {
    const exit = once(this.#child, "exit");
    this.#child.stdin.end();
    const rest = [];
    for await (const line of this.#lines) rest.push(line);
    const [status] = await exit;
    return { rest, stderr: await this.#stderr, status };
  }
}

async function* linesOf(stream) {
  let unfinished = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (unfinished + chunk).split("\n");
    unfinished = lines.pop();
    yield* lines;
  }
  if (unfinished !== "") yield unfinished;
}

async function textOf(stream) {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) text += chunk;
  return text;
}
