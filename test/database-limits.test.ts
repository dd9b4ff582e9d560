import type { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Param, Statement } from "../src/db/client";
import { sql } from "../src/db/sql";
import { DecideRequest } from "../src/model/redeemable";
import { activityEvents } from "../src/resources/events/activity-store";
import { eventsFrom } from "../src/resources/events/archive/read-store";
import { listOrders } from "../src/resources/orders/list";
import { listPublications } from "../src/resources/publications/list";
import { listRedemptions } from "../src/resources/redemptions/list";
import { redeem } from "../src/resources/redemptions/redeem";
import { rollback } from "../src/resources/redemptions/rollback";
import { RollbackBody } from "../src/resources/redemptions/schema";
import { createVoucher } from "../src/resources/vouchers/create";
import { VoucherCreate } from "../src/resources/vouchers/schema";
import { dueIn } from "../src/resources/webhooks/deliveries/lane-store";
import type { Scope } from "../src/scope/scope";
import { migrated } from "./support/large-database";
import { localD1 } from "./support/local-d1";
import { localScope, NOON } from "./support/local-scope";
import { sourcesIn } from "./support/source";

/** The most arguments that D1 gives a function of SQLite; local runs take more. */
const MOST_ARGUMENTS = 32;

const OPENS: Record<string, number> = { "(": 1, ")": -1 };

/** How many arguments the call has that opens right before `from`. */
function argumentsFrom(text: string, from: number): number {
  let [depth, count, quote] = [1, 1, ""];
  for (let at = from; at < text.length && depth > 0; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'") quote = character;
    else if (character === "," && depth === 1) count += 1;
    else depth += OPENS[character] ?? 0;
  }
  return count;
}

/** Calls in SQL with more arguments than the database takes, by their place. */
const tooWide = (text: string): string[] =>
  [...text.matchAll(/\bjson_(?:object|array|set|insert)\(/g)].flatMap((call) => {
    const count = argumentsFrom(text, call.index + call[0].length);
    const line = text.slice(0, call.index).split("\n").length;
    return count > MOST_ARGUMENTS ? [`line ${line}: ${count} arguments`] : [];
  });

describe("what the database takes and local runs do not say", () => {
  it("no function of SQL has more arguments than D1 takes", () => {
    const found = sourcesIn("src").flatMap(({ path, text }) =>
      tooWide(text).map((place) => `${path} ${place}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    [`json_object(${"'a', 1, ".repeat(16)}'b', 2)`, ["line 1: 34 arguments"]],
    [`json_object(${"'a', 1, ".repeat(15)}'b', 2)`, []],
    ["json_object('a,b', json_array(1, 2), 'c)', (SELECT 1, 2))", []],
  ])("counts %s", (text, expected) => {
    expect(tooWide(text)).toEqual(expected);
  });
});

const database = migrated();
const local = localD1(database);
const scope = localScope(local.d1);

/** What a list asks of the database. */
async function sentBy(list: (scope: Scope) => Promise<unknown>): Promise<Statement[]> {
  const before = local.batches.length;
  await list(scope);
  return local.batches.slice(before).flat();
}

const LATE = "2027-01-01T00:00:00.000Z";
const hold = { project_id: scope.project.id, webhook_id: "wh_1", lane: 0, lease: "lease" };
const watched = { customer: sql`${"cust_1"}`, kinds: ["customer.created"], about: null };
const page = { limit: 10, page: 1, order: "-created_at" } as const;

/** What tells rows together with others that belong to them: both may be as large as a row is. */
const TOGETHER: Record<string, () => Statement[] | Promise<Statement[]>> = {
  redemptions: () => sentBy((at) => listRedemptions(at, page)),
  orders: () => sentBy((at) => listOrders(at, page)),
  publications: () => sentBy((at) => listPublications(at, page)),
  events: () => [eventsFrom(scope, { after: 0, limit: 10 })],
  "events of a customer": () => [activityEvents(scope, page, watched)],
  "events that are due": () => [dueIn(hold, LATE)],
};

const asBound = (value: Param) => (typeof value === "boolean" ? Number(value) : value);

const lastSorts = ({ sql: text, params }: Statement): boolean =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...params.map(asBound))
    .some(({ parent, detail }) => parent === 0 && /TEMP B-TREE FOR ORDER BY/.test(String(detail)));

describe("what is told with all that belongs to it is more than a row may be, and sorted nowhere", () => {
  it.each(Object.entries(TOGETHER))("%s", async (_, statements) => {
    const sent = await statements();
    expect(sent.filter(lastSorts).map(({ sql: text }) => text)).toEqual([]);
  });
});

/** The most bytes that D1 gives and takes as one value. */
const MOST_BYTES = 2_000_000;

const bytesOf = (value: unknown): number =>
  typeof value === "string" ? Buffer.byteLength(value) : 0;

/** Bytes of the largest value that is read of the event behind a number. */
function largestOf(at: Scope, rows: DatabaseSync, after: number): number {
  const { sql: text, params } = eventsFrom(at, { after, limit: 1 });
  const [event] = rows.prepare(text).all(...params.map(asBound));
  return Math.max(...Object.values(event ?? {}).map(bytesOf));
}

describe("no value of an event is larger than the database gives", () => {
  it("of the largest entries of the ledger", async () => {
    const { d1, database: rows } = localD1(migrated());
    const at = localScope(d1, { now: NOON });
    const gift = { amount: 9_000, effect: "APPLY_TO_ORDER" };
    await createVoucher(at, VoucherCreate.parse({ code: "G", type: "GIFT_VOUCHER", gift }));
    const items = Array.from({ length: 500 }, (_, place) => ({
      source_id: `line-${place}`,
      quantity: 1,
      price: 100,
      metadata: { note: '"'.repeat(950) },
    }));
    // Within a text of JSON each of its quotation marks is four.
    const metadata = { note: '"'.repeat(149_990) };
    const redeemables = [{ object: "voucher", id: "G", gift: { credits: 300 } }];
    const sent = DecideRequest.parse({ redeemables, order: { items }, metadata });
    await redeem(at, sent, (redeemed) => redeemed);
    const [entry] = rows.prepare("SELECT id FROM redemptions").all();
    await rollback(at, String(entry?.id), RollbackBody.parse({ metadata }), "all");
    const { events } = rows.prepare("SELECT count(*) AS events FROM outbox").get() ?? {};
    const sizes = Array.from({ length: Number(events) }, (_, after) => largestOf(at, rows, after));
    // What was redeemed and rolled back tells the order; nothing is half of what may be.
    expect(sizes.filter((bytes) => bytes > 900_000)).toHaveLength(4);
    expect(Math.max(...sizes)).toBeLessThan(MOST_BYTES);
    const more = { note: '"'.repeat(500_000) };
    expect(DecideRequest.safeParse({ ...sent, metadata: more }).success).toBe(false);
  });

  it("of people with long notes, who are told without", () => {
    const { d1, database: rows } = localD1(migrated());
    const at = localScope(d1, { now: NOON });
    const notes = { a: 1_000_000, b: 1_000_000, c: 400_000 - "{'n':''}".length };
    for (const [id, length] of Object.entries(notes)) {
      rows
        .prepare(`INSERT INTO customers (project_id, id, metadata, created_at)
          VALUES ('proj_1', ?, ?, '${LATE}')`)
        .run(id, JSON.stringify({ n: "n".repeat(length) }));
    }
    rows.exec(`INSERT INTO outbox
        (project_id, sequence, id, kind, entity_id, group_id, source, data, created_at)
      VALUES ('proj_1', 1, 'evt_1', 'order.updated', 'ord_1', 'evt_1', '{}',
        '{"people":["a","b","c"]}', '${LATE}')`);
    expect(largestOf(at, rows, 0)).toBeGreaterThan(400_000);
    expect(largestOf(at, rows, 0)).toBeLessThan(401_000);
  });
});
