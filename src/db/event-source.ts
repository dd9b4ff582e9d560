import { type Fragment, joined, nothing, param, raw, type Slot, sql } from "./sql";

/** Where a statement finds events: rows with the columns of the outbox. */
export interface EventSource {
  /** What it is made of, in front of the statement's own tables. */
  tables: Fragment;
  /** Its name. */
  name: Fragment;
}

export const OUTBOX: EventSource = { tables: nothing, name: raw("outbox") };

/** Events of one customer that the last of them finds: no more of a commit than these. */
export const LONGEST_RUN = 10;

/** The places of the events of a run `w`, as a JSON list of digits. */
const PLACES = raw("'[' || substr('0,1,2,3,4,5,6,7,8,9', 1, 2 * w.run - 1) || ']'");

/** Which events of a customer are looked at: those between two numbers, in their order. */
export interface CustomerWalk {
  project: Slot;
  /** The customer's id. */
  customer: Fragment | Slot;
  /** Between these numbers, both left out. */
  above: Fragment | Slot;
  below: Fragment | Slot;
  isDescending: boolean;
  /** So many events at most. */
  window: Slot;
}

/**
 * One customer's events, as `o`, in their order. In the outbox the index has the last one of each
 * run: those are walked in the order asked for, and each run from that end.
 */
export function ofCustomer(source: EventSource, walk: CustomerWalk): Fragment {
  const { project, customer, above, below, isDescending, window } = walk;
  const direction = raw(isDescending ? "DESC" : "ASC");
  if (source !== OUTBOX) {
    return sql`(SELECT * FROM ${source.name} WHERE project_id = ${project}
      AND customer_id = ${customer} AND sequence > ${above} AND sequence < ${below}
      ORDER BY sequence ${direction} LIMIT ${window}) o`;
  }
  const next = raw(isDescending ? "w.sequence - p.value" : "w.sequence - w.run + 1 + p.value");
  return sql`(SELECT sequence, run FROM outbox INDEXED BY outbox_customer
      WHERE project_id = ${project} AND customer_id = ${customer} AND run > 0
        AND sequence > ${above} AND sequence < ${below} + ${raw(LONGEST_RUN - 1)}
      ORDER BY sequence ${direction} LIMIT ${window} + ${raw(LONGEST_RUN - 1)}) w
    CROSS JOIN json_each(${PLACES}) p
    CROSS JOIN outbox o ON o.project_id = ${project} AND o.sequence = ${next}
    WHERE o.sequence > ${above} AND o.sequence < ${below} LIMIT ${window}`;
}

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
  };
}
