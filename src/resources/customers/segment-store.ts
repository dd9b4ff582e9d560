import type { RawRow, Statement } from "../../db/client";
import { columnNames } from "../../db/columns";
import { type Fragment, raw, sql } from "../../db/sql";
import { customers } from "../../db/tables/customers";
import type { Filter } from "../../model/filter";
import type { Scope } from "../../scope/scope";

/** Customers that a static segment lists at most (reference service, segments). */
const MOST_MEMBERS = 20_000;
/** A function of SQL takes few arguments: two for each column. */
const AT_ONCE = 15;

/** A segment's filter; none where it is static, and no row where there is none of this id. */
export const filterOfSegment = (scope: Scope, id: string): Statement =>
  sql`SELECT filter FROM segments WHERE project_id = ${scope.project.id} AND id = ${id}`;

/** Those whom a static segment lists. */
export const isMember = (scope: Scope, id: string): Fragment =>
  sql`c.id IN (SELECT customer_id FROM segment_members
    WHERE project_id = ${scope.project.id} AND segment_id = ${id} LIMIT ${raw(MOST_MEMBERS)})`;

/** The filter of a row; null where the segment is static. The cast holds for what we stored. */
export const decodeFilter = (row: RawRow): Filter | null =>
  row.filter === null ? null : (JSON.parse(String(row.filter)) as Filter);

/** All columns of a customer, in as many objects as it takes. */
export function columnsAsJson(): Fragment {
  const names = columnNames(customers);
  const objects: string[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const pairs = names.slice(at, at + AT_ONCE).map((name) => `'${name}', c.${name}`);
    objects.push(`json_object(${pairs.join(", ")})`);
  }
  return raw(`json_array(${objects.join(", ")})`);
}
