import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CONTROL } from "../../src/scope/places";
import { CONTROL_TABLES } from "../../test/support/control-tables";
import { INVARIANTS } from "../../test/support/sentences";
import { openPlaces } from "./places";
import { MADE, ROWS } from "./plan";
import { USES_EACH } from "./shops";

/**
 * An operation that is done is there `times` times, one that is refused not at all, and one that was
 * cut off either way; `found` counts it, where `o` is the operation and ?1 its project.
 */
const isThere = (kinds: string, found: string, times = "1"): string => `
  SELECT o.kind, o.at, o.state, (${found}) AS found FROM operations o
  WHERE o.project_id = ?1 AND o.kind IN (${kinds}) AND NOT CASE o.state
    WHEN 'done' THEN (${found}) = ${times} WHEN 'refused' THEN (${found}) = 0
    WHEN 'unknown' THEN (${found}) IN (0, ${times}) ELSE false END`;

/** Each query answers the operations of a project that are not there as they were answered. */
const ANSWERED: Record<string, string> = {
  "each redemption is there as often as it was answered": isThere(
    "'redeem', 'stack', 'spend', 'pay', 'take'",
    `SELECT count(*) FROM orders d JOIN redemptions r ON r.project_id = ?1 AND r.order_id = d.id
      AND r.object = 'redemption' AND r.result = 'SUCCESS'
      AND coalesce(r.voucher_id, r.promotion_tier_id) IS NOT NULL
      WHERE d.project_id = ?1 AND d.source_id = 'o-' || o.at`,
    "o.uses",
  ),

  "each movement of a card is there as often as it was answered": isThere(
    "'credit', 'points'",
    "SELECT count(*) FROM moved WHERE source_id = 'm-' || o.at",
  ),

  "each order is there once": isThere(
    "'order'",
    `SELECT count(*) FROM orders d WHERE d.project_id = ?1 AND d.source_id = 'o-' || o.at
      AND d.status = 'PAID'`,
  ),

  "each order of a member has earned one point": `
    SELECT count(*) AS earned, (SELECT count(*) FROM orders WHERE project_id = ?1
      AND customer_id IN (SELECT id FROM customers WHERE project_id = ?1 AND source_id LIKE 'member-%')) AS orders
    FROM voucher_transactions WHERE project_id = ?1 AND type = 'POINTS_ACCRUAL'
    HAVING earned <> orders`,

  "each customer is there once": isThere(
    "'customer'",
    "SELECT count(*) FROM customers c WHERE c.project_id = ?1 AND c.source_id = 'n-' || o.at",
  ),

  "each code is there once": isThere(
    "'create'",
    "SELECT count(*) FROM vouchers v WHERE v.project_id = ?1 AND v.code = 'N-' || o.at",
  ),

  "no code is there that was deleted": `
    SELECT o.at, o.path FROM operations o JOIN vouchers v ON v.project_id = ?1
      AND o.path = '/v1/vouchers/' || v.code AND v.deleted_at IS NULL
    WHERE o.project_id = ?1 AND o.kind = 'delete' AND o.state = 'done'`,

  "each event is told once": isThere(
    "'event'",
    "SELECT count(*) FROM visits WHERE told = CAST(o.at AS TEXT)",
  ),

  "each publication is there once": isThere(
    "'publish'",
    `SELECT count(*) FROM publications p WHERE p.project_id = ?1 AND p.source_id = 'p-' || o.at
      AND p.result = 'SUCCESS'`,
  ),

  "all rows of a bulk request are there": isThere(
    "'bulk'",
    `SELECT count(*) FROM customers c WHERE c.project_id = ?1
      AND c.source_id IN (SELECT 'b-' || o.at || '-' || value FROM rows)`,
    String(ROWS),
  ),

  "all rows of an import are there": isThere(
    "'import'",
    `SELECT count(*) FROM vouchers v WHERE v.project_id = ?1
      AND v.code IN (SELECT 'I-' || o.at || '-' || value FROM rows)`,
    String(ROWS),
  ),

  "each campaign has all its codes, or was deleted": `
    SELECT c.name, c.vouchers_count FROM campaigns c
    WHERE c.project_id = ?1 AND c.name LIKE 'C-%' AND c.deleted_at IS NULL
      AND c.vouchers_count <> ${MADE}`,

  "no customer has more uses than the limit": `
    SELECT r.customer_id, count(*) AS uses FROM redemptions r
    JOIN vouchers v ON v.project_id = ?1 AND v.id = r.voucher_id AND v.code = 'U'
    WHERE r.project_id = ?1 AND r.object = 'redemption' AND r.status = 'SUCCEEDED'
    GROUP BY 1 HAVING uses > ${USES_EACH}`,

  "exports tell the rows": ["voucher", "order", "customer", "redemption"]
    .map((kind) => {
      const name = kind === "voucher" ? "code" : "id";
      const among = kind === "voucher" ? "AND deleted_at IS NULL" : "";
      const rows = `SELECT ${name} AS id FROM ${kind}s WHERE project_id = ?1 ${among}`;
      const told = `SELECT id FROM exported WHERE project_id = ?1 AND kind = '${kind}'`;
      return `SELECT '${kind}' AS kind, (SELECT count(*) FROM (${rows})) AS rows,
          (SELECT count(*) FROM (${told})) AS told
        WHERE rows <> told OR EXISTS (${rows} EXCEPT ${told})`;
    })
    .join(" UNION ALL "),

  "no job has failed for good": `
    SELECT * FROM dead_jobs WHERE project_id = ?1`,

  "background work has come to its end": `
    SELECT id, type, status FROM async_actions WHERE project_id = ?1 AND status <> 'DONE'`,
};

const SENTENCES = Object.entries({ ...INVARIANTS, ...ANSWERED });

/**
 * The invariants ask for what the service never does. Without counts of its rows a project would be
 * walked once for each of its orders.
 */
const FOR_THE_JUDGE = `PRAGMA main.cache_size = -400000; PRAGMA evidence.cache_size = -400000;
  CREATE INDEX IF NOT EXISTS main.judged_by_order ON redemptions (project_id, order_id);
  ANALYZE;`;

/** Events as the feed told them stand in for those of the database, none of them archived. */
function withEvidence(place: DatabaseSync, evidence: string): void {
  const columns = place.prepare("SELECT name FROM pragma_table_info('tallies')").all();
  const own = columns.map(({ name }) => name).filter((name) => name !== "events_archived");
  place.exec(`ATTACH '${evidence}' AS evidence; ${FOR_THE_JUDGE}
    CREATE TEMP VIEW outbox AS SELECT * FROM evidence.outbox;
    CREATE TEMP VIEW tallies AS SELECT ${own.join(", ")}, 0 AS events_archived FROM main.tallies;
    CREATE TEMP TABLE rows AS SELECT value FROM json_each('${JSON.stringify([...Array(ROWS).keys()])}');
    CREATE TEMP TABLE moved (source_id TEXT); CREATE INDEX temp.moved_by ON moved (source_id);
    CREATE TEMP TABLE visits (told TEXT); CREATE INDEX temp.visits_by ON visits (told)`);
}

/** What no index of the service finds is laid out for one project at a time. */
function layOut(place: DatabaseSync, id: string): void {
  place.exec("DELETE FROM moved; DELETE FROM visits");
  place
    .prepare("INSERT INTO moved SELECT source_id FROM voucher_transactions WHERE project_id = ?1")
    .run(id);
  place
    .prepare(
      "INSERT INTO visits SELECT told FROM outbox WHERE project_id = ?1 AND kind = 'customer.custom_event'",
    )
    .run(id);
}

function judgeProject(place: DatabaseSync, id: string): string[] {
  layOut(place, id);
  return SENTENCES.flatMap(([sentence, sql]) => {
    const rows = place.prepare(sql).all(id);
    return rows.length === 0
      ? []
      : [`${id}: not so that ${sentence}: ${rows.length}, ${JSON.stringify(rows.slice(0, 3))}`];
  });
}

/** Answers to changes of control tables stand beside them, under a name of their own. */
const isOfControl = (id: string): boolean => id.startsWith("control ");
/**
 * What was noted in a place stays there, and goes along too when its project moves; that it has left
 * is said where it was.
 */
const STAYS = new Set(["audit_log", "departures"]);

/** Tables of a place that have rows of a project which does not live there. */
function foreign(place: DatabaseSync, name: string, own: readonly string[]): string[] {
  const tables = place
    .prepare(
      `SELECT m.name FROM main.sqlite_schema m WHERE m.type = 'table' AND EXISTS (
        SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'project_id')`,
    )
    .all()
    .map((row) => String(row.name))
    .filter((table) => !STAYS.has(table))
    .filter((table) => name !== CONTROL || !CONTROL_TABLES.has(table));
  return tables.flatMap((table) => {
    const ids = place.prepare(`SELECT DISTINCT project_id AS id FROM main.${table}`).all();
    const others = ids
      .map(({ id }) => String(id))
      .filter((id) => id !== "" && !isOfControl(id) && !own.includes(id));
    return others.length === 0 ? [] : [`${name} has ${table} of ${others.join(", ")}`];
  });
}

/** What stands in the places of a server that has ended. */
interface Judged {
  broken: string[];
  /** Projects that were judged, by place. */
  projects: Record<string, number>;
  /** Files that events have left the databases for. */
  archives: number;
}

const archivesIn = (place: DatabaseSync): number =>
  Number(place.prepare("SELECT count(*) AS files FROM event_archives").get()?.files);

/**
 * Holds the rows of all places, in which so many projects were used, against the invariants and what
 * callers were told.
 */
export function judge(state: string, used: number): Judged {
  const places = openPlaces(state);
  const control = places.get(CONTROL);
  if (!control) throw new Error("there is a first place");
  const homes = control.prepare("SELECT id, place FROM projects").all();
  const broken: string[] = [];
  const projects: Record<string, number> = {};
  let archives = 0;
  for (const [name, place] of places) {
    withEvidence(place, join(state, "evidence.sqlite"));
    const own = homes.filter((home) => home.place === name).map(({ id }) => String(id));
    const judged = place
      .prepare("SELECT DISTINCT project_id AS id FROM operations")
      .all()
      .map(({ id }) => String(id))
      .filter((id) => own.includes(id));
    projects[name] = judged.length;
    archives += archivesIn(place);
    for (const id of judged) broken.push(...judgeProject(place, id));
    broken.push(...foreign(place, name, own));
    place.close();
  }
  const count = Object.values(projects).reduce((all, some) => all + some, 0);
  if (count !== used) broken.push(`${count} of ${used} projects were judged`);
  if (archives === 0) broken.push("no event has left for the archive");
  return { broken, projects, archives };
}
