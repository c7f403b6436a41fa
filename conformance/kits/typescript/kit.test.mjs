/** Tests of the kit, over real pipes: `node --test`. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Conversation } from "./conversation.mjs";

function kitTest(name, body) {
  test(name, (t) => body(new Conversation(t, "kit-subject.mjs")));
}

async function assertAlive(subject) {
  assert.deepEqual(await subject.askResult("echo", { value: 1 }), [1, "default"]);
}

kitTest("handshake", async (subject) => {
  const params = { protocolVersion: 1, harness: { name: "test", version: "0" } };
  const result = await subject.askResult("initialize", params);
  assert.equal(result.protocolVersion, 1);
  assert.deepEqual(result.implementation, { name: "test-subject", version: "3.2", language: "javascript" });
  assert.deepEqual(result.features, ["idle"]);
  assert.deepEqual(result.methods.slice(0, 3), ["echo", "all", "nothing"]);
});

kitTest("another protocol version is refused", async (subject) => {
  assert.ok("error" in (await subject.ask("initialize", { protocolVersion: 2 })));
  assert.ok("error" in (await subject.ask("initialize")));
});

kitTest("an unknown method is not offered", async (subject) => {
  for (const method of ["no/such", "constructor", "__proto__"]) {
    assert.equal((await subject.ask(method)).error.code, -32601);
  }
  subject.send({ id: 9, method: ["not", "a", "name"] });
  assert.equal((await subject.hear()).error.code, -32601);
  await assertAlive(subject);
});

kitTest("lines that are no messages", async (subject) => {
  for (const raw of ["{not json\n", Buffer.from([0xff, 0xfe, 0x0a]), "[1,2]\n", '"text"\n', "null\n"]) {
    subject.write(raw);
    const answer = await subject.hear();
    assert.deepEqual([answer.id, answer.error.code], [null, -32700]);
  }
  subject.write("\n  \r\n");
  subject.send({ method: "echo", params: { value: "a notification has no answer" } });
  await assertAlive(subject);
});

kitTest("a function is given the params", async (subject) => {
  assert.deepEqual(await subject.askResult("echo", { value: 1, other: 2, unknown: 3 }), [1, 2]);
  assert.deepEqual(await subject.askResult("all", { a: 1, b: null }), { a: 1, b: null });
  assert.deepEqual(await subject.askResult("all", ["no", "object"]), {});
  assert.equal(await subject.askResult("nothing"), null);
});

kitTest("ids come back unchanged", async (subject) => {
  for (const id of [0, "text", 2 ** 53 - 1]) {
    subject.send({ id, method: "echo", params: { value: 1 } });
    assert.equal((await subject.hear()).id, id);
  }
});

kitTest("numbers of the protocol arrive as they are", async (subject) => {
  for (const [text, kind] of [
    ["9007199254740991", ["number", true, false]],
    ["-9007199254740991", ["number", true, false]],
    ["1.0", ["number", true, false]],
    ["-0.0", ["number", true, true]],
    ["0.1", ["number", false, false]],
  ]) {
    subject.write(`{"id":1,"method":"kind of number","params":{"value":${text}}}\n`);
    await subject.hearResult(1, kind);
    subject.write(`{"id":1,"method":"echo","params":{"value":${text}}}\n`);
    assert.ok((await subject.hear()).result[0] === Number(text));
  }
});

kitTest("exceptions are errors, and the adapter lives on", async (subject) => {
  for (const [method, message] of [
    ["throw", "RangeError: the reason"],
    ["throw text", "thrown: no Error at all"],
    ["reject", "TypeError: asynchronously"],
  ]) {
    assert.deepEqual((await subject.ask(method)).error, { code: -32000, message });
  }
  subject.open("forgets");
  assert.equal((await subject.hear()).result, null);
  await assertAlive(subject);
  const { stderr } = await subject.end();
  for (const text of ["at ", "the reason", "asynchronously", "nobody handles this"]) assert.ok(stderr.includes(text));
});

kitTest("what cannot be expressed is no failure", async (subject) => {
  const refusal = { code: -32001, message: "there are no empty names here" };
  assert.deepEqual((await subject.ask("cannot")).error, refusal);
});

kitTest("a result that is no JSON is an error", async (subject) => {
  for (const kind of ["nan", "infinity", "bigint", "circle"]) {
    assert.equal((await subject.ask("not json", { kind })).error.code, -32000);
  }
  await assertAlive(subject);
});

kitTest("prints do not reach the protocol", async (subject) => {
  assert.equal(await subject.askResult("noise"), "");
  await assertAlive(subject);
  const { rest, stderr } = await subject.end();
  assert.deepEqual(rest, []);
  for (const text of ["printed before run", "printed in", "informed in", "to the stream"]) {
    assert.ok(stderr.includes(text), text);
  }
});

kitTest("large and unusual text", async (subject) => {
  const value = "\u0085\u2028\u{1f600}\ufeff".repeat(100_000);
  assert.equal((await subject.askResult("echo", { value }))[0], value);
});

kitTest("a line may be cut anywhere, within a character too", async (subject) => {
  const whole = '{"id":"whole","method":"nothing"}\n';
  const cut = Buffer.from('{"id":"cut","method":"echo","params":{"value":"é\u{1f600}"}}\n');
  for (let place = 1; place < cut.length; place += 1) {
    subject.write(Buffer.concat([Buffer.from(whole), cut.subarray(0, place)]));
    await subject.hearResult("whole", null); // By now the first part has been read.
    subject.write(cut.subarray(place));
    await subject.hearResult("cut", ["é\u{1f600}", "default"]);
  }
});

kitTest("many calls at once are answered in order", async (subject) => {
  const ids = Array.from({ length: 500 }, (_, index) => index);
  subject.write(ids.map((id) => `{"id":${id},"method":"echo","params":{"value":${id}}}\n`).join(""));
  for (const id of ids) await subject.hearResult(id, [id, "default"]);
});

kitTest("an answer is out before the next call can hang", async (subject) => {
  subject.write('{"id":1,"method":"echo","params":{"value":1}}\n{"id":2,"method":"spin for ever"}\n');
  await subject.hearResult(1, [1, "default"]);
});

kitTest("shutdown, then the end of the input", async (subject) => {
  const answer = await subject.ask("shutdown");
  assert.deepEqual(answer, { jsonrpc: "2.0", id: 1, result: null });
  const { rest, stderr, status } = await subject.end();
  assert.deepEqual([rest, status], [[], 0]);
  assert.ok(stderr.includes("after run"));
});

kitTest("the end of the input without shutdown", async (subject) => {
  await assertAlive(subject);
  assert.equal((await subject.end()).status, 0);
});

kitTest("the end of the input while calls are open", async (subject) => {
  await subject.hearHostCall("host/step", subject.open("one"), { agent: "a", inputs: {} });
  subject.open("never ends");
  const { stderr, status } = await subject.end();
  assert.equal(status, 0);
  assert.ok(stderr.includes("CallOver"));
});

kitTest("what a runtime leaves running does not keep the process", async (subject) => {
  await subject.askResult("leave a timer");
  assert.equal((await subject.end()).status, 0);
});

kitTest("a last line without a newline is answered", async (subject) => {
  subject.write('{"id":1,"method":"reject","params":{}}');
  const { rest, status } = await subject.end();
  assert.deepEqual([JSON.parse(rest[0]).error.message, status], ["TypeError: asynchronously", 0]);
});

kitTest("a function waits for its reply while others are served", async (subject) => {
  const call = subject.open("one");
  const asked = await subject.hearHostCall("host/step", call, { agent: "a", inputs: {} });
  await assertAlive(subject);
  subject.reply(asked, { ok: true, output: 5 });
  await subject.hearResult(call, { ok: true, output: 5 });
});

kitTest("every part of the world has a name", async (subject) => {
  const call = subject.open("every");
  const parts = ["step", "compensate", "tool", "provider", "agent", "decide", "gates"];
  for (const [index, part] of parts.entries()) {
    subject.reply(await subject.hearHostCall(`host/${part}`, call, { n: index + 1 }), index + 1);
  }
  subject.reply(await subject.hearHostCall("host/other", call), 8);
  await subject.hearResult(call, [1, 2, 3, 4, 5, 6, 7, 8]);
});

kitTest("64 calls may wait side by side", async (subject) => {
  const calls = Array.from({ length: 64 }, () => subject.open("one"));
  const asked = new Map();
  for (const call of calls) asked.set(call, await subject.hearHostCall("host/step", call, { agent: "a", inputs: {} }));
  for (const call of calls.reverse()) {
    subject.reply(asked.get(call), call);
    await subject.hearResult(call, call);
  }
});

kitTest("replies in reverse order, and a word whenever it rests", async (subject) => {
  const call = subject.open("all at once", { names: ["a", "b", "c"] });
  const asked = [];
  for (const agent of ["a", "b", "c"]) asked.push(await subject.hearHostCall("host/step", call, { agent }));
  await subject.hearNotification("host/idle", { call, replies: 0 });
  for (const [index, hostCall] of asked.reverse().entries()) {
    subject.reply(hostCall, hostCall.params.agent.toUpperCase());
    if (index < 2) await subject.hearNotification("host/idle", { call, replies: index + 1 });
  }
  await subject.hearResult(call, ["A", "B", "C"]);
});

kitTest("idle counts the replies taken in", async (subject) => {
  const call = subject.open("rest");
  const first = await subject.hearHostCall("host/step", call, { n: 1 });
  await subject.hearNotification("host/idle", { call, replies: 0 });
  subject.reply(first, {});
  await subject.hearNotification("host/event", { event: { kind: "news" }, call });
  const second = await subject.hearHostCall("host/step", call, { n: 2 });
  await subject.hearNotification("host/idle", { call, replies: 1 });
  subject.reply(second, {});
  await subject.hearResult(call, null);
});

kitTest("promises, immediates and file operations are no rest", async (subject) => {
  const call = subject.open("busy");
  const asked = await subject.hearHostCall("host/step", call, { n: 1 });
  await subject.hearNotification("host/idle", { call, replies: 0 });
  subject.reply(asked, {});
  await subject.hearResult(call, null);
});

kitTest("a reply to who gave up is counted and ignored", async (subject) => {
  const call = subject.open("impatient");
  const first = await subject.hearHostCall("host/step", call, { n: 1 });
  const second = await subject.hearHostCall("host/step", call, { n: 2 });
  await subject.hearNotification("host/idle", { call, replies: 0 });
  subject.reply(second, {});
  const third = await subject.hearHostCall("host/step", call, { n: 3 });
  await subject.hearNotification("host/idle", { call, replies: 1 });
  subject.reply(first, "late");
  await subject.hearNotification("host/idle", { call, replies: 2 });
  subject.reply(third, "in time");
  await subject.hearResult(call, ["out of patience", "in time"]);
});

kitTest("what was given up before it began is not asked", async (subject) => {
  assert.equal((await subject.ask("too late")).error.message, "Error: never asked");
});

kitTest("an error from the harness is thrown", async (subject) => {
  const call = subject.open("one");
  const asked = await subject.hearHostCall("host/step", call, { agent: "a", inputs: {} });
  subject.send({ id: asked.id, error: { code: 1, message: "not today" } });
  assert.match((await subject.hear()).error.message, /not today/);
});

kitTest("a reply after the answer is ignored", async (subject) => {
  const call = subject.open("first", { names: ["a", "b"] });
  const asked = [];
  for (const agent of ["a", "b"]) asked.push(await subject.hearHostCall("host/step", call, { agent }));
  subject.reply(asked[1], "b");
  await subject.hearResult(call, "b");
  subject.reply(asked[0], "late");
  subject.reply(asked[1], "twice");
  subject.send({ id: ["no", "such"], result: 1 });
  await assertAlive(subject);
});

kitTest("nothing is said about a call after its answer", async (subject) => {
  const call = subject.open("leftover");
  await subject.hearHostCall("host/step", call, { n: 1 });
  subject.reply(await subject.hearHostCall("host/tool", call, { n: 0 }), {});
  await subject.hearResult(call, "done");
  await assertAlive(subject);
  const { rest, stderr, status } = await subject.end();
  assert.deepEqual([rest, status], [[], 0]);
  assert.ok(stderr.includes("released while asking again"));
});

test("the blocks that a call reached are told beside its result", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kit-coverage-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "runtime.mjs"), "export function sign(n) {\n  if (n < 0) {\n    return -1;\n  }\n  return 1;\n}\n");
  const kit = fileURLToPath(new URL("proofmark-adapter.mjs", import.meta.url));
  const adapter = `
    import { Adapter } from ${JSON.stringify(kit)};
    import { sign } from ${JSON.stringify(join(folder, "runtime.mjs"))};
    const adapter = new Adapter("watched", { coverage: [${JSON.stringify(folder)}] });
    adapter.method("sign", ({ n }) => sign(n));
    adapter.run();
  `;
  const calls = [["initialize", { protocolVersion: 1 }], ...[5, 7, -1].map((n) => ["sign", { n }]), ["shutdown", {}]];
  const input = calls.map(([method, params], id) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`).join("");
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", adapter], { input, encoding: "utf8" });
  assert.equal(status, 0);
  const [first, ...signs] = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(first.result.features, ["coverage"]);
  const [five, seven, minus] = signs.map((answer) => answer.coverage);
  assert.deepEqual(five, seven);
  assert.ok(five.length > 0 && five.some((block) => !minus.includes(block)) && minus.some((block) => !five.includes(block)));
});
