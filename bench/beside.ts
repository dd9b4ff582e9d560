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
// busy machine is as busy for both.

const ROUNDS = 4;
const ALONE_MS = 8_000;
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

/** How long validations of the shop take, one after the other, until told to end. */
async function validations(server: LocalServer, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const body = { redeemables: [{ object: "voucher", id: "WAITING" }], order: { amount: 5000 } };
  while (!isOver()) {
    const from = performance.now();
    await send(server, shop, "/v1/validations", { body });
    times.push(performance.now() - from);
    await wait(EVERY_MS);
  }
  return times;
}

const at = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
};

const told = (times: readonly number[]) => ({
  validations: times.length,
  ...Object.fromEntries(
    ([0.5, 0.95, 0.99, 1] as const).map((share) => [
      `p${share * 100}_ms`,
      Math.round(at(times, share)),
    ]),
  ),
});

/** Redemptions and lists of the busy project, each as soon as the one before is answered. */
async function pressing(server: LocalServer, isOver: () => boolean): Promise<void> {
  const redemption = { redeemables: [{ object: "voucher", id: "BUSY" }], order: { amount: 5000 } };
  const line = async () => {
    while (!isOver()) {
      await send(server, DEMO, "/v1/redemptions", { body: redemption });
      await send(server, DEMO, "/v1/vouchers?limit=100");
    }
  };
  await Promise.all(Array.from({ length: OPEN }, line));
}

/** Validations while the work that is begun goes on, and requests beside it where they press. */
async function beside(
  server: LocalServer,
  begin: () => Promise<string[]>,
  presses = false,
): Promise<number[]> {
  let isOver = false;
  const times = validations(server, () => isOver);
  const requests = presses ? pressing(server, () => isOver) : null;
  await done(server, await begin());
  isOver = true;
  await requests;
  return times;
}

const count = Number(process.argv[2] ?? 300_000);
const folder = mkdtempSync(join(tmpdir(), "vouchsafe-beside-"));
const server = await startServer({
  port: await freePort(),
  state: join(folder, "state"),
  // The database is in the same process: two at a time keep it busy.
  vars: { REQUEST_LOG: "0", REQUESTS_BESIDE_OTHERS: "2" },
});
try {
  await send(server, shop, "/v1/vouchers/WAITING", {
    body: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 5 } },
  });
  await send(server, DEMO, "/v1/vouchers/BUSY", {
    body: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 5 } },
  });
  const alone: number[] = [];
  const generated: number[] = [];
  const everything: number[] = [];
  const full: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const until = performance.now() + ALONE_MS;
    alone.push(...(await validations(server, () => performance.now() > until)));
    const made = async () => [await generation(server, `G${round}`, count)];
    generated.push(...(await beside(server, made)));
    const work = (name: string, gone: string) => () =>
      Promise.all([
        generation(server, name, count / 2),
        exporting(server, ["code", "metadata"]).then(({ async_action_id }) => async_action_id),
        importing(server, `I${name}`, { count: 10_000 }),
        deleting(server, gone),
      ]);
    everything.push(...(await beside(server, work(`H${round}`, `G${round}`))));
    full.push(...(await beside(server, work(`F${round}`, `H${round}`), true)));
    const all = { alone, generated, everything, full };
    console.log(JSON.stringify(Object.entries(all).map(([name, times]) => [name, told(times)])));
  }
  const p99 = (times: readonly number[]): number => at(times, 0.99);
  const added = Math.round(p99(generated) - p99(alone));
  const times = (busy: readonly number[]) => (p99(busy) / p99(alone)).toFixed(1);
  console.log(`99 of 100 validations beside generation wait at most ${added} ms longer than alone, at most ${TARGETS.added_ms}.
99 of 100 beside all work of another project take at most ${times(everything)} times as long as alone, and ${times(full)} times where it sends requests too, at most ${TARGETS.times}.`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
