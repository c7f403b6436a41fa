// npm `semver`, put before the suite: its strict functions, none of the loose ones and no coercion.

import { Adapter, Inexpressible } from "../../../kits/typescript/proofmark-adapter.mjs";
import { createRequire } from "node:module";
import semver from "semver";

const { version } = createRequire(import.meta.url)("semver/package.json");
const adapter = new Adapter("npm-semver", { version });

function read(text) {
  const version = semver.parse(text);
  if (version === null) throw new Inexpressible(`the library does not read ${JSON.stringify(text)}`);
  return version;
}

adapter.method("semver/parse", ({ text }) => {
  const version = semver.parse(text);
  if (version === null) return { valid: false };
  return {
    valid: true,
    major: String(version.major),
    minor: String(version.minor),
    patch: String(version.patch),
    prerelease: version.prerelease.map(String),
    build: [...version.build],
  };
});

adapter.method("semver/compare", ({ a, b }) => ({ order: semver.compare(read(a), read(b)) }));

adapter.method("semver/sort", ({ versions }) => {
  versions.forEach(read);
  return { versions: semver.sort([...versions]) };
});

adapter.method("semver/increment", ({ text, part }) => ({ text: semver.inc(read(text), part) }));

adapter.run();
