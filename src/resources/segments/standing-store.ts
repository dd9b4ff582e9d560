import { insertLarge, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, raw, type Slot, sql } from "../../db/sql";
import { segmentStanding } from "../../db/tables/catalogue";
import type { CustomerRow } from "../../db/tables/customers";
import type { Scope } from "../../scope/scope";
import { EVERYBODY } from "./store";

/** Its cursor and its failed reactions are kept under this name: it never changes. */
export const SEGMENTS_LISTENER = "segments.membership";

/** The segments of the project that are kept up to date as customers change. */
const keptUpToDate = (projectId: Slot): Fragment =>
  sql`SELECT s.* FROM segment_members m INDEXED BY segment_members_customer
    CROSS JOIN segments s ON s.project_id = m.project_id AND s.id = m.segment_id
    WHERE m.project_id = ${projectId} AND m.customer_id = ${EVERYBODY}
      AND s.type = 'auto-update'`;

/** Whether customers of the project may enter or leave segments, as a condition. */
export const mayFollow = (project: Slot): Fragment =>
  sql`(EXISTS (${keptUpToDate(project)})
    OR EXISTS (SELECT 1 FROM segment_standing t WHERE t.project_id = ${project}))`;

/**
 * Everything that tells whether customers have entered or left a segment; of a project without such
 * segments only those who were in one.
 */
export function standingReads(scope: Scope, customerIds: readonly string[]) {
  const project = param(scope.project.id);
  const each = sql`json_each(${param(JSON.stringify(customerIds))}) j`;
  const segments = keptUpToDate(project);
  const standing = sql`segment_standing t ON t.project_id = ${project} AND t.customer_id = j.value`;
  return {
    segments,
    customers: sql`SELECT c.* FROM ${each}
      CROSS JOIN customers c ON c.project_id = ${project} AND c.id = j.value
      WHERE EXISTS (${segments}) OR EXISTS (SELECT 1 FROM segment_standing t
        WHERE t.project_id = ${project} AND t.customer_id = c.id)`,
    position: sql`SELECT t.event_sequence AS last, max(t.events_taken, coalesce((
        SELECT l.taken FROM listener_cursors l
        WHERE l.project_id = t.project_id AND l.listener = ${SEGMENTS_LISTENER}), 0)) AS passed
      FROM tallies t WHERE t.project_id = ${project}`,
    standing: sql`SELECT t.customer_id, t.segment_id FROM ${each} CROSS JOIN ${standing}`,
  };
}

/** Columns of a customer that move without an update of it, and that filters read. */
const MOVING = [
  ...["total_redeemed", "total_failed", "total_succeeded", "total_rolled_back"],
  ...["total_rollback_failed", "total_rollback_succeeded", "gift_redeemed_amount"],
  ...["loyalty_redeemed_points", "gift_balance", "points_balance", "orders_amount"],
  ...["orders_count", "last_order_amount", "last_order_date", "updated_at"],
  ...["program_points", "referred_customers", "referrals"],
];

const SAME = MOVING.map((name) => `c.${name} IS j.value->>'$.${name}'`).join(" AND ");

/**
 * Aborts where one of the customers is gone or not as it was read: what was decided of it would be
 * told after what the newer one is in.
 */
export function customersAreAsRead(
  { project }: Scope,
  customers: readonly CustomerRow[],
): Statement {
  const read = customers.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(["id", ...MOVING].map((name) => [name, values.get(name)]));
  });
  return sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${read.length}, 'customer_moved'
    FROM json_each(${JSON.stringify(read)}) j CROSS JOIN customers c
      ON c.project_id = ${project.id} AND c.id = j.value->>'$.id'
    WHERE ${raw(SAME)}`;
}

/**
 * Notes the event up to which it is told what customers are in; aborts where somebody else has told
 * more of one, or one is gone.
 */
export function noteTold(
  { project }: Scope,
  told: readonly { customer: CustomerRow; sequence: number }[],
): Statement[] {
  const rows = told.map(({ customer: { id, segments_told: was }, sequence }) => ({
    id,
    was,
    sequence,
  }));
  const list = param(JSON.stringify(rows));
  return [
    sql`UPDATE customers SET segments_told = j.value->>'$.sequence' FROM json_each(${list}) j
      WHERE customers.project_id = ${project.id}
        AND customers.id IN (SELECT value->>'$.id' FROM json_each(${list}))
        AND customers.id = j.value->>'$.id' AND segments_told = j.value->>'$.was'`,
    assertChanged("customer_moved", rows.length),
  ];
}

/** That a customer is in a segment, as it was told. */
export type Stands = typeof segmentStanding.$inferSelect;

/** Breaks the key where somebody else has written that a customer entered one of them. */
export const enter = (entered: readonly Stands[]): Statement[] =>
  entered.length > 0 ? insertLarge(segmentStanding, entered) : [];

/** Aborts where somebody else has written that a customer left one of them. */
export const leave = ({ project }: Scope, left: readonly Stands[]): Statement[] =>
  left.length === 0
    ? []
    : [
        sql`DELETE FROM segment_standing WHERE project_id = ${project.id}
          AND (customer_id, segment_id) IN (
            SELECT value->>'$.customer_id', value->>'$.segment_id'
            FROM json_each(${JSON.stringify(left)}))`,
        assertChanged("segment_left", left.length),
      ];
