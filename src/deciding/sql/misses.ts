import { type Fragment, joined, nothing, param, raw, type Slot, sql } from "../../db/sql";
import { LIVE } from "../../db/voucher-halves";

/** Failed look-ups a minute, for an address block and for the project (docs/behaviour.md). */
const PER_BLOCK = 20;
const PER_PROJECT = 2_000;
export const WHOLE_PROJECT = "*";

/** Vouchers alone, or anything that can qualify. */
export type Sought = "vouchers" | "any";

/** What is looked up, by whom and when. */
export interface LookUp {
  projectId: string;
  /** Keys of codes, each once. */
  keys: readonly string[];
  /** Those of the names that may be ids of vouchers; null where none may. */
  ids: Slot | null;
  names: readonly string[];
  sought: Sought;
  minute: number;
  block: string;
}

interface Slots {
  project: Slot;
  keys: Slot;
  ids: Slot | null;
  names: Slot;
}

/** Both switches are on: the voucher's own and its campaign's. */
const ENABLED = sql`v.active = 1 AND v.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM campaigns c
    WHERE c.project_id = v.project_id AND c.id = v.campaign_id
      AND (c.active = 0 OR c.deleted_at IS NOT NULL))`;

/** Candidates other than vouchers, by id, since browsers are told their ids. */
const others = ({ project, names }: Slots): Fragment =>
  joined(
    ["campaigns", "promotion_tiers", "promotion_stacks"].map(
      (table) => sql`UNION SELECT o.id FROM ${raw(table)} o
        WHERE o.project_id = ${project} AND o.id IN (SELECT value FROM json_each(${names}))`,
    ),
    " ",
  );

const byId = (project: Slot, ids: Slot): Fragment =>
  sql`UNION SELECT v.code_key FROM vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${project} AND ${ENABLED}
      AND ${LIVE} AND v.id IN (SELECT value FROM json_each(${ids}))`;

/** How many names find nothing that a browser may see. */
const missed = (slots: Slots, sought: Sought): Fragment => {
  const { project, keys, ids } = slots;
  return sql`(SELECT json_array_length(${keys}) - count(*) FROM (
    SELECT v.code_key FROM vouchers v WHERE v.project_id = ${project} AND ${ENABLED}
      AND v.code_key IN (SELECT value FROM json_each(${keys}))
    ${ids ? byId(project, ids) : nothing} ${sought === "any" ? others(slots) : nothing}))`;
};

const LIMIT = raw(`CASE bucket WHEN '${WHOLE_PROJECT}' THEN ${PER_PROJECT} ELSE ${PER_BLOCK} END`);
const WHOLE = raw(`'${WHOLE_PROJECT}'`);

/** The budget of failed look-ups in the statements of a batch. */
export interface Budget {
  /** The buckets that are spent, or that this look-up would overspend. */
  spent: Fragment;
  /**
   * Charges both buckets with what is not found; who never missed has no row. Null where it is read
   * near the caller: what misses there is looked up again on the primary, which charges it.
   */
  charge: Fragment | null;
}

export function budgetOf({ projectId, sought, ...look }: LookUp): Budget {
  const slots = {
    project: param(projectId),
    keys: param(JSON.stringify(look.keys)),
    ids: look.ids,
    names: param(JSON.stringify(look.names)),
  };
  const { project } = slots;
  const [minute, block] = [param(look.minute), param(look.block)];
  const misses = missed(slots, sought);
  const buckets = sql`misses
    WHERE project_id = ${project} AND minute = ${minute} AND bucket IN (${block}, ${WHOLE})`;
  // Past the budget, or about to pass it with what this very request misses.
  const isSpent = sql`(count >= ${LIMIT} OR count + ${misses} > ${LIMIT})`;
  return {
    spent: sql`SELECT bucket, count >= ${LIMIT} AS isPast FROM ${buckets} AND ${isSpent}`,
    charge: sql`INSERT INTO misses (project_id, bucket, minute, count)
      SELECT ${project}, b.value, ${minute}, m.n
      FROM json_each(json_array(${block}, ${WHOLE})) b, (SELECT ${misses} AS n) m
      WHERE m.n > 0 AND NOT EXISTS (SELECT 1 FROM ${buckets} AND count >= ${LIMIT})
      ON CONFLICT (project_id, bucket, minute) DO UPDATE SET count = count + excluded.count
      RETURNING bucket, count >= ${LIMIT} AS isPast`,
  };
}
