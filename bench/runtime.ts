import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { LocalServer } from "../scripts/local-server";

const run = promisify(execFile);

/** The process that the worker runs in with its database and queue: the largest that the server started. */
export async function runtimeOf({
  pid,
}: Pick<LocalServer, "pid">): Promise<{ pid: number; mib: number }> {
  const { stdout } = await run("ps", ["-eo", "pid=,pgid=,rss=,comm="]);
  const found = stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, group, , name]) => group === String(pid) && name?.includes("workerd"))
    .map(([id, , kib]) => ({ pid: Number(id), mib: Number(kib) / 1024 }));
  return found.reduce((most, each) => (each.mib > most.mib ? each : most), { pid: 0, mib: 0 });
}

/** A thread that has ended meanwhile has nothing to tell. */
function timeOfThread(path: string): number {
  try {
    return Number(readFileSync(path, "utf8").split(" ")[0]) / 1000;
  } catch {
    return 0;
  }
}

/** CPU microseconds that all threads of a process have used; NaN where only Linux would tell. */
export function cpuOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return Number.NaN;
  return readdirSync(threads)
    .map((thread) => timeOfThread(`${threads}/${thread}/schedstat`))
    .reduce((total, microseconds) => total + microseconds, 0);
}

/** Looks at a process so often (milliseconds) until it has rested for so many looks. */
const LOOK_MS = 100;
const RESTING_US = 2_000;
const MOST_LOOKS = 100;

/** Waits until a process has rested for a while: then no work goes on behind its answers. */
export async function untilQuiet(pid: number, restMs: number): Promise<void> {
  let rested = 0;
  for (let look = 0; look < MOST_LOOKS && rested < restMs; look++) {
    const before = cpuOf(pid);
    await wait(LOOK_MS);
    // Where nobody tells, this only waits.
    rested = cpuOf(pid) - before >= RESTING_US ? 0 : rested + LOOK_MS;
  }
}
