import { type Fragment, joined, nothing, param, raw, type Slot, sql } from "./sql";

/** Where a statement finds events: rows with the columns of the outbox. */
export interface EventSource {
  /** What it is made of, in front of the statement's own tables. */
  tables: Fragment;
  /** Its name. */
  name: Fragment;
  /** How one customer's events are found in it, as `o`. */
  ofCustomer: Fragment;
}

export const OUTBOX: EventSource = {
  tables: nothing,
  name: raw("outbox"),
  ofCustomer: raw("outbox o INDEXED BY outbox_customer"),
};

/** Events that an archive holds, as JSON arrays of its lines; up to five of them. */
export function archived(project: Slot, chunks: readonly string[]): EventSource {
  const values = chunks.map((chunk) => sql`SELECT value FROM json_each(${param(chunk)})`);
  return {
    tables: sql`archived AS MATERIALIZED (SELECT ${project} AS project_id,
        value->>'$.sequence' AS sequence, value->>'$.id' AS id, value->>'$.kind' AS kind,
        value->>'$.entity_id' AS entity_id, value->>'$.group_id' AS group_id,
        value->'$.source' AS source, value->'$.data' AS data,
        value->>'$.created_at' AS created_at, value->>'$.customer_id' AS customer_id
      FROM (${joined(values, " UNION ALL ")})), `,
    name: raw("archived"),
    ofCustomer: raw("archived o"),
  };
}
