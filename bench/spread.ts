import { setTimeout as wait } from "node:timers/promises";
import { sweep } from "../scripts/local-cron";
import { startServer } from "../scripts/local-server";
import { CONTROL } from "../src/scope/places";
import { paired, type Target } from "./load";
import { openPlaces } from "./mix/places";
import { openShops, type Shop, untilOpen } from "./mix/shops";
import { cpuOf, runtimeOf } from "./runtime";

const PORT = 8794;
/** So many that one place has at least three of them. */
const SHOPS = 9;
const CODES = 10;

/** What must hold; the bench prints it beside what it measured. */
export const SPREAD_TARGETS = { ratio: 1, bytes: 3_000 };

/** Of ten requests of a shop six validate, three redeem, and one moves a gift card. */
const mixOf = ({ headers }: Shop): Target[] =>
  Array.from({ length: CODES }, (_, at) => {
    const body = { redeemables: [{ object: "voucher", id: `D-${at}` }], order: { amount: 5000 } };
    const target = { method: "POST", headers } as const;
    if (at < 6) return { ...target, path: "/v1/validations", body };
    if (at < 9) return { ...target, path: "/v1/redemptions", body };
    return { ...target, path: `/v1/vouchers/G-${at}/balance`, body: { amount: 100 } };
  });

const together = (shops: readonly Shop[]): Target => {
  const mixes = shops.map(mixOf);
  const requests = Array.from({ length: CODES }, (_, at) => mixes.flatMap((mix) => mix[at] ?? []));
  return { path: "/", requests: requests.flat() };
};

/** Three shops in one place, and one in each of three. */
function homesOf(state: string, shops: readonly Shop[]): [Shop[], Shop[]] {
  const control = openPlaces(state).get(CONTROL);
  const rows = control?.prepare("SELECT id, place FROM projects").all() ?? [];
  control?.close();
  const place = new Map(rows.map((row) => [String(row.id), String(row.place)]));
  const groups = [...Map.groupBy(shops, ({ id }) => place.get(id)).values()];
  const one = groups.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return [one.slice(0, 3), groups.flatMap(([first]) => first ?? [])];
}

const running = (state: string) =>
  startServer({ port: PORT, state, main: "bench/worker.ts", vars: { REQUEST_LOG: "0" } });

const countOf = (state: string, sql: string): number =>
  [...openPlaces(state).values()].reduce((sum, place) => {
    const count = Number(place.prepare(sql).get()?.n);
    place.close();
    return sum + count;
  }, 0);

/** Requests a second of the same mix on one place and on three. */
async function throughput(state: string) {
  const server = await running(state);
  try {
    await untilOpen(server.url);
    const [one, three] = homesOf(state, await openShops(server.url, SHOPS));
    const { pid } = await runtimeOf(server);
    const loaded = { url: server.url, cpu: () => cpuOf(pid) };
    const mix = await paired(loaded, together(three), together(one));
    const unheard = "SELECT total(event_sequence - events_taken) AS n FROM tallies";
    while (countOf(state, unheard) > 0) await sweep(server.url).then(() => wait(500));
    return { places: three.length, one: mix.second, three: mix.first, times: mix.times };
  } finally {
    await server.stop();
  }
}

/** Makes all events older than any project keeps them. */
function age(state: string): void {
  for (const place of openPlaces(state).values()) {
    place.exec(`UPDATE outbox SET created_at = '2020-01-01T00:00:00.000Z';
      UPDATE tallies SET archive_at = NULL; PRAGMA wal_checkpoint(TRUNCATE)`);
    place.close();
  }
}

/** Events that leave for the archive in a second. */
async function archived(state: string) {
  age(state);
  const events = countOf(state, "SELECT count(*) AS n FROM outbox");
  const server = await running(state);
  try {
    const from = performance.now();
    await sweep(server.url);
    while (countOf(state, "SELECT count(*) AS n FROM outbox") > 0) await wait(50);
    return { events, seconds: (performance.now() - from) / 1000 };
  } finally {
    await server.stop();
  }
}

/** The same mix on one place and on three, and then how fast its events leave. */
export async function spreadBench(state: string) {
  const mix = await throughput(state);
  return { ...mix, archive: await archived(state) };
}

/** The lines that the bench prints, each measure beside what must hold. */
export function spreadReport(
  { places, one, three, times, archive }: Awaited<ReturnType<typeof spreadBench>>,
  bytes: number,
): string {
  const most = SPREAD_TARGETS;
  const rate = archive.events / archive.seconds;
  return `A mix of requests on one place: ${one.toFixed(0)} a second; on ${places} places of one machine ${three.toFixed(0)}, ${times.toFixed(2)} times as many in the middle of pairs, at least ${most.ratio}.
Archive: ${archive.events} events of three places left in ${archive.seconds.toFixed(1)} s, ${rate.toFixed(0)} a second.
A redemption with an order of two lines adds ${bytes} bytes to the database in the third month, at most ${most.bytes}.`;
}
