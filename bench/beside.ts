import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type LocalServer, startServer } from "../scripts/local-server";
import { freePort } from "../test/support/free-port";
import { DEMO, deleting, done, exporting, generation, importing, send } from "./background";

// How long validations of one project take while another makes, imports, exports and deletes all
// at once, and then sends requests beside that, as fast as they are answered: `npm run
// bench:beside`, or with another number of codes behind it. Alone and beside take turns, so that a
// busy machine is as busy for both. Each validation is told as its caller sees it and as the worker
// does; `/health`, which reads nothing, tells how much of it the local server and this process take.
// Sweeps do not run, since they would run beside the work alone.

const ROUNDS = 4;
const ALONE_MS = 20_000;
const KNOCKING_MS = 8_000;
const EVERY_MS = 20;
/** Requests of the busy project that are open at once. */
const OPEN = 4;
/** What must hold: milliseconds that generation adds, and times that all work takes. */
const TARGETS = { added_ms: 100, times: 2 };

const shop = {
  "X-App-Id": "shop-app",
  "X-App-Token": "shop-app-token",
  "content-type": "application/json",
};

/** Milliseconds of validations, as the caller sees them and as the worker does, and of `/health`. */
interface Seen {
  caller: number[];
  worker: number[];
  health: number[];
}

const noneSeen = (): Seen => ({ caller: [], worker: [], health: [] });

const keep = (all: Seen, { caller, worker, health }: Seen): void => {
  all.caller.push(...caller);
  all.worker.push(...worker);
  all.health.push(...health);
};

const validation = {
  method: "POST",
  headers: shop,
  body: JSON.stringify({
    redeemables: [{ object: "voucher", id: "WAITING" }],
    order: { amount: 5000 },
  }),
};

/** Sends a request, and answers how long it took, and what the worker says that it took. */
async function timed(url: string, init?: RequestInit): Promise<{ took: number; within: number }> {
  const from = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  const took = performance.now() - from;
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const told = /total;dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "");
  return { took, within: Number(told?.[1]) };
}

/** Validations of the shop, one after the other, until told to end. */
async function validations({ url }: LocalServer, isOver: () => boolean): Promise<Seen> {
  const seen = noneSeen();
  while (!isOver()) {
    const { took, within } = await timed(`${url}/v1/validations`, validation);
    seen.caller.push(took);
    seen.worker.push(within);
    await wait(EVERY_MS);
    seen.health.push((await timed(`${url}/health`)).took);
    await wait(EVERY_MS);
  }
  return seen;
}

const at = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
};

const sharesOf = (times: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => at(times, share).toFixed(1)).join(" / ");

const told = (name: string, { caller, worker, health }: Seen): string =>
  `${name.padEnd(12)} ${String(caller.length).padStart(5)} validations: ${sharesOf(caller)} ms, in the worker ${sharesOf(worker)} ms; /health ${sharesOf(health)} ms`;

/** Sends on all connections, each time as soon as the answer before is there. */
async function pressing(request: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  const line = async () => {
    while (!isOver()) await request();
  };
  await Promise.all(Array.from({ length: OPEN }, line));
}

const redemption = { redeemables: [{ object: "voucher", id: "BUSY" }], order: { amount: 5000 } };

/** What the busy project sends: a redemption, and a list. */
async function busy(server: LocalServer): Promise<void> {
  await send(server, DEMO, "/v1/redemptions", { body: redemption });
  await send(server, DEMO, "/v1/vouchers?limit=100");
}

/** Validations while the work that is begun goes on, and requests beside it where they press. */
async function beside(
  server: LocalServer,
  begin: () => Promise<string[]>,
  presses = false,
): Promise<Seen> {
  let isOver = false;
  const times = validations(server, () => isOver);
  const requests = presses
    ? pressing(
        () => busy(server),
        () => isOver,
      )
    : null;
  await done(server, await begin(), { sweeps: false });
  isOver = true;
  await requests;
  return times;
}

/** Validations while others ask for what reads nothing, as fast as it is answered. */
async function besideKnocking(server: LocalServer): Promise<Seen> {
  const until = performance.now() + KNOCKING_MS;
  const isOver = () => performance.now() > until;
  const [times] = await Promise.all([
    validations(server, isOver),
    pressing(() => timed(`${server.url}/health`), isOver),
  ]);
  return times;
}

const count = Number(process.argv[2] ?? 300_000);
/** As a deployment has it, unless the caller says otherwise. */
const share = process.env.REQUESTS_BESIDE_OTHERS ?? "8";
const folder = mkdtempSync(join(tmpdir(), "vouchsafe-beside-"));
const server = await startServer({
  port: await freePort(),
  state: join(folder, "state"),
  vars: { REQUEST_LOG: "0", REQUESTS_BESIDE_OTHERS: share },
});
try {
  await send(server, shop, "/v1/vouchers/WAITING", {
    body: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 5 } },
  });
  await send(server, DEMO, "/v1/vouchers/BUSY", {
    body: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 5 } },
  });
  const all = {
    alone: noneSeen(),
    knocking: noneSeen(),
    generation: noneSeen(),
    everything: noneSeen(),
    full: noneSeen(),
  };
  for (let round = 0; round < ROUNDS; round++) {
    const until = performance.now() + ALONE_MS;
    keep(all.alone, await validations(server, () => performance.now() > until));
    keep(all.knocking, await besideKnocking(server));
    const made = async () => [await generation(server, `G${round}`, count)];
    keep(all.generation, await beside(server, made));
    const work = (name: string, gone: string) => () =>
      Promise.all([
        generation(server, name, count / 2),
        exporting(server, ["code", "metadata"]).then(({ async_action_id }) => async_action_id),
        importing(server, `I${name}`, { count: 10_000 }),
        deleting(server, gone),
      ]);
    keep(all.everything, await beside(server, work(`H${round}`, `G${round}`)));
    keep(all.full, await beside(server, work(`F${round}`, `H${round}`), true));
    console.log(`Round ${round + 1}: 50, 95 and 99 of 100`);
    for (const [name, seen] of Object.entries(all)) console.log(told(name, seen));
  }
  const p99 = ({ caller }: Seen): number => at(caller, 0.99);
  const added = Math.round(p99(all.generation) - p99(all.alone));
  const times = (busy: Seen, who: keyof Seen = "caller") =>
    (at(busy[who], 0.99) / at(all.alone[who], 0.99)).toFixed(1);
  const { knocking, everything, full } = all;
  console.log(`REQUESTS_BESIDE_OTHERS=${share}; a deployment has 8.
99 of 100 validations beside generation wait at most ${added} ms longer than alone, at most ${TARGETS.added_ms}.
99 of 100 beside all work of another project take at most ${times(everything)} times as long as alone, and ${times(full)} times where it sends requests too, at most ${TARGETS.times}.
99 of 100 of /health, which reads nothing, take ${times(everything, "health")} and ${times(full, "health")} times as long there: the local server and this process.
99 of 100 beside ${OPEN} connections that ask for nothing but /health take ${times(knocking)} times as long as alone, whatever the service does.`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
