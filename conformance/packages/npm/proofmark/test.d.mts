/** The types of `proofmark/test`. */

export interface ConformanceOptions {
  /** The command that starts the adapter. A string is split at spaces. */
  command: string | readonly string[];
  /** The folder in which it is started; the current one by default. */
  cwd?: string;
  /** Only these suites and rules; all of them by default. */
  suites?: string | readonly string[];
  rules?: string | readonly string[];
  /** Readings to hold the subject to, as `QUESTION=READING`. */
  readings?: string | readonly string[];
  /** A file of known failures: each is a `todo`, and fails once it is mended. */
  known?: string;
  /** An earlier proof: only what it does not have fails. */
  baseline?: string;
  seed?: number;
  /** How many random cases to draw per check. */
  cases?: number;
  /** How long a call may take, for example `30s`. */
  timeout?: string;
  jobs?: number;
  /** The function that makes a test; that of `node:test` by default. */
  test?: (name: string, body: (context?: any) => Promise<void>) => unknown;
}

/** Makes every rule a test. */
export function conformance(options: ConformanceOptions): Promise<void>;
