import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { sweep, tickCron } from "../../scripts/local-cron";
import type { LocalServer } from "../../scripts/local-server";
import { present } from "../../src/lib/assert";
import { done, inEach, killing, readIn, type Shop } from "../support/killing";
import { INVARIANTS } from "../support/sentences";

// Work on whole projects whose process is killed in the middle: exact afterwards.

const MANAGEMENT = demoHeaders.management;
/** A busy machine takes half a minute for each start. */
const STARTS_MS = 600_000;
/** Gift cards, each of which is spent once. */
const CARDS = 60;
/** Events of an archive at most (`resources/events/archive/seal-store.ts`). */
const PER_FILE = 1_000;
/** In each of three places. */
const EVENTS = 12 * PER_FILE;
/** So often each archive run is killed in its middle. */
const CUTS = 2;

const { start, openShops, inPlaces, judge } = await killing("kill-whole");

/** What each shop has in its place, while no server has that. */
const inHomes = <T>(shops: readonly Shop[], use: (place: DatabaseSync, id: string) => T): T[] =>
  inPlaces((place, name) => {
    const shop = shops.find((each) => each.place === name);
    return use(place, present(shop, "a shop in each place").id);
  });

const one = (
  database: DatabaseSync,
  sql: string,
  ...values: string[]
): Record<string, unknown> => ({
  ...database.prepare(sql).get(...values),
});

/** All rows of a project in a table, without the project, in the order of their texts. */
const rowsOf = (database: DatabaseSync, table: string, project: string): string[] =>
  database
    .prepare(`SELECT * FROM ${table} WHERE project_id = ?`)
    .all(project)
    .map(({ project_id: _, ...row }) => JSON.stringify(row))
    .sort();

interface Feed {
  data: { id: string; sequence: number }[];
  has_more: boolean;
}

const PAGE = "/v1/event-feed?limit=100&after=";

/** The ids of all events from the first one on, as the copy tells them, whatever leaves meanwhile. */
async function feedOf(server: LocalServer, { place, headers }: Shop): Promise<string[]> {
  const ids: string[] = [];
  let { bookmark } = await done<Feed>(server, `${PAGE}0`, headers);
  // A look that may be old, behind which the copy is as new as that.
  const order = { redeemables: [{ object: "voucher", id: "WHOLE-0" }], order: { amount: 100 } };
  await done(server, "/v1/validations", headers, order);
  for (;;) {
    const page = await done<Feed>(server, PAGE + ids.length, { ...headers, ...bookmark });
    expect(page.read).toBe(readIn(place, "near"));
    ids.push(...page.body.data.map(({ id }) => id));
    if (!page.body.has_more) return ids;
    bookmark = page.bookmark;
  }
}

/** Cards that are spent, and their events again and again, all of which are old by now. */
async function prepare(): Promise<{ shops: Shop[]; events: string[][] }> {
  const server = await start();
  const shops = await openShops(server);
  await inEach(shops, async ({ headers }) => {
    for (let at = 0; at < CARDS; at++) {
      const card = { type: "GIFT_VOUCHER", gift: { amount: 1_000 } };
      await done(server, `/v1/vouchers/WHOLE-${at}`, headers, card);
      await done(server, `/v1/vouchers/WHOLE-${at}/redemption`, headers, {
        order: { amount: 300 },
        gift: { credits: 300 },
      });
    }
  });
  await server.stop();
  const events = inHomes(shops, (database, id) => {
    const { last } = one(
      database,
      "SELECT max(sequence) AS last FROM outbox WHERE project_id = ?",
      id,
    );
    const own = Number(last);
    const columns = "id, kind, entity_id, group_id, source, data, customer_id";
    for (let from = own; from < EVENTS; from += own) {
      database.exec(`INSERT INTO outbox (project_id, sequence, created_at, ${columns})
        SELECT project_id, sequence + ${from}, created_at, id || '-${from}',
          ${columns.replace("id, ", "")}
        FROM outbox WHERE project_id = '${id}' AND sequence <= ${own}
          AND sequence + ${from} <= ${EVENTS}`);
    }
    database.exec(`UPDATE outbox SET created_at = '2026-01-01T00:00:00.000Z';
      UPDATE tallies SET event_sequence = ${EVENTS}, events_taken = ${EVENTS}, archive_at = NULL
      WHERE project_id = '${id}'`);
    return database
      .prepare("SELECT id FROM outbox WHERE project_id = ? ORDER BY sequence")
      .all(id)
      .map((row) => String(row.id));
  });
  return { shops, events };
}

/** How many events of each shop have left, as far as anybody sees who does not have the place. */
const leaving = (shops: readonly Shop[]): number[] =>
  inHomes(shops, (database, id) => {
    const sql = "SELECT events_archived AS archived FROM tallies WHERE project_id = ?";
    return Number(one(database, sql, id).archived);
  });

/** How many events of each shop have left, each of which stands in one place alone. */
const archived = (shops: readonly Shop[]): number[] =>
  inHomes(shops, (database, id) => {
    const found = one(
      database,
      `SELECT events_archived AS archived,
        (SELECT min(sequence) FROM outbox o WHERE o.project_id = t.project_id) AS first,
        (SELECT count(*) FROM outbox o WHERE o.project_id = t.project_id) AS left,
        (SELECT coalesce(sum(last - first + 1), 0) FROM event_archives a
          WHERE a.project_id = t.project_id AND sealed_at IS NOT NULL) AS sealed
      FROM tallies t WHERE project_id = ?`,
      id,
    );
    const left = Number(found.archived);
    expect(found).toEqual({
      archived: left,
      sealed: left,
      left: EVENTS - left,
      first: left < EVENTS ? left + 1 : null,
    });
    // What was called for is called again an hour later: now.
    database.exec(`UPDATE tallies SET archive_at = NULL WHERE project_id = '${id}'`);
    return left;
  });

/** Kills servers while the events of each shop leave, each time behind a further file of them. */
async function cutArchives(shops: readonly Shop[]): Promise<void> {
  let before = shops.map(() => 0);
  const cuts = shops.map(() => 0);
  const isLeft = (at: number): boolean => (cuts[at] ?? 0) < CUTS;
  while (shops.some((_, at) => isLeft(at))) {
    const server = await start();
    await sweep(server.url);
    const isUnderWay = (left: number, at: number) =>
      isLeft(at) && left >= (before[at] ?? 0) + PER_FILE;
    while (!leaving(shops).some(isUnderWay)) await wait(5);
    await server.kill();
    const left = archived(shops);
    for (const at of shops.keys()) {
      const isCut = (left[at] ?? 0) > (before[at] ?? 0) && (left[at] ?? 0) < EVENTS;
      if (isCut) cuts[at] = (cuts[at] ?? 0) + 1;
      if (isLeft(at)) expect(left[at], "killed in the middle").toBeLessThan(EVENTS);
    }
    before = left;
  }
}

interface Work {
  id: string;
  project_id: string;
  status: string;
  rows: number;
}

const read = (server: LocalServer, paths: readonly string[]): Promise<Work[]> =>
  Promise.all(paths.map(async (path) => (await done<Work>(server, path, MANAGEMENT)).body));

const isBegun = ({ status, rows }: Work): boolean => status === "IN_PROGRESS" && rows > 0;

/** Which of what was not cut yet is to have begun when the server is killed. */
type Which = "some" | "every";

/**
 * Kills the server of work that has begun, and further ones, until each was in its middle once, and
 * follows all of it to its end.
 */
async function cut(
  first: LocalServer,
  paths: readonly string[],
  which: Which,
): Promise<[Work[], LocalServer]> {
  let [server, uncut] = [first, paths];
  while (uncut.length > 0) {
    let works = await read(server, uncut);
    for (; !works[which](isBegun); works = await read(server, uncut)) {
      expect(works.map(({ status }) => status)).toEqual(uncut.map(() => "IN_PROGRESS"));
      await wait(5);
    }
    await server.kill();
    const isCut = works.map(isBegun);
    uncut = uncut.filter((_, at) => !isCut[at]);
    server = await start();
    void tickCron(server);
  }
  let works = await read(server, paths);
  for (; works.some(({ status }) => status === "IN_PROGRESS"); works = await read(server, paths)) {
    await wait(5);
  }
  expect(works.map(({ status }) => status)).toEqual(paths.map(() => "DONE"));
  return [works, server];
}

/** Each comes back in another place than it was. */
const OTHER: Record<string, string> = { DB: "DB_1", DB_1: "DB_2", DB_2: "DB" };

const LEDGERS = ["voucher_transactions", "redemptions", "vouchers", "event_archives", "orders"];
/** The same events again and again are no longer those of the ledgers. */
const SENTENCES = Object.fromEntries(
  Object.entries(INVARIANTS).filter(([, sql]) => !sql.includes("outbox")),
);

it(
  "archive runs, backups and restores whose server is killed are exact afterwards, in each place",
  async () => {
    const { shops, events } = await prepare();
    expect(events.map(({ length }) => length)).toEqual([EVENTS, EVENTS, EVENTS]);
    await cutArchives(shops);

    const last = await start();
    await sweep(last.url);
    expect(await inEach(shops, (shop) => feedOf(last, shop))).toEqual(events);
    const begun = await inEach(shops, async ({ id }) => {
      const body = { project_id: id };
      return done<Work>(last, "/management/v1/backups", MANAGEMENT, body);
    });
    const backups = begun.map(({ body }) => `/management/v1/backups/${body.id}`);
    // Those of small projects take turns, too.
    const [, other] = await cut(last, backups, "every");
    const restores = await inEach(shops, async ({ place }, at) => {
      const path = `${backups[at]}/restore`;
      const { body } = await done<Work>(other, path, MANAGEMENT, { place: OTHER[place] });
      return `/management/v1/restores/${body.id}`;
    });
    // A restore is over within its turn: they are there one after the other.
    const [restored, end] = await cut(other, restores, "some");
    const copies = await inEach(shops, async ({ place }, at): Promise<Shop> => {
      const id = restored[at]?.project_id ?? "";
      const keys = `/management/v1/projects/${id}/api-keys`;
      const { body } = await done<{ app_id: string; app_token: string }>(end, keys, MANAGEMENT, {
        kind: "server",
        name: "Restored",
      });
      const headers = { "X-App-Id": body.app_id, "X-App-Token": body.app_token };
      return { place: OTHER[place] ?? "", id, headers };
    });
    expect(await inEach(copies, (copy) => feedOf(end, copy))).toEqual(events);
    await end.stop();
    for (const table of LEDGERS) {
      const own = inHomes(shops, (place, id) => rowsOf(place, table, id));
      const [first, ...others] = inHomes(copies, (place, id) => rowsOf(place, table, id));
      for (const rows of own) expect(rows.length, table).toBeGreaterThan(0);
      // What is in each place came from the one before it.
      expect([...others, first], table).toEqual(own);
    }
    judge([...shops, ...copies], SENTENCES);
  },
  STARTS_MS,
);
