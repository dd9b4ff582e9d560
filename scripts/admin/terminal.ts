import type { Readable, Writable } from "node:stream";

/** A stream that knows whether somebody looks at it. */
export type Out = Writable & { isTTY?: boolean; columns?: number };

/** Where the program runs: what it reads, writes and is told, and when it is asked to stop. */
export interface Terminal {
  stdin: Readable & { isTTY?: boolean };
  stdout: Out;
  stderr: Out;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}
