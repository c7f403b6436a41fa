/** For the tests of the kit: a runtime that does everything an adapter author might do, good and bad. */

import { readFile } from "node:fs/promises";

import { Adapter, CallOver, Inexpressible } from "./proofmark-adapter.mjs";

console.log("printed before run");
const adapter = new Adapter("test-subject", { version: "3.2", features: ["idle"] });

adapter.method("echo", ({ value, other = "default" }) => [value, other]);
adapter.method("all", (params) => params);
adapter.method("nothing", () => {});
adapter.method("kind of number", ({ value }) => [typeof value, Number.isSafeInteger(value), Object.is(value, -0)]);

adapter.method("throw", () => {
  throw new RangeError("the reason");
});
adapter.method("cannot", () => {
  throw new Inexpressible("there are no empty names here");
});
adapter.method("throw text", () => {
  throw "no Error at all";
});
adapter.method("reject", async () => {
  throw new TypeError("asynchronously");
});
adapter.method("not json", ({ kind }) => {
  const circle = {};
  circle.self = circle;
  return { nan: { deep: [NaN] }, infinity: -Infinity, bigint: 1n, circle }[kind];
});

adapter.method("noise", async () => {
  console.log("printed in a method");
  console.info("informed in a method");
  process.stdout.write("written to the stream\n");
  let input = "";
  for await (const chunk of process.stdin) input += chunk;
  return input;
});

adapter.method("one", (_, host) => host.step({ agent: "a", inputs: {} }));
adapter.method("every", async (_, host) => [
  await host.step({ n: 1 }),
  await host.compensate({ n: 2 }),
  await host.tool({ n: 3 }),
  await host.provider({ n: 4 }),
  await host.agent({ n: 5 }),
  await host.decide({ n: 6 }),
  await host.gates({ n: 7 }),
  await host.call("host/other"),
]);
adapter.method("all at once", ({ names }, host) => {
  host.idle();
  return Promise.all(names.map((agent) => host.step({ agent })));
});

adapter.method("rest", async (_, host) => {
  host.idle();
  await host.step({ n: 1 });
  host.event({ kind: "news" });
  await host.step({ n: 2 });
});
adapter.method("busy", async (_, host) => {
  host.idle();
  for (let hops = 0; hops < 20; hops += 1) await null;
  for (let hops = 0; hops < 5; hops += 1) await new Promise(setImmediate);
  await readFile(new URL(import.meta.url));
  await host.step({ n: 1 });
});

adapter.method("impatient", async (_, host) => {
  host.idle();
  const patience = new AbortController();
  const hung = host.step({ n: 1 }, { signal: patience.signal });
  await host.step({ n: 2 });
  patience.abort(new Error("out of patience"));
  const reason = await hung.catch((error) => error.message);
  return [reason, await host.step({ n: 3 })];
});
adapter.method("too late", (_, host) => host.step({ n: 1 }, { signal: AbortSignal.abort(new Error("never asked")) }));
adapter.method("first", ({ names }, host) => Promise.race(names.map((agent) => host.step({ agent }))));

adapter.method("leftover", async (_, host) => {
  async function goOn() {
    for (const attempt of ["waiting", "asking again"]) {
      await host.step({ n: 1 }).catch((error) => {
        if (error instanceof CallOver) console.error(`released while ${attempt}`);
      });
    }
    host.event({ kind: "too late" });
    await host.step({ n: 2 }); // Nobody handles what this throws.
  }
  goOn();
  await host.tool({ n: 0 });
  return "done";
});
adapter.method("forgets", () => {
  Promise.reject(new Error("nobody handles this"));
});
adapter.method("leave a timer", () => {
  setInterval(() => {}, 60_000);
});
adapter.method("spin for ever", () => {
  for (;;);
});
adapter.method("never ends", () => new Promise(() => {}));

await adapter.run();
console.error("after run");
