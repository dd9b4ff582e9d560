import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import { stopExpiring } from "../../../db/bin/nights";
import type { CustomerRow } from "../../../db/tables/customers";
import type { PointsBucketRow } from "../../../db/tables/loyalty";
import { afterTaking } from "../../../engine/loyalty/buckets";
import { NEVER } from "../../../engine/loyalty/expiration";
import type { DomainEvent } from "../../../events/outbox";
import { isoNow, type Scope } from "../../../scope/scope";
import { decodeCustomer } from "../../customers/store";
import { viewSimpleCustomer } from "../../customers/view";
import { decodeVoucher, type StoredVoucher } from "../../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../../vouchers/view";
import { decodeBucket } from "../expiration/store";
import { viewBucket } from "../expiration/view";
import {
  loyaltyOf,
  type PlannedPoints,
  planPoints,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../points";
import { cardsStand } from "../points-store";
import { cardsWithBuckets } from "./store";

/** What expires of one card. */
interface Expired {
  planned: PlannedPoints;
  card: StoredVoucher;
  /** Those that points expire in, with as many as do. */
  buckets: PointsBucketRow[];
  holder: CustomerRow | null;
}

/** What expires of each bucket that is due, whose points are left as far as sessions hold them. */
function expiredOf(due: readonly PointsBucketRow[], left: readonly PointsBucketRow[]) {
  const kept = new Map(left.map(({ id, points }) => [id, points]));
  return due
    .map((row) => ({ ...row, points: 0, expired_points: row.points - (kept.get(row.id) ?? 0) }))
    .filter(({ expired_points }) => expired_points > 0);
}

/**
 * What of a card is due, but for points that sessions hold: those go once the hold has lapsed. Null
 * where nothing is.
 */
function planExpiry(
  scope: Scope,
  card: StoredVoucher,
  { buckets, holder }: { buckets: readonly PointsBucketRow[]; holder: CustomerRow | null },
): Expired | null {
  const now = isoNow(scope);
  const due = buckets.filter(({ due_at }) => due_at !== null && due_at <= now);
  const sum = due.reduce((total, { points }) => total + points, 0);
  const points = Math.min(sum, (card.balance ?? 0) - card.held_amount);
  if (points === 0) return null;
  const planned = planPoints(scope, card, {
    type: "POINTS_EXPIRATION",
    points: -points,
    source: "Automation",
  });
  const left = afterTaking(buckets, points);
  const [next] = left.filter(({ expires_at }) => expires_at !== NEVER);
  const loyalty = {
    ...loyaltyOf(planned.after),
    next_date: next?.expires_at ?? null,
    next_points: next?.points ?? null,
  };
  return {
    planned: { ...planned, after: { ...planned.after, loyalty } },
    card,
    buckets: expiredOf(due, left),
    holder,
  };
}

function expiryEvents(scope: Scope, { planned, buckets, holder }: Expired): DomainEvent[] {
  const { after, entry, transaction } = planned;
  const customer = holder ? viewSimpleCustomer(holder) : null;
  const told: DomainEvent = {
    kind: "voucher.loyalty_card.points_expired",
    entity_id: after.id,
    customer_id: after.holder_id,
    data: {
      voucher: viewVoucher(scope, after),
      points: -entry.points,
      campaign: viewCampaignOf(after),
      customer,
      buckets: buckets.map(viewBucket),
      transaction,
    },
  };
  return [told, ...pointsEvents(scope, planned, customer)];
}

/** Null where a card moved meanwhile. */
async function tryExpiring(scope: Scope, ids: readonly string[]): Promise<true | null> {
  const found = await load(scope, cardsWithBuckets(scope, ids));
  const cards = found.cards.map(decodeVoucher);
  const holders = new Map(found.holders.map(decodeCustomer).map((row) => [row.id, row]));
  const buckets = Map.groupBy(found.buckets.map(decodeBucket), ({ voucher_id }) => voucher_id);
  const expired = cards.flatMap((card) => {
    const holder = holders.get(card.holder_id ?? "") ?? null;
    return planExpiry(scope, card, { buckets: buckets.get(card.id) ?? [], holder }) ?? [];
  });
  const planned = expired.map((each) => each.planned);
  const there = new Set(cards.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (planned.length + gone.length === 0) return true;
  const result = await commit(scope, {
    statements: [
      ...stopExpiring(scope.project.id, gone),
      ...(planned.length > 0
        ? [
            cardsStand(
              scope.project.id,
              expired.map(({ card }) => card),
            ),
            ...pointsStatements(scope, planned),
          ]
        : []),
    ],
    events: expired.flatMap((each) => expiryEvents(scope, each)),
    days: pointsDays(planned),
    answer: DONE,
  });
  return result.ok ? true : null;
}

/**
 * Takes from cards the points that are due, all in one batch, and again where one of them moves
 * meanwhile. Doing it again changes nothing.
 */
export async function expireCards(scope: Scope, ids: readonly string[]): Promise<void> {
  await retried(scope, () => tryExpiring(scope, ids));
}
