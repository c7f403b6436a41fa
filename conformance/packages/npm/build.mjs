/**
 * Makes the packages of a program that is built: `node build.mjs target/dist/proofmark dist`.
 *
 * Two folders come out, ready for `npm pack` or `npm publish`: `proofmark`, with the kit, and the program for one platform,
 * which is an optional dependency of it. `--platform linux-arm64` says which, if it is not this one.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
const HERE = path.dirname(fileURLToPath(import.meta.url));
const KIT = path.join(HERE, "../../kits/typescript");
const ROOT = path.join(HERE, "../../..");

const { values, positionals } = parseArgs({ allowPositionals: true, options: { platform: { type: "string" } } });
const [program, out] = positionals;
if (program === undefined || out === undefined) {
  console.error("usage: node build.mjs PROGRAM OUT [--platform OS-CPU]");
  process.exit(2);
}
const platform = values.platform ?? `${process.platform}-${process.arch}`;
const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim().split(" ")[1];

console.log(kit());
console.log(binary());

/** The package with the kit. */
function kit() {
  const folder = made("proofmark");
  cpSync(path.join(HERE, "proofmark"), folder, { recursive: true });
  for (const ending of ["mjs", "d.mts"]) cpSync(path.join(KIT, `proofmark-adapter.${ending}`), path.join(folder, `adapter.${ending}`));
  cpSync(path.join(HERE, "README.md"), path.join(folder, "README.md"));
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  manifest.version = version;
  manifest.optionalDependencies = Object.fromEntries(PLATFORMS.map((name) => [`@proofmark/${name}`, version]));
  return written(folder, manifest);
}

/** The package with the program for one platform. */
function binary() {
  const folder = made(platform);
  mkdirSync(path.join(folder, "bin"));
  cpSync(program, path.join(folder, "bin/proofmark"));
  chmodSync(path.join(folder, "bin/proofmark"), 0o755);
  const [os, cpu] = platform.split("-");
  return written(folder, {
    name: `@proofmark/${platform}`,
    version,
    description: `The program of proofmark for ${platform}`,
    license: "MIT OR Apache-2.0",
    os: [os],
    cpu: [cpu],
    files: ["bin"],
  });
}

function made(name) {
  const folder = path.join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function written(folder, manifest) {
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(path.join(ROOT, name), path.join(folder, name));
  return folder;
}
