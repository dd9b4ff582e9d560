import type { Answer } from "../../commit/answer";
import { amendAnswer } from "../../commit/commit";
import type { RawRow, Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, type Slot, sql } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";
import type { RedemptionEffects } from "../../model/redemption";
import type { Scope } from "../../scope/scope";

/** What a use takes from one voucher, or a rollback gives back to it. */
export interface VoucherMove<V extends VoucherRow = VoucherRow> {
  voucher: V;
  effects: RedemptionEffects;
}

const TAKE = 1;
const GIVE = -1;
type Sign = typeof TAKE | typeof GIVE;

function movesJson(moves: readonly VoucherMove[], sign: Sign): string {
  // In the order of their ids, so that two batches touch the same vouchers in the same order.
  const sorted = moves.toSorted((a, b) =>
    a.voucher.id < b.voucher.id ? -1 : a.voucher.id > b.voucher.id ? 1 : 0,
  );
  return JSON.stringify(
    sorted.map(({ voucher, effects: { quantity = 0, credits = 0 } }) => ({
      key: voucher.code_key,
      id: voucher.id,
      seen: voucher.updated_at,
      quantity: sign * quantity,
      credits: sign * credits,
    })),
  );
}

// The IN comes first to the row by its key; the join alone would make SQLite walk all vouchers.
function moveVouchers(project: Slot, moves: readonly VoucherMove[], sign: Sign): Fragment {
  const list = param(movesJson(moves, sign));
  return sql`UPDATE vouchers
    SET redeemed_quantity = redeemed_quantity + (m.value->>'$.quantity'),
      redeemed_amount = redeemed_amount + (m.value->>'$.credits'),
      balance = balance - (m.value->>'$.credits')
    FROM json_each(${list}) m WHERE project_id = ${project}
      AND code_key IN (SELECT value->>'$.key' FROM json_each(${list}))
      AND code_key = m.value->>'$.key' AND vouchers.id = m.value->>'$.id'`;
}

const RETURNING = sql`RETURNING id, redeemed_quantity, redeemed_amount, balance`;

/**
 * Takes uses and credits from all vouchers at once. The increment is unconditional: the CHECKs on
 * the row refuse one too many, the assertion a voucher that was changed or deleted since it was
 * read, or whose campaign was.
 */
export function takeFromVouchers(scope: Scope, moves: readonly VoucherMove[]): Statement[] {
  const project = param(scope.project.id);
  return [
    sql`${moveVouchers(project, moves, TAKE)} AND updated_at IS (m.value->>'$.seen')
      AND active = 1 AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM campaigns c
        WHERE c.project_id = ${project} AND c.id = vouchers.campaign_id
          AND (c.active = 0 OR c.deleted_at IS NOT NULL))
      ${RETURNING}`,
    assertChanged("voucher_moved", moves.length),
  ];
}

/**
 * Gives uses and credits back; a voucher deleted for good meanwhile has nothing to give them to.
 */
export const giveToVouchers = (scope: Scope, moves: readonly VoucherMove[]): Statement[] =>
  moves.length === 0
    ? []
    : [sql`${moveVouchers(param(scope.project.id), moves, GIVE)} ${RETURNING}`];

function moved<V extends VoucherRow>({ voucher, effects }: VoucherMove<V>, sign: Sign): V {
  const credits = sign * (effects.credits ?? 0);
  return {
    ...voucher,
    redeemed_quantity: voucher.redeemed_quantity + sign * (effects.quantity ?? 0),
    redeemed_amount: voucher.redeemed_amount + credits,
    balance: voucher.balance === null ? null : voucher.balance - credits,
  };
}

/** The voucher as the move leaves it, if nobody else moves it meanwhile. */
export const afterTaking = <V extends VoucherRow>(move: VoucherMove<V>): V => moved(move, TAKE);
export const afterGiving = <V extends VoucherRow>(move: VoucherMove<V>): V => moved(move, GIVE);

/** Counters as the batch left them: others may have moved them between our load and our commit. */
function asCommitted<V extends VoucherRow>(planned: V, returned: readonly RawRow[]): V {
  const row = returned.find(({ id }) => id === planned.id);
  if (!row) return planned;
  return {
    ...planned,
    redeemed_quantity: Number(row.redeemed_quantity),
    redeemed_amount: Number(row.redeemed_amount),
    balance: row.balance === null ? null : Number(row.balance),
  };
}

const counters = ({ redeemed_quantity, redeemed_amount, balance }: VoucherRow): string =>
  [redeemed_quantity, redeemed_amount, balance].join();

/**
 * The answer with the counters that the batch left, which is the planned one unless a race moved
 * them; what was stored for a repetition is then corrected too.
 */
export async function settled<V extends VoucherRow>(
  scope: Scope,
  plan: { answer: Answer; vouchers: readonly V[]; show: (vouchers: readonly V[]) => Answer },
  returned: readonly RawRow[],
): Promise<Answer> {
  const live = plan.vouchers.map((voucher) => asCommitted(voucher, returned));
  if (live.map(counters).join() === plan.vouchers.map(counters).join()) return plan.answer;
  const corrected = plan.show(live);
  await amendAnswer(scope, corrected);
  return corrected;
}
