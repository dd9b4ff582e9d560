import { PassThrough } from "node:stream";
import { run } from "../../scripts/admin/run";
import type { Out } from "../../scripts/admin/terminal";

/** What the program wrote, and what it ended with. */
export interface Ran {
  exit: number;
  out: string;
  err: string;
}

interface Place {
  env?: Record<string, string>;
  /** Whether somebody looks at what it writes. */
  isTTY?: boolean;
  /** Hears of what is written as it comes. */
  heard?: (text: string) => void;
  signal?: AbortSignal;
  typed?: string;
}

function listening(isTTY: boolean, heard: (text: string) => void) {
  const parts: string[] = [];
  const stream: Out = new PassThrough({ encoding: "utf8" }).on("data", (text: string) => {
    parts.push(text);
    heard(text);
  });
  stream.isTTY = isTTY;
  stream.columns = 120;
  return { stream, text: () => parts.join("") };
}

/** Runs a command line as the program does, in this process. */
export async function admin(line: readonly string[], place: Place = {}): Promise<Ran> {
  const { env = {}, isTTY = false, heard = () => undefined, typed } = place;
  const stdout = listening(isTTY, heard);
  const stderr = listening(isTTY, () => undefined);
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough();
  stdin.isTTY = typed !== undefined;
  if (typed !== undefined) stdin.write(typed);
  const exit = await run(line, {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    signal: place.signal ?? new AbortController().signal,
  });
  return { exit, out: stdout.text(), err: stderr.text() };
}
