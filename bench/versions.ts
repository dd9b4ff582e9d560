import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../scripts/wrangler";
import { freePort } from "../test/support/free-port";
import { checkedOut, layOver } from "./checkout";
import type { Loaded } from "./load";
import { cpuOf, runtimeOf, untilQuiet } from "./runtime";

/** A server of one version, with the worker of the bench. */
export interface Version extends Loaded {
  /** The git ref; null is this version. */
  ref: string | null;
  /** The folder of its data. */
  state: string;
  untilQuiet: () => Promise<void>;
  stop: () => Promise<void>;
}

/** What an answer leaves behind begins within this time (milliseconds). */
const REST_MS = 1_200;

/** Starts the server of a version in folders of its own. */
export async function startVersion(ref: string | null, folder: string): Promise<Version> {
  const source = ref === null ? root : checkedOut(ref, folder);
  if (ref !== null) layOver(source);
  const state = join(folder, "state");
  const script = ["--import", "tsx", "bench/replay/serve.ts", String(await freePort()), state];
  const child = spawn(process.execPath, script, {
    cwd: source,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const said = once(lines, "line");
  const first = await Promise.race([said, ended.then(() => null)]);
  if (!first) throw new Error(`${ref ?? "this version"} did not start`);
  const server: { url: string; pid: number } = JSON.parse(String(first[0]));
  const runtime = await runtimeOf(server);
  const cpu = () => {
    const found = cpuOf(runtime.pid);
    // Wrangler builds older versions itself, and again where a test run changes node_modules.
    if (process.platform === "linux" && Number.isNaN(found))
      throw new Error("the worker was started anew");
    return found;
  };
  return {
    ref,
    state,
    url: server.url,
    cpu,
    untilQuiet: () => untilQuiet(runtime.pid, REST_MS),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
