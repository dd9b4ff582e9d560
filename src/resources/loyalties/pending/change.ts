import * as z from "zod";
import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { Statement } from "../../../db/client";
import type { PendingPointsRow } from "../../../db/tables/loyalty";
import { expiryOf } from "../../../engine/loyalty/expiration";
import type { DomainEvent } from "../../../events/outbox";
import type { Scope } from "../../../scope/scope";
import { viewSimpleCustomer } from "../../customers/view";
import { invalidBalance, refuseBalance } from "../../vouchers/refuse-balance";
import type { StoredVoucher } from "../../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../../vouchers/view";
import {
  loyaltyOf,
  planPoints,
  pointsCorrections,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../points";
import { type LoadedPending, loadPending } from "./load";
import { MOST_PENDING, type PendingAdjustment } from "./schema";
import { countPending, movePending, noteEntry } from "./store";
import { viewPending } from "./view";

/** The card with so many more points that wait. */
export const withPending = (card: StoredVoucher, by: number): StoredVoucher => {
  const loyalty = loyaltyOf(card);
  return { ...card, loyalty: { ...loyalty, pending: loyalty.pending + by } };
};

/** What every event of pending points carries. */
const about = (
  scope: Scope,
  { holder }: Pick<LoadedPending, "holder">,
  { card, pending }: { card: StoredVoucher; pending: PendingPointsRow },
) => ({
  voucher: viewVoucher(scope, card),
  campaign: viewCampaignOf(card),
  customer: holder ? viewSimpleCustomer(holder) : null,
  order: null,
  pending_points: viewPending(pending),
});

/** How many points a card waits for, after a change of so many. */
export const viewPendingBalance = (
  card: StoredVoucher,
  points: number,
  operation_type: "MANUAL" | "AUTOMATIC" = "MANUAL",
) => ({
  points,
  total: loyaltyOf(card).pending,
  object: "balance" as const,
  related_object: { type: "voucher" as const, id: card.id },
  operation_type,
});

/** What becomes of pending points by hand, in one batch with the card's count of them. */
interface Change {
  loaded: LoadedPending;
  pending: PendingPointsRow;
  kind:
    | "voucher.loyalty_card.pending_points.updated"
    | "voucher.loyalty_card.pending_points.canceled";
  answer: (card: StoredVoucher, by: number) => Answer;
}

async function apply(scope: Scope, { loaded, pending, kind, answer }: Change) {
  const by = (pending.status === "PENDING" ? pending.points : 0) - loaded.pending.points;
  const card = withPending(loaded.card, by);
  const told = answer(card, by);
  const data = {
    ...about(scope, loaded, { card, pending }),
    voucher_pending_points_balance: viewPendingBalance(card, by),
  };
  const counter = kind.endsWith("canceled")
    ? "pending_points_canceled"
    : "pending_points_subtracted";
  const counters = by > 0 ? { pending_points_added: by } : { [counter]: -by };
  const result = await commit(scope, {
    statements: [...movePending(loaded.pending, pending), ...countPending(card, by)],
    events: [{ kind, entity_id: card.id, customer_id: card.holder_id, data }],
    days: [{ campaign_id: pending.campaign_id, counters }],
    answer: told,
  });
  return result.ok ? told : null;
}

/** Makes pending points more or fewer; refuses fewer than none, and more than `MOST_PENDING`. */
export const adjustPending = (
  scope: Scope,
  { name, id }: { name: string; id: string },
  { points }: PendingAdjustment,
): Promise<Answer> =>
  retried(scope, async () => {
    const loaded = await loadPending(scope, name, id);
    const after = loaded.pending.points + points;
    if (after < 0 || after > MOST_PENDING) {
      throw invalidBalance(`Pending points are from 0 to ${MOST_PENDING}`);
    }
    const updated_at = nextUpdate(scope, loaded.pending);
    const pending = { ...loaded.pending, points: after, updated_at };
    const kind = "voucher.loyalty_card.pending_points.updated";
    return apply(scope, { loaded, pending, kind, answer: viewPendingBalance });
  });

/** Takes pending points away before they count. */
export const cancelPending = (
  scope: Scope,
  { name, id }: { name: string; id: string },
): Promise<Answer> =>
  retried(scope, async () => {
    const loaded = await loadPending(scope, name, id);
    const updated_at = nextUpdate(scope, loaded.pending);
    const pending = { ...loaded.pending, status: "CANCELED" as const, updated_at };
    const kind = "voucher.loyalty_card.pending_points.canceled";
    return apply(scope, { loaded, pending, kind, answer: () => DONE });
  });

/** The ledger names the event that earned the points, which they themselves tell in full. */
const LedgerDetails = z.looseObject({
  event: z.object({ id: z.string(), type: z.string() }).optional(),
});

/**
 * What makes pending points count: the entry of the ledger, and what is told. Refuses more than the
 * card can hold (invalid_add_balance_params).
 */
export function planActivation(
  scope: Scope,
  loaded: LoadedPending,
  operation_type: "MANUAL" | "AUTOMATIC",
) {
  const { pending, rules, holder } = loaded;
  refuseBalance(loaded.card, pending.points);
  const updated_at = nextUpdate(scope, pending);
  const activated = { ...pending, status: "ACTIVATED" as const, updated_at };
  const planned = planPoints(scope, withPending(loaded.card, -pending.points), {
    type: "PENDING_POINTS_ACTIVATION",
    points: pending.points,
    expiry: expiryOf(rules, scope.now, scope.project.timezone),
    operation_type,
    ...(operation_type === "AUTOMATIC" && { source: "Automation" }),
    details: { ...LedgerDetails.parse(pending.details), pending_points: viewPending(activated) },
  });
  const { after, balance, transaction } = planned;
  const statements: Statement[] = [
    ...movePending(pending, activated),
    ...countPending(after, -pending.points),
    ...pointsStatements(scope, [planned]),
    ...noteEntry(pending, planned.entry.id),
  ];
  const told: DomainEvent = {
    kind: "voucher.loyalty_card.pending_points.activated",
    entity_id: after.id,
    customer_id: after.holder_id,
    data: { ...about(scope, loaded, { card: after, pending: activated }), balance, transaction },
  };
  const customer = holder ? viewSimpleCustomer(holder) : null;
  return {
    statements,
    events: [told, ...pointsEvents(scope, planned, customer)],
    corrections: pointsCorrections(scope, [planned], { before: 1 }),
    days: pointsDays([planned]),
    balance,
  };
}

/** Lets pending points count at once; they expire as points that are new. */
export const activatePending = (
  scope: Scope,
  { name, id }: { name: string; id: string },
): Promise<Answer> =>
  retried(scope, async () => {
    const loaded = await loadPending(scope, name, id);
    const { balance, ...effect } = planActivation(scope, loaded, "MANUAL");
    const result = await commit(scope, { ...effect, answer: balance });
    return result.ok ? balance : null;
  });
