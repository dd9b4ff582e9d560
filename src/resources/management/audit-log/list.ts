import { cutPage, listFilter, readFor } from "../../../checks/windowed";
import { type Db, decode } from "../../../db/client";
import { readBatch } from "../../../db/commit";
import { KEEPERS } from "../../../db/kept-audit";
import { type AuditRow, auditLog } from "../../../db/tables/audit";
import type { Clock } from "../../../engine/rules/facts";
import type { CursorPage } from "../../../http/page";
import { clockOf, type PlatformScope, type Scope } from "../../../scope/scope";
import type { AuditQuery } from "./schema";
import { keptEntries, loggedEntries, readKept } from "./store";

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

/**
 * A project that has lived beside the control tables has left copies of its entries there; so has a
 * redemption that is gone, and is there again.
 */
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
  const most = readFor(filter, limit);
  const walk = { project_id: place.id, after, isDescending, most };
  const keepers = Object.values(KEEPERS).map((each) => keptEntries(walk, each, scope.now));
  const [[logged = [], ...found] = [], ...others] = await Promise.all(
    logsOf(scope).map((db, at) =>
      readBatch(db, [loggedEntries(walk), ...(at === 0 ? keepers : [])]),
    ),
  );
  const kept = found.map(readKept);
  const rows = [logged, ...others.flat()].flat().map((row) => decode(auditLog, row));
  // Nothing that was not looked at stands before the nearest of these ends.
  const until = kept
    .flatMap(({ until: end }) => end ?? [])
    .reduce<string | null>(
      (near, end) => (near === null || end > near === isDescending ? end : near),
      null,
    );
  const isSeen = ({ id }: AuditRow) => until === null || (isDescending ? id >= until : id <= until);
  const together = [...rows, ...kept.flatMap(({ entries }) => entries)].filter(isSeen);
  const all = merged(together, isDescending).slice(0, most);
  const page = cutPage(all, { fields: FIELDS, filter, limit, clock: place.clock });
  return { ...page, more_starting_after: page.more_starting_after ?? until };
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
