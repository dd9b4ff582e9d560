import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import type { PageRequest } from "../../db/list";
import { holdOn, releaseHolds } from "../../db/session-holds";
import { type Fragment, param, sql } from "../../db/sql";
import { type SessionHoldRow, sessionHolds } from "../../db/tables/sessions";
import type { Scope } from "../../scope/scope";
import type { SessionQuery } from "./schema";

/** What is to be held of one voucher: uses, and credits or points. */
export interface Want {
  voucher_id: string;
  code_key: string;
  quantity: number;
  amount: number;
}

// The IN comes first to the row by its key; the join alone would make SQLite walk all vouchers.
function holdVouchers(scope: Scope, wants: readonly Want[]): Statement {
  const list = param(JSON.stringify(wants));
  return sql`UPDATE vouchers SET held_quantity = held_quantity + (m.value->>'$.quantity'),
      held_amount = held_amount + (m.value->>'$.amount')
    FROM json_each(${list}) m WHERE project_id = ${scope.project.id}
      AND code_key IN (SELECT value->>'$.code_key' FROM json_each(${list}))
      AND code_key = m.value->>'$.code_key'
      AND vouchers.id = m.value->>'$.voucher_id' AND deleted_at IS NULL`;
}

/** So many live holds may come from one address block (docs/behaviour.md). */
export const MOST_OF_BLOCK = 10;

/** The tag under which a batch is refused that would leave a block with more. */
export const BLOCK_HOLDS = "block_holds";

/** Aborts where the block holds too much once this is written; lapsed holds do not count. */
const assertBlockHolds = (scope: Scope, block: string): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_OF_BLOCK}, ${BLOCK_HOLDS} FROM (
    SELECT 1 FROM session_holds INDEXED BY session_holds_block
    WHERE project_id = ${scope.project.id} AND address_block = ${block}
      AND expires_at > ${scope.now} LIMIT ${MOST_OF_BLOCK + 1})`;

/**
 * Holds for a key that holds nothing by now. The increment is unconditional: the CHECKs on the
 * voucher refuse one too many, the assertions a voucher that was deleted since it was read and an
 * address block that holds too much.
 */
export function insertHolds(
  scope: Scope,
  wants: readonly Want[],
  held: Pick<SessionHoldRow, "session_key" | "customer_id" | "ttl" | "ttl_unit" | "expires_at">,
): Statement[] {
  if (wants.length === 0) return [];
  const rows = wants.map(({ voucher_id, quantity, amount }) => ({
    project_id: scope.project.id,
    voucher_id,
    quantity,
    amount,
    created_at: new Date(scope.now).toISOString(),
    address_block: scope.address_block,
    ...held,
  }));
  return [
    holdVouchers(scope, wants),
    assertChanged("voucher_moved", wants.length),
    insertRows(sessionHolds, rows),
    ...(scope.address_block === null ? [] : [assertBlockHolds(scope, scope.address_block)]),
  ];
}

/** A key's hold on one voucher, unless it has lapsed. */
export const liveHold = (scope: Scope, voucherId: Fragment, key: string): Statement =>
  sql`SELECT 1 FROM session_holds WHERE voucher_id = ${voucherId}
    AND project_id = ${scope.project.id} AND session_key = ${key} AND expires_at > ${scope.now}`;

/** Takes away what a key holds of one voucher; aborts where it is gone by now. */
export const releaseHold = (scope: Scope, voucherId: string, key: string): Statement[] => [
  ...releaseHolds(holdOn(scope.project.id, key, voucherId)),
  assertChanged("session_moved"),
];

/** The live holds of a voucher; the one that lapses first comes first. */
export const pageOfHolds = (
  scope: Scope,
  voucherId: Fragment,
  { limit, page }: SessionQuery,
): PageRequest => ({
  table: sessionHolds,
  project: sql`h.project_id = ${scope.project.id}`,
  filters: [sql`h.voucher_id = ${voucherId}`, sql`h.expires_at > ${scope.now}`],
  filterIndex: "session_holds_lapsed",
  sort: {
    column: "h.expires_at",
    tieBreak: "h.session_key",
    isDescending: false,
    isNullable: false,
  },
  limit,
  page,
});

export const decodeHold = (raw: RawRow): SessionHoldRow => decode(sessionHolds, raw);
