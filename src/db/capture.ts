import { err, ok, type Result } from "../lib/result";
import type { Db, Statement } from "./client";
import { type Conflict, readBatch, writeBatch } from "./commit";
import { MOVED_TABLES, type ProjectTable } from "./project-tables";
import { param, raw, type Slot, sql, valuesOf } from "./sql";
import { assertHeld, enterState, type Hold, leaveState } from "./transits";

// What changes while a project is copied is noted by triggers, which stand in a place only as long
// as one of its projects is watched: at all other times a write pays nothing for this.

/** A trigger's event, and where in it the row's project stands. */
const EVENTS = [
  ["insert", "NEW"],
  ["update", "NEW"],
  ["delete", "OLD"],
] as const;

const nameOf = (table: string, event: string): string => `watch_${table}_${event}`;

/** The key of a row as `changed_rows` has it. */
const keyOf = (key: string, row: string): string =>
  `json_array(${key
    .split(", ")
    .map((column) => `${row}.${column}`)
    .join(", ")})`;

/** Notes the key of a row, on a condition. */
const note = ([table, key]: ProjectTable, row: string, when = "true"): string => `
  INSERT INTO changed_rows (project_id, tab, key)
  SELECT ${row}.project_id, '${table}', ${keyOf(key, row)} WHERE ${when}
  ON CONFLICT (project_id, tab, key) DO UPDATE SET version = version + 1;`;

/** Calls that change nothing go on while writes are refused, and so do their entries of the log. */
const refuse = (row: string): string => `
  SELECT RAISE(ABORT, 'assert:project_moving') FROM transits
  WHERE project_id = ${row}.project_id AND state = 'FROZEN';`;

const isRenamed = (key: string): string => `${keyOf(key, "OLD")} <> ${keyOf(key, "NEW")}`;

/** The triggers of a table; old entries of the audit log go without being noted. */
const triggersOf = (known: ProjectTable) => {
  const [table, key] = known;
  return EVENTS.filter(([event]) => table !== "audit_log" || event === "insert").map(
    ([event, row]) => {
      const name = nameOf(table, event);
      const text = `CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${event} ON ${table}
      WHEN EXISTS (SELECT 1 FROM transits
        WHERE project_id = ${row}.project_id AND state IN ('WATCHED', 'FROZEN'))
      BEGIN
        ${table === "audit_log" ? "" : refuse(row)}
        ${note(known, row)}
        ${event === "update" ? note(known, "OLD", isRenamed(key)) : ""}
      END`;
      return { name, text };
    },
  );
};

const TRIGGERS = MOVED_TABLES.flatMap(triggersOf);

/** How many of the triggers stand. */
const STANDING = sql`(SELECT count(*) FROM (${valuesOf(TRIGGERS.map(({ name }) => name))}) n
  CROSS JOIN sqlite_schema s ON s.type = 'trigger' AND s.name = n.value)`;

/** What is noted, as if of a table, of a project with changes that went unseen. */
const UNSEEN = "unseen";

/**
 * From now on each row of the project that changes is noted. Refused where other work watches it
 * already, or a later worker of the same. Others whose triggers did not all stand hear of it here,
 * before they all do again.
 */
export async function startCapture(db: Db, hold: Hold): Promise<Result<null, Conflict>> {
  const made = TRIGGERS.map(({ text }) => raw(text));
  const done = await writeBatch(db, [
    sql`INSERT INTO changed_rows (project_id, tab, key)
      SELECT project_id, ${UNSEEN}, '[]' FROM transits
      WHERE state IN ('WATCHED', 'FROZEN') AND project_id <> ${hold.project_id}
        AND ${STANDING} < ${TRIGGERS.length}
      ON CONFLICT (project_id, tab, key) DO NOTHING`,
    ...enterState(hold, "WATCHED"),
    ...made,
  ]);
  return done.ok ? ok(null) : err(done.error);
}

/**
 * Whether all triggers stand, and have all the time: a migration that makes a table anew takes
 * those of it away, and one of a table that is new to a later version is not there yet.
 */
export async function isWatching(db: Db, projectId: string): Promise<boolean> {
  const [rows] = await readBatch(db, [
    sql`SELECT ${STANDING} = ${TRIGGERS.length} AND NOT EXISTS (SELECT 1 FROM changed_rows
      WHERE project_id = ${projectId} AND tab = ${UNSEEN}) AS sees_all`,
  ]);
  return rows?.[0]?.sees_all === 1;
}

/** A row that has changed, and how often it had when this was read. */
export interface ChangedRow {
  tab: string;
  key: string;
  version: number;
}

/** Rows of the project that have changed and were not forgotten, table by table. */
export async function changedRows(
  db: Db,
  projectId: string,
  { tab: behind, key: last, most }: Pick<ChangedRow, "tab" | "key"> & { most: number },
): Promise<ChangedRow[]> {
  const [rows = []] = await readBatch(db, [
    sql`SELECT tab, key, version FROM changed_rows WHERE project_id = ${projectId}
      AND (tab, key) > (${behind}, ${last}) ORDER BY tab, key LIMIT ${most}`,
  ]);
  return rows.map(({ tab, key, version }) => ({
    tab: String(tab),
    key: String(key),
    version: Number(version),
  }));
}

/** How many of these keys (JSON) of a table are not noted as changed. */
export async function countUnnoted(
  db: Db,
  projectId: string,
  { table, keys }: { table: { name: string; key: readonly string[] }; keys: readonly string[] },
): Promise<number> {
  // Of what has one row for each project, the project is the key.
  const noted = table.key.length > 0 ? keys : keys.map(() => JSON.stringify([projectId]));
  const [[row] = []] = await readBatch(db, [
    sql`SELECT count(*) AS count FROM json_each(${JSON.stringify(noted)}) j
      WHERE NOT EXISTS (SELECT 1 FROM changed_rows
        WHERE project_id = ${projectId} AND tab = ${table.name} AND key = j.value)`,
  ]);
  return Number(row?.count);
}

/** Forgets changes that were copied; a row that has changed again since is not forgotten. */
export const forgetChanges = (hold: Hold, rows: readonly ChangedRow[]): Statement[] => {
  const list = rows.map(({ tab, key, version }) => [tab, key, version]);
  return [
    assertHeld(hold, "WATCHED", "FROZEN"),
    sql`DELETE FROM changed_rows WHERE project_id = ${hold.project_id}
      AND (tab, key, version) IN (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(list)}))`,
  ];
};

/** Rows that one statement deletes at most: the database serves nobody else meanwhile. */
const DELETED = 2_000;

const deleteChanges = (project: Slot): Statement =>
  sql`DELETE FROM changed_rows WHERE project_id = ${project} AND (tab, key) IN (
    SELECT tab, key FROM changed_rows WHERE project_id = ${project} LIMIT ${raw(DELETED)})`;

/** Deletes noted changes in pieces; only when few are left the project is no longer watched. */
async function clearChanges(db: Db, hold: Hold): Promise<void> {
  const project = param(hold.project_id);
  for (;;) {
    const done = await writeBatch(db, [
      assertHeld(hold, "WATCHED", "FROZEN"),
      deleteChanges(project),
      sql`SELECT changes() AS count`,
    ]);
    if (!done.ok || Number(done.value[2]?.[0]?.count) < DELETED) return;
  }
}

/**
 * Stops watching the project, and takes the triggers away where no other is watched. Refused where
 * this worker does not hold it any more.
 */
export async function stopCapture(db: Db, hold: Hold): Promise<Result<null, Conflict>> {
  await clearChanges(db, hold);
  const end = [
    ...leaveState(hold, "WATCHED", "FROZEN"),
    // One that was noted since does no harm: it would be copied once more.
    deleteChanges(param(hold.project_id)),
  ];
  const done = await writeBatch(db, [
    ...end,
    // In one batch: nobody can begin to watch another one in between.
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 0, 'others_watched' FROM transits
      WHERE state IN ('WATCHED', 'FROZEN')`,
    ...TRIGGERS.map(({ name }) => raw(`DROP TRIGGER IF EXISTS ${name}`)),
  ]);
  if (done.ok) return ok(null);
  if (done.error.constraint !== "others_watched") return err(done.error);
  const left = await writeBatch(db, end);
  return left.ok ? ok(null) : err(left.error);
}
