import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import type { DayMove } from "../../../commit/days";
import { load } from "../../../commit/load";
import { nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import { decode, type Statement } from "../../../db/client";
import type { CustomerRow } from "../../../db/tables/customers";
import {
  type LoyaltyAwardRow,
  loyaltyAwards,
  type PendingPointsRow,
} from "../../../db/tables/loyalty";
import type { OrderRow } from "../../../db/tables/redemptions";
import type { DomainEvent } from "../../../events/outbox";
import type { Scope } from "../../../scope/scope";
import { decodeCustomer } from "../../customers/store";
import { viewSimpleCustomer } from "../../customers/view";
import { byOrderIdentity, decodeOrder } from "../../orders/store";
import { viewOrder } from "../../orders/view";
import { takenInBin } from "../../vouchers/remove";
import { decodeVoucher, type StoredVoucher } from "../../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../../vouchers/view";
import { viewPendingBalance, withPending } from "../pending/change";
import { countPending, decodePending, movePending } from "../pending/store";
import { viewPending } from "../pending/view";
import {
  type PlannedPoints,
  planPoints,
  pointsCorrections,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../points";
import { awardStands, givenFor, takeBackAwards } from "./award-store";
import { type Cause, ledgerCause, viewCause } from "./plan-award";

/** What was given for an order and is taken back. */
interface LoadedGiven {
  order: OrderRow;
  awards: LoyaltyAwardRow[];
  cards: ReadonlyMap<string, StoredVoucher>;
  pending: ReadonlyMap<string, PendingPointsRow>;
  holders: ReadonlyMap<string, CustomerRow>;
  /** Rules whose points have expired meanwhile. */
  expired: ReadonlySet<string>;
}

const byId = <T extends { id: string }>(rows: readonly T[]) =>
  new Map(rows.map((row): [string, T] => [row.id, row]));

async function loadGiven(scope: Scope, orderId: string): Promise<LoadedGiven | null> {
  const found = await load(scope, {
    orders: byOrderIdentity(scope, { id: orderId }),
    ...givenFor(scope, orderId),
  });
  const [order] = found.orders.map(decodeOrder);
  if (order?.status !== "CANCELED" || found.awards.length === 0) return null;
  return {
    order,
    awards: found.awards.map((row) => decode(loyaltyAwards, row)),
    cards: byId(found.cards.map(decodeVoucher)),
    pending: byId(found.pending.map(decodePending)),
    holders: byId(found.holders.map(decodeCustomer)),
    expired: new Set(found.expired.map(({ rule_id }) => String(rule_id))),
  };
}

/** What taking one award back writes and tells; a card that is gone keeps nothing to take. */
interface Part {
  points: number;
  after: StoredVoucher | null;
  /** The entry that takes points, which one event tells. */
  planned: PlannedPoints | null;
  statements: Statement[];
  events: DomainEvent[];
  days: DayMove[];
}

const nothingOf = (card: StoredVoucher | undefined): Part => ({
  points: 0,
  after: card ?? null,
  planned: null,
  statements: [],
  events: [],
  days: [],
});

const holderOf = ({ holders }: LoadedGiven, { holder_id }: StoredVoucher) => {
  const holder = holders.get(holder_id ?? "");
  return holder ? viewSimpleCustomer(holder) : null;
};

/** Points that do not count yet never will. */
function cancelPending(
  scope: Scope,
  given: LoadedGiven,
  { card, pending }: { card: StoredVoucher; pending: PendingPointsRow },
): Part {
  const { points, campaign_id } = pending;
  const canceled = {
    ...pending,
    status: "CANCELED" as const,
    updated_at: nextUpdate(scope, pending),
  };
  const after = withPending(card, -points);
  const told: DomainEvent = {
    kind: "voucher.loyalty_card.pending_points.canceled",
    entity_id: card.id,
    customer_id: card.holder_id,
    data: {
      voucher: viewVoucher(scope, after),
      campaign: viewCampaignOf(after),
      customer: holderOf(given, card),
      order: viewOrder(given.order),
      pending_points: viewPending(canceled),
      voucher_pending_points_balance: viewPendingBalance(after, -points, "AUTOMATIC"),
    },
  };
  return {
    points,
    after,
    planned: null,
    statements: [...movePending(pending, canceled), ...countPending(card, -points)],
    events: [told],
    days: [{ campaign_id, counters: { pending_points_canceled: points } }],
  };
}

/** Points that count are taken as far as they are there and no session holds them. */
function removePoints(
  scope: Scope,
  given: LoadedGiven,
  { card, award, cause }: { card: StoredVoucher; award: LoyaltyAwardRow; cause: Cause },
): Part {
  const points = Math.min(award.points, Math.max(0, (card.balance ?? 0) - card.held_amount));
  if (points === 0) return nothingOf(card);
  const { order } = given;
  const planned = planPoints(scope, card, {
    type: "POINTS_REMOVAL",
    points: -points,
    source: "Automation",
    operation_type: "AUTOMATIC",
    details: {
      order: { id: order.id, source_id: order.source_id },
      event: ledgerCause(cause),
    },
  });
  return {
    points,
    after: planned.after,
    planned,
    statements: [...takenInBin(scope, card, points), ...pointsStatements(scope, [planned])],
    events: pointsEvents(scope, planned, holderOf(given, card), {
      order: viewOrder(order),
      event: viewCause(cause),
    }),
    days: pointsDays([planned]),
  };
}

function takeBack(
  scope: Scope,
  given: LoadedGiven,
  { card, award, cause }: { card: StoredVoucher | undefined; award: LoyaltyAwardRow; cause: Cause },
): Part {
  if (!card || given.expired.has(award.rule_id)) return nothingOf(card);
  const pending = given.pending.get(award.pending_points_id ?? "");
  if (pending?.status === "PENDING") return cancelPending(scope, given, { card, pending });
  if (pending?.status === "CANCELED") return nothingOf(card);
  const points = pending?.points ?? award.points;
  return removePoints(scope, given, { card, award: { ...award, points }, cause });
}

/** What taking all of them back writes and tells, each on what the one before it left. */
function planBack(scope: Scope, given: LoadedGiven, cause: Cause): Part[] {
  const now = new Map(given.cards);
  return given.awards.map((award) => {
    const part = takeBack(scope, given, { card: now.get(award.voucher_id), award, cause });
    if (part.after) now.set(part.after.id, part.after);
    return part;
  });
}

/**
 * Takes back what rules gave for an order that was canceled, once: points that count as far as they
 * are still there, points that wait altogether.
 */
export const takeBackOrder = (scope: Scope, orderId: string, cause: Cause): Promise<Answer> =>
  retried(scope, async () => {
    const given = await loadGiven(scope, orderId);
    if (!given) return DONE;
    const parts = planBack(scope, given, cause);
    const taken = given.awards.map(({ rule_id }, at) => ({
      rule_id,
      points: parts[at]?.points ?? 0,
    }));
    const result = await commit(scope, {
      statements: [
        awardStands(scope, null, [...given.cards.values()]),
        ...takeBackAwards(scope, orderId, taken),
        ...parts.flatMap(({ statements }) => statements),
      ],
      events: parts.flatMap(({ events }) => events),
      // Which points expire next once some were taken, only the database knows.
      corrections: pointsCorrections(
        scope,
        parts.flatMap(({ events, planned }) => events.map(() => planned)),
      ),
      days: parts.flatMap(({ days }) => days),
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
