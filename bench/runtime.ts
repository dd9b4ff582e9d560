import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { LocalServer } from "../scripts/local-server";

const run = promisify(execFile);

/** The process that the worker runs in with its database and queue: the largest that the server started. */
export async function runtimeOf({ pid }: LocalServer): Promise<{ pid: number; mib: number }> {
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
