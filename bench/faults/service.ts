import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundleWorker } from "../../scripts/bundle";
import { demoHeaders } from "../../scripts/demo-keys";
import { sweep } from "../../scripts/local-cron";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { HEADERS } from "../shop";

export type Json = Record<string, unknown>;

/** Asks until it is answered: any request may meet a fault. */
export async function asked(
  url: string,
  path: string,
  body?: Json,
  method = "POST",
): Promise<Json> {
  const keys = path.startsWith("/management/") ? demoHeaders.management : HEADERS;
  const once = { "content-type": "application/json", "Idempotency-Key": randomUUID() };
  const headers = { ...keys, ...(body && once) };
  const init = body ? { method, body: JSON.stringify(body) } : {};
  for (let attempts = 1; ; attempts++) {
    const response = await fetch(url + path, { headers, ...init }).catch(() => null);
    const text = (await response?.text().catch(() => "")) ?? "";
    if (response?.ok) return JSON.parse(text);
    if (attempts === 20) throw new Error(`${path}: ${response?.status} ${text}`);
    await wait(500);
  }
}

/** Where the server listens, and the folder of its data. */
export interface Place {
  port: number;
  state: string;
}

/** The server, which can be killed and comes back with the same data at the same place. */
export class Service {
  kills = 0;
  private constructor(
    private readonly start: () => Promise<LocalServer>,
    private server: LocalServer,
  ) {}

  /** Starts a worker, with the vars of the moment each time. */
  static async open(
    { port, state }: Place,
    main: string,
    vars: () => Record<string, string>,
  ): Promise<Service> {
    const { main: bundle } = await bundleWorker(join(state, "worker"), main);
    const start = () => startServer({ port, state, bundle, vars: { REQUEST_LOG: "0", ...vars() } });
    return new Service(start, await start());
  }

  get url(): string {
    return this.server.url;
  }

  /** Ends it at once, as a power cut would, and starts it again. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.server.kill();
    // A busy machine may cut a start off: nothing is lost by a second one.
    this.server = await this.start().catch(this.start);
    await this.pass("?restarted");
  }

  /** Lets time pass, and the cron do its work. */
  async pass(how = ""): Promise<void> {
    await fetch(`${this.url}/time${how}`).catch(() => undefined);
    await sweep(this.url);
  }

  stop = (): Promise<void> => this.server.stop();
}

/** What stands still for so long (milliseconds) is lost: jobs that were cut off wait for less. */
const STANDSTILL_MS = 330_000;
/** While something is waited for, time passes so often (milliseconds). */
const PASSES_MS = 1_000;

/** Lets time pass until all is done, or nothing moves any more. */
export async function untilDone(
  service: Service,
  isDone: () => Promise<boolean>,
  moves: () => number,
) {
  let [moved, before] = [Date.now(), -1];
  while (!(await isDone()) && Date.now() - moved < STANDSTILL_MS) {
    await service.pass();
    await wait(PASSES_MS);
    if (moves() !== before) moved = Date.now();
    before = moves();
  }
}
