import { decode, type RawRow } from "../../../db/client";
import { type Keeper, keptEntry } from "../../../db/kept-audit";
import { type Fragment, param, raw, type Slot, sql } from "../../../db/sql";
import { AUDIT_DAYS, auditLog } from "../../../db/tables/audit";
import { firstId } from "../../../lib/id";

const DAY_MS = 86_400_000;

/** Rows of a table that a page looks at; most redemptions of a back end keep an entry. */
const LOOKED_AT = 5_000;

/** A walk along the log, behind the id of an entry. */
export interface AuditWalk {
  project_id: string;
  after: string | undefined;
  isDescending: boolean;
  /** Entries that it gives. */
  most: number;
}

const directionOf = ({ isDescending }: AuditWalk) => raw(isDescending ? "DESC" : "ASC");

const behind = ({ after, isDescending }: AuditWalk): Fragment =>
  isDescending ? sql`id < ${after ?? "~"}` : sql`id > ${after ?? ""}`;

/** Entries that are rows of their own. */
export const loggedEntries = (walk: AuditWalk): Fragment =>
  sql`SELECT * FROM audit_log WHERE project_id = ${walk.project_id} AND ${behind(walk)}
    ORDER BY id ${directionOf(walk)} LIMIT ${walk.most}`;

/** The key in the ledger of the last entry that the other walk gives: none beyond it is shown. */
const lastLogged = (project: Slot, walk: AuditWalk, none: string): Fragment =>
  sql`coalesce((SELECT substr(id, 5) FROM audit_log
    WHERE project_id = ${project} AND ${behind(walk)}
    ORDER BY id ${directionOf(walk)} LIMIT 1 OFFSET ${walk.most - 1}), ${none})`;

/**
 * Entries that rows of a table keep, by the digits that their ids share, and the last one of all
 * that were looked at even where it keeps none. An entry ends here at its time, as those of the log
 * do.
 */
export function keptEntries(walk: AuditWalk, keeper: Keeper, now: number): Fragment {
  const project = param(walk.project_id);
  const after = walk.after?.slice("aud_".length);
  const oldest = firstId("", now - AUDIT_DAYS * DAY_MS).slice(1);
  const [table, key] = [raw(keeper.table), raw(keeper.key)];
  const prefix = raw(`'${keeper.prefix}'`);
  const range = walk.isDescending
    ? sql`${key} >= ${prefix} || max(${lastLogged(project, walk, "")}, ${oldest})
        AND ${key} < ${prefix} || ${after ?? "~"}`
    : sql`${key} > ${prefix} || max(${after ?? ""}, ${oldest})
        AND ${key} <= ${prefix} || ${lastLogged(project, walk, "~")}`;
  return sql`SELECT ${raw(keptEntry(keeper))}, r.audit IS NOT NULL AS is_kept,
      r.n = ${raw(LOOKED_AT)} AS is_last
    FROM (SELECT *, row_number() OVER () AS n FROM (
      SELECT project_id, substr(${key}, ${raw(keeper.prefix.length + 1)}) AS digits, id, result,
        created_at, audit FROM ${table} WHERE project_id = ${project} AND ${range}
      ORDER BY ${key} ${directionOf(walk)} LIMIT ${raw(LOOKED_AT)})) r
    WHERE r.audit IS NOT NULL OR r.n = ${raw(LOOKED_AT)} LIMIT ${walk.most}`;
}

/** What rows keep, and the id behind which others may: null where all were looked at. */
export function readKept(rows: readonly RawRow[]) {
  const last = rows.find(({ is_last }) => is_last === 1);
  return {
    entries: rows.filter(({ is_kept }) => is_kept === 1).map((row) => decode(auditLog, row)),
    until: last ? String(last.id) : null,
  };
}
