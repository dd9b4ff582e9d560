import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import { type Expiry, expiryOf } from "../../engine/loyalty/expiration";
import type { DomainEvent } from "../../events/outbox";
import { assert } from "../../lib/assert";
import type { ExpirationRules } from "../../model/loyalty/expiration-rules";
import { VOUCHER_KINDS, type VoucherKind } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import {
  planPoints,
  pointsCorrections,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../loyalties/points";
import { planBalance } from "../vouchers/balance";
import type { StoredVoucher } from "../vouchers/store";

/** What a reward adds to a card, or a rollback takes off it again; `by` is signed. */
export interface BalanceMove {
  card: StoredVoucher;
  by: number;
  holder: CustomerRow | null;
  /** Of points that are added: when they expire; null never. */
  rules: ExpirationRules | null;
  /** What the card's entry tells of its cause. */
  cause: Record<string, unknown>;
}

export interface MovedBalance {
  after: StoredVoucher;
  /** Of points: the id of the card's entry. */
  entry: string | null;
  statements: Statement[];
  events: DomainEvent[];
  /** Where so many events of the commit stand behind these. */
  corrections: (behind: number) => Statement[];
  days: DayMove[];
}

function moveCredits(scope: Scope, { card, by, cause }: BalanceMove): MovedBalance {
  const { statements, ...planned } = planBalance(scope, card, { amount: by }, cause);
  return { ...planned, entry: null, statements: [...statements.card, statements.entry] };
}

function movePoints(scope: Scope, { card, by, holder, rules, cause }: BalanceMove): MovedBalance {
  const expiry = (): Expiry | null => expiryOf(rules, scope.now, scope.project.timezone);
  const planned = planPoints(scope, card, {
    type: by > 0 ? "POINTS_ADDITION" : "POINTS_REMOVAL",
    points: by,
    ...(by > 0 && { expiry: expiry() }),
    details: cause,
  });
  return {
    after: planned.after,
    entry: planned.entry.id,
    statements: pointsStatements(scope, [planned]),
    events: pointsEvents(scope, planned, holder && viewSimpleCustomer(holder)),
    corrections: (behind) => pointsCorrections(scope, [planned], { behind }),
    days: pointsDays([planned]),
  };
}

/** By what the balance of a card counts. */
const MOVES: Record<
  NonNullable<VoucherKind["unit"]>,
  (scope: Scope, move: BalanceMove) => MovedBalance
> = { credits: moveCredits, points: movePoints };

/** Adds to a card's balance, or takes off it, with an entry in the card's own ledger. */
export function moveCardBalance(scope: Scope, move: BalanceMove): MovedBalance {
  const { unit } = VOUCHER_KINDS[move.card.type];
  assert(unit !== null, "a card has a balance");
  return MOVES[unit](scope, move);
}
