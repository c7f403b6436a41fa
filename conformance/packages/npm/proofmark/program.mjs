/** Where the program is: in the optional dependency for this platform. */

import { createRequire } from "node:module";
import path from "node:path";

/** The path of the program; throws where there is none for this platform. */
export function program() {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@proofmark/${platform}/package.json`);
    return path.join(path.dirname(manifest), "bin", "proofmark");
  } catch {
    throw new Error(
      `proofmark: the program for ${platform} is not installed. It comes as the optional dependency ` +
        `@proofmark/${platform}: install without --omit=optional, or build it with \`cargo install proofmark\``,
    );
  }
}
