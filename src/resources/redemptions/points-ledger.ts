import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import {
  type PlannedPoints,
  type PointsChange,
  planPoints,
  pointsCorrections,
  pointsEvents,
  pointsStatements,
} from "../loyalties/points";
import type { CardLedger, CardMove } from "./card-ledger";
import { causeOf } from "./gift-ledger";

/**
 * A redemption takes the points that expire soonest; its rollback puts them back where it took them
 * from, as the entry that took them tells.
 */
function changeOf({ row }: CardMove): PointsChange {
  const { reward, transaction_id = "" } = row.effects;
  const points = -(row.amount ?? 0);
  const details = {
    ...causeOf(row),
    ...(reward && { reward: { id: reward.id, name: reward.name } }),
  };
  if (row.object === "redemption") {
    return { type: "POINTS_REDEMPTION", points, id: transaction_id, details };
  }
  const related_transaction_id = transaction_id;
  return {
    type: "POINTS_REFUND",
    points,
    returns: transaction_id,
    related_transaction_id,
    details,
  };
}

/** What is told of an entry; the redemption stands in the ledger of redemptions. */
function eventsOf(scope: Scope, { row, card, customer }: CardMove, planned: PlannedPoints) {
  const holder = customer?.id === card.holder_id ? customer : null;
  const about = { entry: row.id, reward: row.effects.reward ?? null };
  return pointsEvents(scope, planned, holder && viewSimpleCustomer(holder), about);
}

/**
 * What redemptions took from loyalty cards, or rollbacks gave back: one entry each where it was any
 * points. The use itself moves the balance, before these statements.
 */
export function writeRedeemedPoints(scope: Scope, moves: readonly CardMove[]): CardLedger {
  const made = moves
    .filter(({ row }) => row.amount !== null && row.amount !== 0)
    .map((move) => ({ move, planned: planPoints(scope, move.card, changeOf(move)) }));
  const planned = made.map((each) => each.planned);
  return {
    statements: pointsStatements(scope, planned),
    events: made.flatMap((each): DomainEvent[] => eventsOf(scope, each.move, each.planned)),
    corrections: (behind) => pointsCorrections(scope, planned, { behind }),
  };
}
