import { cutPage, listFilter, readFor } from "../../../checks/windowed";
import { load } from "../../../commit/load";
import { decode } from "../../../db/client";
import { raw, sql } from "../../../db/sql";
import { type AuditRow, auditLog } from "../../../db/tables/audit";
import type { CursorPage } from "../../../http/page";
import type { PlatformScope } from "../../../scope/scope";
import type { AuditQuery } from "./schema";

const NAMES = [
  "id",
  "created_at",
  "request_id",
  "family",
  "key_id",
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
  timeZone: string;
}

/** Above all projects: the calls that are of none. */
export const NO_PROJECT: Place = { id: "", timeZone: "UTC" };

/** A page of a project's audit log, the newest first unless it is asked for otherwise. */
export async function listAudit(
  scope: PlatformScope,
  place: Place,
  { limit, order, starting_after_id: after, filters }: AuditQuery,
): Promise<CursorPage<AuditRow>> {
  const filter = listFilter(FIELDS, filters);
  const isDescending = order === "-id";
  const behind = isDescending ? sql`id < ${after ?? "~"}` : sql`id > ${after ?? ""}`;
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM audit_log WHERE project_id = ${place.id} AND ${behind}
      ORDER BY id ${raw(isDescending ? "DESC" : "ASC")} LIMIT ${readFor(filter, limit)}`,
  });
  const clock = { now: scope.now, timeZone: place.timeZone };
  return cutPage(
    rows.map((row) => decode(auditLog, row)),
    { fields: FIELDS, filter, limit, clock },
  );
}
