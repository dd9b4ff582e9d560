import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { deleteRow } from "../../db/rows";
import { type Fragment, param, raw, sql, valuesOf } from "../../db/sql";
import { type SegmentRow, segmentMembers, segments } from "../../db/tables/catalogue";
import type { Scope } from "../../scope/scope";

/**
 * The customer id in the one member that a segment with a filter has. By it the index of members
 * finds and counts a project's segments with filters, however many static ones there are.
 */
export const EVERYBODY = "";
/** Segments with a filter that a project has at most (reference service, segments). */
export const MOST_FILTERED = 100;
/** Segments that a customer's list shows at most. */
const MOST_LISTED = 1_000;

export const decodeSegment = (raw: RawRow): SegmentRow => decode(segments, raw);

export const getSegment = (scope: Scope, id: string): Promise<SegmentRow> =>
  getRow(scope, segments, id, "segment");

/** Names with the ids of the customers they mean; an id goes before a source id. */
export function customersNamed(scope: Scope, names: readonly string[]): Fragment {
  const [project, list] = [param(scope.project.id), param(JSON.stringify(names))];
  return sql`SELECT n.value AS name, c.id FROM json_each(${list}) n
      CROSS JOIN customers c ON c.project_id = ${project} AND c.source_id = n.value
    UNION ALL SELECT n.value, c.id FROM json_each(${list}) n
      CROSS JOIN customers c ON c.project_id = ${project} AND c.id = n.value`;
}

/** A static segment with its customers; aborts where one of them was deleted meanwhile. */
export function insertStatic(row: SegmentRow, customerIds: readonly string[]): Statement[] {
  const project = param(row.project_id);
  return [
    insertRows(segments, [row]),
    sql`INSERT INTO segment_members (project_id, segment_id, customer_id)
      SELECT ${project}, ${row.id}, id FROM customers
      WHERE project_id = ${project} AND id IN (${valuesOf(customerIds)})`,
    assertChanged("customer_moved", customerIds.length),
  ];
}

/** A segment with a filter; aborts where the project has as many as it may. */
export function insertFiltered(row: SegmentRow): Statement[] {
  const everybody = { project_id: row.project_id, segment_id: row.id, customer_id: EVERYBODY };
  const filtered = sql`SELECT count(*) FROM segment_members INDEXED BY segment_members_customer
    WHERE project_id = ${row.project_id} AND customer_id = ${EVERYBODY}`;
  return [
    insertRows(segments, [row]),
    insertRows(segmentMembers, [everybody]),
    sql`INSERT INTO assert_v (ok, tag)
      VALUES ((${filtered}) <= ${MOST_FILTERED}, 'segments_full')`,
  ];
}

/** Takes the segment away with its members. */
export const deleteSegment = (row: SegmentRow): Statement[] => [
  ...deleteRow(segments, row, "segment_moved"),
  sql`DELETE FROM segment_members
    WHERE project_id = ${row.project_id} AND segment_id = ${row.id}`,
];

/** The segments with filters, and the static ones that list the customer of an id or source id. */
export function segmentsAround(scope: Scope, customerName: string): Fragment {
  const [project, name] = [param(scope.project.id), param(customerName)];
  return sql`SELECT s.* FROM (
      SELECT ${EVERYBODY} AS id UNION ALL SELECT id FROM (
        SELECT id FROM (SELECT id FROM customers WHERE project_id = ${project} AND id = ${name}
          UNION ALL SELECT id FROM customers
          WHERE project_id = ${project} AND source_id = ${name}) LIMIT 1)) who
    CROSS JOIN segment_members m INDEXED BY segment_members_customer
      ON m.project_id = ${project} AND m.customer_id = who.id
    CROSS JOIN segments s ON s.project_id = ${project} AND s.id = m.segment_id
    LIMIT ${raw(MOST_LISTED)}`;
}

/** How many static segments list the customer of an id or source id. */
export function listsOf(scope: Scope, customer: string): Fragment {
  const [project, name] = [param(scope.project.id), param(customer)];
  return sql`SELECT count(*) AS total FROM segment_members INDEXED BY segment_members_customer
    WHERE project_id = ${project} AND customer_id = coalesce(
      (SELECT id FROM customers WHERE project_id = ${project} AND id = ${name}),
      (SELECT id FROM customers WHERE project_id = ${project} AND source_id = ${name}))`;
}
