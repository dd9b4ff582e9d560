import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const STOP_WITHIN_MS = 5_000;

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(
  dirname(createRequire(import.meta.url).resolve("wrangler/package.json")),
  "bin/wrangler.js",
);

/** Keeps wrangler from calling anywhere, asking anything and writing outside the state's folder. */
const quiet = (state: string) => ({
  CI: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_REGISTRY_PATH: join(state, "registry"),
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
  XDG_CONFIG_HOME: state,
  X_LOCAL_EXPLORER: "false",
  X_LOCAL_OBSERVABILITY: "false",
});

/** A running wrangler: a process group of its own, so that all it starts can be ended with it. */
export interface Wrangler {
  process: ChildProcess;
  /** Resolves when it and all it started have ended. */
  ended: Promise<void>;
  /** Asks it to end its runtime in order; what is left after a while is killed. */
  stop: () => Promise<void>;
  /** Ends it and all it started at once, as a power cut would. */
  kill: () => Promise<void>;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}

/** Waits until none of the group is left: on a busy machine some hold their ports a while longer. */
async function untilGone({ pid }: ChildProcess): Promise<void> {
  for (const until = Date.now() + STOP_WITHIN_MS; pid !== undefined && Date.now() < until; ) {
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
    await wait(20);
  }
}

export function spawnWrangler(
  state: string,
  args: readonly string[],
  signal?: AbortSignal,
): Wrangler {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: root,
    detached: true,
    env: { ...process.env, ...quiet(state) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const ended = once(child, "exit").then(async () => {
    killGroup(child);
    await closed;
    await untilGone(child);
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    killGroup(child);
    await ended;
  };
  const kill = async () => {
    killGroup(child);
    await ended;
  };
  signal?.addEventListener("abort", () => void stop(), { once: true });
  return { process: child, ended, stop, kill };
}

/** Runs a wrangler command of a deployment to its end, on this terminal; answers its exit code. */
export async function runWrangler(args: readonly string[]): Promise<number> {
  const command = spawn(process.execPath, [bin, ...args], { cwd: root, stdio: "inherit" });
  const [code] = await once(command, "exit");
  return typeof code === "number" ? code : 1;
}
