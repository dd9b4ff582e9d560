import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type SegmentRow, segments } from "../../db/tables/catalogue";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

/**
 * Stands for every customer in the members of a segment with a filter, so that a project's segments
 * with filters are found and counted by the index of members, however many static ones there are.
 */
const EVERYBODY = "";
/** Segments with a filter that a project has at most (reference service, segments). */
export const MOST_FILTERED = 100;
/** Segments that a customer's list shows at most. */
const MOST_LISTED = 1_000;

export const decodeSegment = (raw: RawRow): SegmentRow => decode(segments, raw);

export async function getSegment(scope: Scope, id: string): Promise<SegmentRow> {
  const [[found] = []] = await load(scope, [
    statement("SELECT * FROM segments WHERE project_id = ?1 AND id = ?2", scope.project.id, id),
  ]);
  if (!found) throw notFound("segment", id);
  return decodeSegment(found);
}

/** Names with the ids of the customers they mean; an id goes before a source id. */
export const customersNamed = (scope: Scope, names: readonly string[]): Statement =>
  statement(
    `SELECT n.value AS name, c.id FROM json_each(?2) n CROSS JOIN customers c
       ON c.project_id = ?1 AND c.source_id = n.value
     UNION ALL SELECT n.value, c.id FROM json_each(?2) n CROSS JOIN customers c
       ON c.project_id = ?1 AND c.id = n.value`,
    scope.project.id,
    JSON.stringify(names),
  );

/** A static segment with its customers; aborts where one of them was deleted meanwhile. */
export const insertStatic = (row: SegmentRow, customerIds: readonly string[]): Statement[] => [
  insertRows(segments, [row]),
  statement(
    `INSERT INTO segment_members (project_id, segment_id, customer_id)
     SELECT ?1, ?2, id FROM customers WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?3))`,
    row.project_id,
    row.id,
    JSON.stringify(customerIds),
  ),
  assertChanged("customer_moved", customerIds.length),
];

/** A segment with a filter; aborts where the project has as many as it may. */
export const insertFiltered = (row: SegmentRow): Statement[] => [
  insertRows(segments, [row]),
  statement(
    "INSERT INTO segment_members (project_id, segment_id, customer_id) VALUES (?1, ?2, ?3)",
    row.project_id,
    row.id,
    EVERYBODY,
  ),
  statement(
    `INSERT INTO assert_v (ok, tag) VALUES ((
       SELECT count(*) FROM segment_members INDEXED BY segment_members_customer
       WHERE project_id = ?1 AND customer_id = ?2) <= ?3, 'segments_full')`,
    row.project_id,
    EVERYBODY,
    MOST_FILTERED,
  ),
];

/** Takes the segment away with its members. */
export const deleteSegment = (row: SegmentRow): Statement[] => [
  statement("DELETE FROM segments WHERE project_id = ?1 AND id = ?2", row.project_id, row.id),
  assertChanged("segment_moved"),
  statement(
    "DELETE FROM segment_members WHERE project_id = ?1 AND segment_id = ?2",
    row.project_id,
    row.id,
  ),
];

/** The segments with filters, and the static ones that list the customer of an id or source id. */
export const segmentsAround = (scope: Scope, customerName: string): Statement =>
  statement(
    `SELECT s.* FROM (
       SELECT ?3 AS id UNION ALL SELECT id FROM (
         SELECT id FROM (SELECT id FROM customers WHERE project_id = ?1 AND id = ?2
           UNION ALL SELECT id FROM customers WHERE project_id = ?1 AND source_id = ?2) LIMIT 1)) who
     CROSS JOIN segment_members m INDEXED BY segment_members_customer
       ON m.project_id = ?1 AND m.customer_id = who.id
     CROSS JOIN segments s ON s.project_id = ?1 AND s.id = m.segment_id
     LIMIT ${MOST_LISTED}`,
    scope.project.id,
    customerName,
    EVERYBODY,
  );

/** The number of lists that a customer is on, whom an id or a source id names. */
export const listsOf = (scope: Scope, customer: string): Statement =>
  statement(
    `SELECT count(*) AS total FROM segment_members INDEXED BY segment_members_customer
     WHERE project_id = ?1 AND customer_id = coalesce(
       (SELECT id FROM customers WHERE project_id = ?1 AND id = ?2),
       (SELECT id FROM customers WHERE project_id = ?1 AND source_id = ?2))`,
    scope.project.id,
    customer,
  );
