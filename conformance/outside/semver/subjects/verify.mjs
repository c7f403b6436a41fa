// Confirms the one entry of `known/npm-semver.toml` with the package alone: no adapter, no harness. Exit code 1 if the
// package agrees with the document after all, or if a control does not hold.

import semver from "semver";

const [large, larger] = ["1.0.0-9007199254740992", "1.0.0-9007199254740993"];
const controls = {
  "small numbers are told apart": semver.compare("1.0.0-2", "1.0.0-11") === -1,
  "both large ones are read, and written as they were": semver.valid(large) === large && semver.valid(larger) === larger,
};
let wrong = 0;
for (const [name, holds] of Object.entries(controls)) {
  console.log(`${holds ? "control" : "NO CONTROL"}`.padEnd(13), name);
  wrong += holds ? 0 : 1;
}
const order = semver.compare(larger, large);
console.log(`${order === 1 ? "AGREES" : "disagrees"}`.padEnd(13), "semver/11.4.1/order: called equal");
console.log("".padEnd(13), `semver.compare("${larger}", "${large}") is ${order}, and 1 by the document`);
process.exitCode = wrong || order === 1 ? 1 : 0;
