import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../scripts/local-server";
import { freePort } from "../test/support/free-port";
import { HEADERS, post } from "./shop";

const BURSTS = 50;
const WRITERS = 100;
/** On the gift card at first, in minor units: as much as one burst takes away. */
const OPENING = 4_000;
/** So many of a hundred answers must be 200. */
const LEAST = 0.99;

interface Reply {
  status: number;
  key: string | null;
  ms: number;
}

interface Kind {
  name: string;
  make: (url: string) => Promise<unknown>;
  /** Where the row is read, how it is written, and what a writer says in a burst. */
  path: string;
  method: "PUT" | "POST";
  write: string;
  body: (writer: number, burst: number) => object;
}

const note = (writer: number, burst: number) => ({ metadata: { [`writer_${writer}`]: burst } });

const KINDS: readonly Kind[] = [
  {
    name: "customer",
    make: (url) => post(url, "/v1/customers", { source_id: "hot" }),
    ...{ path: "/v1/customers/hot", method: "PUT", write: "/v1/customers/hot", body: note },
  },
  {
    name: "order",
    make: (url) => post(url, "/v1/orders", { source_id: "hot", amount: 1000 }),
    ...{ path: "/v1/orders/hot", method: "PUT", write: "/v1/orders/hot", body: note },
  },
  {
    name: "product",
    make: async () => {},
    ...{ path: "/v1/products/hot", method: "POST", write: "/v1/products" },
    body: (writer, burst) => ({ source_id: "hot", ...note(writer, burst) }),
  },
  {
    name: "voucher",
    make: (url) =>
      post(url, "/v1/vouchers", { code: "HOT", discount: { type: "AMOUNT", amount_off: 1 } }),
    ...{ path: "/v1/vouchers/HOT", method: "PUT", write: "/v1/vouchers/HOT", body: note },
  },
  {
    name: "gift card",
    make: (url) => post(url, "/v1/vouchers", { code: "CARD", gift: { amount: OPENING } }),
    ...{ path: "/v1/vouchers/CARD", method: "POST", write: "/v1/vouchers/CARD/balance" },
    // Of ten, six add and four take away: never more than was there before the burst.
    body: (writer) => ({ amount: writer % 10 < 6 ? 200 : -100 }),
  },
];

/** An answer that never came counts as failed: whether its change is there is then not known. */
async function call(url: string, method: string, body: object): Promise<Reply> {
  const started = performance.now();
  try {
    const response = await fetch(url, { method, headers: HEADERS, body: JSON.stringify(body) });
    const text = await response.text();
    const key = /"key":"(\w+)"/.exec(text)?.[1] ?? null;
    return { status: response.status, key, ms: performance.now() - started };
  } catch {
    return { status: 0, key: "no answer", ms: performance.now() - started };
  }
}

async function stateOf(url: string, { path }: Kind) {
  const response = await fetch(url + path, { headers: HEADERS });
  return (await response.json()) as { metadata?: object; gift?: { balance: number } };
}

/** What an acknowledged change has left out of the end state: nothing, or this is a lost write. */
async function lostOf(url: string, kind: Kind, sent: readonly object[]): Promise<number> {
  const { metadata = {}, gift } = await stateOf(url, kind);
  if (kind.name === "gift card") {
    const sum = sent.reduce(
      (total, body) => total + ("amount" in body ? Number(body.amount) : 0),
      0,
    );
    return OPENING + sum === gift?.balance ? 0 : 1;
  }
  const stored = new Map<string, unknown>(Object.entries(metadata));
  const noted = sent.flatMap((body) =>
    "metadata" in body ? Object.entries(body.metadata as object) : [],
  );
  return [...new Map(noted)].filter(([name, value]) => stored.get(name) !== value).length;
}

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0);

/** Bursts of writers on one row; every acknowledged change must be in the state after each burst. */
async function storm(url: string, kind: Kind) {
  await kind.make(url);
  const replies: Reply[] = [];
  const acknowledged: object[] = [];
  let lost = 0;
  for (let burst = 1; burst <= BURSTS; burst++) {
    const bodies = Array.from({ length: WRITERS }, (_, writer) => kind.body(writer, burst));
    const answered = await Promise.all(
      bodies.map((body) => call(url + kind.write, kind.method, body)),
    );
    replies.push(...answered);
    acknowledged.push(...bodies.filter((_, at) => answered[at]?.status === 200));
    lost += await lostOf(url, kind, acknowledged);
  }
  const failed = replies.filter(({ status }) => status !== 200);
  const times = replies.map(({ ms }) => ms);
  return {
    kind: kind.name,
    answers: replies.length,
    ok: replies.length - failed.length,
    failed: [...new Set(failed.map(({ status, key }) => `${status} ${key}`))].join(", "),
    lost,
    ...{ p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) },
  };
}

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-writers-"));
const server = await startServer({
  port: await freePort(),
  state: join(folder, "state"),
  vars: { REQUEST_LOG: "0" },
});
try {
  const rows = [];
  for (const kind of KINDS) {
    const row = await storm(server.url, kind);
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  if (rows.some(({ ok, answers, lost }) => ok < LEAST * answers || lost > 0)) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
