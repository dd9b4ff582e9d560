import { cutPage, listFilter, readFor } from "../../../checks/windowed";
import { type Db, decode } from "../../../db/client";
import { readBatch } from "../../../db/commit";
import { raw, sql } from "../../../db/sql";
import { type AuditRow, auditLog } from "../../../db/tables/audit";
import type { Clock } from "../../../engine/rules/facts";
import type { CursorPage } from "../../../http/page";
import { clockOf, type PlatformScope, type Scope } from "../../../scope/scope";
import type { AuditQuery } from "./schema";

const NAMES = [
  "id",
  "created_at",
  "request_id",
  "family",
  "key_id",
  "by_token",
  "operation",
  "status",
  "object_id",
  "fields",
];

/** What entries are filtered by: their columns, as they stand. */
const FIELDS = { named: new Map(NAMES.map((name) => [name, [name]])), open: [] };

/** Whose log is looked at, and how its dates are read. */
interface Place {
  id: string;
  clock: Clock;
}

/**
 * Each entry stands beside the change that it tells of: those of keys, people and the project
 * itself in the control database, all others where the project lives.
 */
const logsOf = ({ db, places: { control } }: PlatformScope): Db[] =>
  db.d1 === control.d1 ? [db] : [db, control];

/** A project that has lived beside the control tables has left copies of its entries there. */
const merged = (rows: readonly AuditRow[], isDescending: boolean): AuditRow[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].toSorted((a, b) =>
    a.id < b.id === isDescending ? 1 : -1,
  );

async function listOf(
  scope: PlatformScope,
  place: Place,
  { limit, order, starting_after_id: after, filters }: AuditQuery,
): Promise<CursorPage<AuditRow>> {
  const filter = listFilter(FIELDS, filters);
  const isDescending = order === "-id";
  const behind = isDescending ? sql`id < ${after ?? "~"}` : sql`id > ${after ?? ""}`;
  const most = readFor(filter, limit);
  const page = sql`SELECT * FROM audit_log WHERE project_id = ${place.id} AND ${behind}
    ORDER BY id ${raw(isDescending ? "DESC" : "ASC")} LIMIT ${most}`;
  const logs = await Promise.all(logsOf(scope).map((db) => readBatch(db, [page])));
  const rows = logs.flat(2).map((row) => decode(auditLog, row));
  return cutPage(merged(rows, isDescending).slice(0, most), {
    fields: FIELDS,
    filter,
    limit,
    clock: place.clock,
  });
}

/** A page of a project's audit log, the newest first unless it is asked for otherwise. */
export const listAudit = (scope: Scope, query: AuditQuery): Promise<CursorPage<AuditRow>> =>
  listOf(scope, { id: scope.project.id, clock: clockOf(scope) }, query);

/** The same of calls above all projects, which are of none. */
export const listPlatformAudit = (
  scope: PlatformScope,
  query: AuditQuery,
): Promise<CursorPage<AuditRow>> =>
  listOf(scope, { id: "", clock: { now: scope.now, timeZone: "UTC" } }, query);
