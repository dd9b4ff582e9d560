import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { bundleWorker } from "./bundle.ts";
import { localSecrets, projectsSql } from "./demo-project.ts";
import { writeLocalConfig } from "./local-config.ts";
import { prepareDatabase } from "./local-migrations.ts";
import { root, spawnWrangler, type Wrangler } from "./wrangler.ts";

const READY_WITHIN_MS = 60_000;

export interface LocalServer {
  url: string;
  /** Leads the group of all processes that it started. */
  pid: number | undefined;
  /** Resolves when the server has ended, by `stop` or by itself. */
  ended: Promise<void>;
  /** Ends the server and everything it started. */
  stop: () => Promise<void>;
  /** Ends it at once, as a power cut would; for tests. */
  kill: () => Promise<void>;
}

export interface LocalServerOptions {
  port?: number;
  /** Folder that keeps the data and the generated configuration. */
  state?: string;
  /** Entry of another worker on the same bindings; absent is the service itself. */
  main?: string;
  /** The entry of a worker that is built, for who starts it more than once. */
  bundle?: string | undefined;
  /** Vars of the worker beside or instead of those of `wrangler.toml`. */
  vars?: Record<string, string>;
  /** Serves the pages too, as `npm run build` made them. */
  hasPages?: boolean;
  /** What is done first; what the server says of it stays unheard. */
  prepare?: ((url: string) => Promise<void>) | undefined;
  /** Where the worker's inspector listens; any free port without it. */
  inspectorPort?: number;
  /** Ends the server, also while it is still starting. */
  signal?: AbortSignal;
}

async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    throw new Error(`Port ${port} is taken. Choose another one: PORT=8790 npm start`);
  }
  probe.close();
  await once(probe, "close");
}

/**
 * What the server says: kept while it starts. From then on its errors are passed on, and of the rest
 * the worker's own lines, which are JSON.
 */
class Output {
  readonly kept: string[] = [];
  isOpen = false;

  relay(stream: Readable | null, out: NodeJS.WritableStream, isWanted: (line: string) => boolean) {
    if (!stream) return;
    createInterface({ input: stream }).on("line", (line) => {
      if (!this.isOpen) this.kept.push(line);
      else if (isWanted(line)) out.write(`${line}\n`);
    });
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  );

async function untilReady(url: string, dev: Wrangler, output: Output): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(url))) {
    const { exitCode, signalCode } = dev.process;
    if (exitCode !== null || signalCode !== null || Date.now() > deadline) {
      throw new Error(`The local server did not start:\n${output.kept.join("\n")}`);
    }
    await wait(50);
  }
}

/**
 * Brings up a local server with the demo project: applies the migrations, seeds, starts
 * `wrangler dev` and waits until it answers. A second start on the same state keeps its data.
 */
export async function startServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const { port = 8787, signal } = options;
  const state = resolve(root, options.state ?? ".wrangler/state");
  const vars = {
    ...localSecrets,
    SERVER_TIMING: "1",
    ALLOW_PRIVATE_WEBHOOKS: "1",
    LOCAL_HOSTS_ONLY: "1",
    ...options.vars,
  };
  await refuseTakenPort(port);
  await mkdir(state, { recursive: true });
  const bundle = options.main
    ? (await bundleWorker(join(state, "worker"), options.main)).main
    : (options.bundle ?? process.env.WORKER_BUNDLE);
  const [config] = await Promise.all([
    writeLocalConfig(state, { vars, bundle, hasPages: options.hasPages ?? false }),
    prepareDatabase(state, projectsSql(vars.SIGNING_SECRET), signal),
  ]);
  const place = ["--config", config, "--persist-to", state];
  const inspector = ["--inspector-port", String(options.inspectorPort ?? 0)];
  const address = ["--ip", "127.0.0.1", "--port", String(port), ...inspector];
  const dev = spawnWrangler(state, ["dev", ...place, ...address], signal);
  const output = new Output();
  output.relay(dev.process.stdout, process.stdout, (line) => line.startsWith("{"));
  output.relay(dev.process.stderr, process.stderr, () => true);
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, dev, output);
    await options.prepare?.(url);
  } catch (error) {
    await dev.stop();
    throw error;
  }
  // The log lines of the requests just made are still on their way; nobody asked for them.
  await wait(100);
  output.isOpen = true;
  return { url, pid: dev.process.pid, ended: dev.ended, stop: dev.stop, kill: dev.kill };
}
