import { type RawRow, type Statement, statement } from "../db/client";
import { tooManyRequests } from "../errors";
import { Recent } from "../lib/recent";
import { keyOf } from "../resources/vouchers/store";
import type { Scope } from "../scope/scope";

/** Failed look-ups a minute, for an address block and for the project (docs/behaviour.md). */
const PER_BLOCK = 20;
const PER_PROJECT = 2_000;
const WHOLE_PROJECT = "*";
const MINUTE_MS = 60_000;

/** Those known to be past their budget are refused without asking the database again. */
const exhausted = new Recent<true>(10_000, MINUTE_MS);

const minuteOf = (scope: Scope): number => Math.floor(scope.now / MINUTE_MS);
const nameOf = (scope: Scope, bucket: string): string =>
  `${scope.project.id}|${bucket}|${minuteOf(scope)}`;

function refuse(scope: Scope): never {
  const secondsLeft = Math.ceil((MINUTE_MS - (scope.now % MINUTE_MS)) / 1000);
  throw tooManyRequests(secondsLeft, scope.now);
}

const bucketsOf = (scope: Scope): string[] => [scope.address_block ?? "", WHOLE_PROJECT];

/** Refuses a browser whose block or project this isolate knows to be past its budget. */
export function beforeLookUp(scope: Scope): void {
  if (scope.address_block === null) return;
  for (const bucket of bucketsOf(scope)) {
    if (exhausted.get(nameOf(scope, bucket), scope.now)) refuse(scope);
  }
}

export interface LookUpGuard {
  /** Keeps the look-up from finding anything once the budget is spent: ?4 minute, ?5 block. */
  condition: Statement;
  statements: Statement[];
}

/** Both switches are on: the voucher's own and its campaign's. */
const ENABLED = `v.active = 1 AND v.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM campaigns c
    WHERE c.project_id = v.project_id AND c.id = v.campaign_id AND (c.active = 0 OR c.deleted_at IS NOT NULL))`;

/** Vouchers alone, or anything that can qualify. */
type Sought = "vouchers" | "any";

/** What no name of a code is: its ids are told to browsers. */
const OTHERS = ["campaigns", "promotion_tiers", "promotion_stacks"]
  .map(
    (table) => `UNION SELECT o.id FROM ${table} o WHERE o.project_id = ?1
    AND o.id IN (SELECT value FROM json_each(?3))`,
  )
  .join(" ");

/** Names that find nothing a browser may see: ?1 project, ?2 keys, ?3 names. */
const missed = (sought: Sought): string => `(SELECT json_array_length(?2) - count(*) FROM (
  SELECT v.code_key FROM vouchers v WHERE v.project_id = ?1 AND ${ENABLED}
    AND v.code_key IN (SELECT value FROM json_each(?2))
  UNION SELECT v.code_key FROM vouchers v INDEXED BY vouchers_id WHERE v.project_id = ?1 AND ${ENABLED}
    AND v.id IN (SELECT value FROM json_each(?3)) ${sought === "any" ? OTHERS : ""}))`;

const LIMIT = `CASE bucket WHEN '${WHOLE_PROJECT}' THEN ${PER_PROJECT} ELSE ${PER_BLOCK} END`;

/** The buckets of whoever missed before: ?4 minute, ?5 block. */
const BUCKETS = `misses WHERE project_id = ?1 AND minute = ?4 AND bucket IN (?5, '${WHOLE_PROJECT}')`;

/** Past the budget, or about to pass it with what this very request misses. */
const spentOf = (sought: Sought): string =>
  `(count >= ${LIMIT} OR count + ${missed(sought)} > ${LIMIT})`;

const chargeOf = (sought: Sought): string => `INSERT INTO misses (project_id, bucket, minute, count)
  SELECT ?1, b.value, ?4, m.n FROM json_each(json_array(?5, '${WHOLE_PROJECT}')) b, (SELECT ${missed(sought)} AS n) m
  WHERE m.n > 0 AND NOT EXISTS (SELECT 1 FROM ${BUCKETS} AND count >= ${LIMIT})
  ON CONFLICT (project_id, bucket, minute) DO UPDATE SET count = count + excluded.count`;

/**
 * The budget as part of the look-up's own batch: D1 runs batches one at a time, so the count is
 * strict without an extra round trip. What is not found, or is disabled, is charged to both buckets.
 * Who never missed has no row, and is never refused.
 */
export function lookUpGuard(
  scope: Scope,
  names: readonly string[],
  sought: Sought = "vouchers",
): LookUpGuard | null {
  const block = scope.address_block;
  if (block === null) return null;
  const spent = spentOf(sought);
  const minute = minuteOf(scope);
  const keys = JSON.stringify([...new Set(names.map((name) => keyOf(scope, name)))]);
  const params = [scope.project.id, keys, JSON.stringify(names), minute, block];
  return {
    condition: {
      sql: `NOT EXISTS (SELECT 1 FROM ${BUCKETS} AND ${spent})`,
      params: [minute, block],
    },
    statements: [
      statement(
        `SELECT bucket, count >= ${LIMIT} AS isPast FROM ${BUCKETS} AND ${spent}`,
        ...params,
      ),
      statement(chargeOf(sought), ...params),
    ],
  };
}

/** Refuses with 429 where the budget was spent before this look-up, whatever it would have found. */
export function afterLookUp(scope: Scope, [spent = []]: RawRow[][]): void {
  for (const { bucket, isPast } of spent) {
    if (isPast) exhausted.set(nameOf(scope, String(bucket)), true, scope.now);
  }
  if (spent.length > 0) refuse(scope);
}
