import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { LoyaltyState } from "../../db/tables/vouchers";
import { type Expiry, NEVER } from "../../engine/loyalty/expiration";
import type { EventData } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../scope/scope";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewTransaction, viewVoucher } from "../vouchers/view";
import {
  COUNTED,
  correctPoints,
  type PointsEntry,
  type PointsType,
  writePoints,
} from "./points-store";

/** What happens to one card; `points` is signed. */
export interface PointsChange {
  type: PointsType;
  points: number;
  /** Of points that are added: when they expire; null never. */
  expiry?: Expiry | null;
  /** The entry whose points come back, into the buckets that it took them from. */
  returns?: string;
  id?: string;
  source_id?: string | null;
  source?: string | null;
  reason?: string | null;
  related_transaction_id?: string | null;
  operation_type?: "MANUAL" | "AUTOMATIC";
  /** What the entry tells of its cause; the balance is added to it. */
  details?: Record<string, unknown>;
}

const NO_STATE: LoyaltyState = { entries: 0, pending: 0, expired: 0 };

/** The state of a card that had no entry yet, too. */
export const loyaltyOf = ({ loyalty }: Pick<StoredVoucher, "loyalty">): LoyaltyState =>
  loyalty ?? NO_STATE;

/**
 * The next points to expire once some were added or taken: those that are taken are the next to
 * expire. Which are next behind them, or where points come back to, only the database knows.
 */
function nextAfter(state: LoyaltyState, points: number, expiry: Expiry | null) {
  const { next_date: date = null, next_points: left = null } = state;
  if (points < 0) {
    return { next_date: date, next_points: left !== null && left > -points ? left + points : left };
  }
  if (!expiry || (date !== null && date < expiry.date)) {
    return { next_date: date, next_points: left };
  }
  return { next_date: expiry.date, next_points: points + (date === expiry.date ? (left ?? 0) : 0) };
}

/** The card as the change leaves it, if nobody else moves it meanwhile. */
export function afterChange(
  card: StoredVoucher,
  { type, points, expiry }: PointsChange,
): StoredVoucher {
  const loyalty = loyaltyOf(card);
  const counted = COUNTED[type];
  const isTaken = counted === "subtracted" || counted === "expired";
  return {
    ...card,
    amount: (card.amount ?? 0) + (counted === "added" ? points : 0),
    balance: (card.balance ?? 0) + (counted === "moved" ? 0 : points),
    subtracted_amount: card.subtracted_amount - (isTaken ? points : 0),
    loyalty: {
      ...loyalty,
      entries: loyalty.entries + 1,
      expired: loyalty.expired - (counted === "expired" ? points : 0),
      ...nextAfter(loyalty, points, expiry ?? null),
    },
  };
}

/** An entry that will be written, with the card as it leaves it and what is told of both. */
export interface PlannedPoints {
  entry: PointsEntry;
  after: StoredVoucher;
  balance: EventData<"voucher.loyalty_card.transaction.created">["balance"];
  transaction: EventData<"voucher.loyalty_card.transaction.created">["transaction"];
}

/** The card's balance as answers and entries show it. Points. */
const viewPoints = (
  after: StoredVoucher,
  points: number,
  operation_type: "MANUAL" | "AUTOMATIC",
) => ({
  points,
  total: after.amount ?? 0,
  balance: after.balance ?? 0,
  type: "loyalty_card" as const,
  object: "balance" as const,
  operation_type,
  related_object: { type: "voucher" as const, id: after.id },
});

/**
 * One change of a card's points: the entry of its ledger and what follows from it. Of a redemption
 * the card is given as its use has left it, since the use itself moves the balance.
 */
export function planPoints(scope: Scope, card: StoredVoucher, change: PointsChange): PlannedPoints {
  const { points, type, expiry } = change;
  const operation_type = change.operation_type ?? "AUTOMATIC";
  const after = afterChange(card, change);
  const balance = viewPoints(after, points, operation_type);
  const isAdded = points > 0 && change.returns === undefined;
  const entry: PointsEntry = {
    id: change.id ?? scope.newId("vtx"),
    voucher_id: card.id,
    code_key: card.code_key,
    deleted_at: card.deleted_at,
    type,
    points,
    bucket: isAdded
      ? {
          id: scope.newId("lopb"),
          expires_at: expiry?.date ?? NEVER,
          due_at: expiry?.due_at ?? null,
        }
      : null,
    returns: change.returns ?? null,
    source_id: change.source_id ?? null,
    source: change.source === undefined ? scope.actor.channel : change.source,
    reason: change.reason ?? null,
    operation_type,
    details: change.details ?? {},
    related_transaction_id: change.related_transaction_id ?? null,
  };
  const transaction = viewTransaction({
    ...entry,
    project_id: card.project_id,
    campaign_id: card.campaign_id,
    amount: points,
    total: after.amount ?? 0,
    balance: after.balance ?? 0,
    details: { ...entry.details, balance },
    created_at: isoNow(scope),
    sequence: after.loyalty?.entries ?? null,
  });
  return { entry, after, balance, transaction };
}

type Moved = EventData<"voucher.loyalty_card.transaction.created">;

/** The event of a type beside that of the entry itself; types without one have no further. */
const TOLD: Partial<Record<PointsType, "voucher.loyalty_card.points_aded">> = {
  POINTS_ADDITION: "voucher.loyalty_card.points_aded",
  POINTS_ACCRUAL: "voucher.loyalty_card.points_aded",
};

/**
 * What moved the points, as far as there is any of it. A redemption or rollback is named by its
 * entry, which tells it and its order.
 */
export type MovedBy = Partial<
  Omit<Moved, "voucher" | "balance" | "campaign" | "transaction" | "holder">
> & { entry?: string };

const OF_NOTHING = {
  order: null,
  redemption: null,
  rollback: null,
  holder_loyalty_tier: null,
  event: null,
  earning_rule: null,
  segment: null,
  loyalty_tier: null,
  custom_event: null,
  source_voucher: null,
  destination_voucher: null,
  reward: null,
} as const;

/** What is told of an entry: of its card's holder, where that is known. */
export function pointsEvents(
  scope: Scope,
  { entry, after, balance, transaction }: PlannedPoints,
  holder: Moved["holder"],
  by: MovedBy = {},
): DomainEvent[] {
  const about = { entity_id: after.id, customer_id: after.holder_id };
  const shared = {
    voucher: viewVoucher(scope, after),
    balance,
    campaign: viewCampaignOf(after),
    transaction,
  };
  const kind = TOLD[entry.type];
  return [
    ...(kind ? [{ kind, ...about, data: { ...shared, customer: holder } }] : []),
    {
      kind: "voucher.loyalty_card.transaction.created",
      ...about,
      data: { ...shared, ...OF_NOTHING, ...by, holder },
    },
  ];
}

/** The counter of a day that entries of a type move. */
const DAYS = {
  POINTS_ACCRUAL: "points_rewarded",
  POINTS_ADDITION: "points_added",
  POINTS_REMOVAL: "points_subtracted",
  POINTS_REDEMPTION: "points_redeemed",
  POINTS_REFUND: "points_rolledback",
  POINTS_EXPIRATION: "points_expired",
  POINTS_TRANSFER_IN: "points_transferred_in",
  POINTS_TRANSFER_OUT: "points_transferred_out",
  PENDING_POINTS_ACTIVATION: "pending_points_activated",
} as const satisfies Record<PointsType, keyof DayMove["counters"]>;

/** What summaries count of entries today. */
export const pointsDays = (planned: readonly PlannedPoints[]): DayMove[] =>
  planned.map(({ entry: { type, points }, after: { campaign_id } }) => ({
    campaign_id,
    counters: { [DAYS[type]]: Math.abs(points) },
  }));

/**
 * Statements that write the entries, in their order; `areSeen` where the batch has asserted before
 * that the cards are as they were read.
 */
export const pointsStatements = (
  scope: Scope,
  planned: readonly PlannedPoints[],
  { areSeen = false } = {},
): Statement[] =>
  writePoints(
    { projectId: scope.project.id, now: isoNow(scope), areSeen },
    planned.map(({ entry }) => entry),
  );

/**
 * What sets the events of these entries right where a race moved their cards; they must be the last
 * of the commit but for `behind` others, as `pointsEvents` made them, one entry after the other,
 * each behind `before` more of the same data. Null stands for one event among them of no entry.
 */
export function pointsCorrections(
  scope: Scope,
  planned: readonly (PlannedPoints | null)[],
  { before = 0, behind = 0 }: { before?: number; behind?: number } = {},
): Statement[] {
  const told = planned.flatMap((each) =>
    each
      ? Array.from({ length: before + (TOLD[each.entry.type] ? 2 : 1) }, () => each.entry)
      : [null],
  );
  const list = told.flatMap((entry, place) => {
    if (!entry) return [];
    const { voucher_id, code_key, id } = entry;
    return [{ at: told.length - 1 - place + behind, voucher_id, code_key, id }];
  });
  return list.length === 0 ? [] : [correctPoints(scope.project.id, list)];
}
