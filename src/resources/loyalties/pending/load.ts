import { load } from "../../../commit/load";
import type { CustomerRow } from "../../../db/tables/customers";
import type { PendingPointsRow } from "../../../db/tables/loyalty";
import { ApiError, notFound } from "../../../errors";
import type { ExpirationRules } from "../../../model/loyalty/expiration-rules";
import type { Scope } from "../../../scope/scope";
import { decodeCustomer } from "../../customers/store";
import { byNames, campaignOfNamed, type StoredVoucher, voucherNames } from "../../vouchers/store";
import { rulesIn, theCard } from "../members/cards";
import { holdersOfCards, rulesOfProgram } from "../members/cards-store";
import { decodePending, pendingById } from "./store";

/** Pending points with their card. */
export interface LoadedPending {
  card: StoredVoucher;
  holder: CustomerRow | null;
  pending: PendingPointsRow;
  /** When they expire once they count; null never. */
  rules: ExpirationRules | null;
}

/**
 * Pending points of a card by code or id, in one round trip. Refuses those of another card
 * (not_found), and those that wait no longer (invalid_pending_points_state).
 */
export async function loadPending(scope: Scope, name: string, id: string): Promise<LoadedPending> {
  const { cards, holders, programs, rows } = await load(scope, {
    cards: byNames(scope, [name]),
    holders: holdersOfCards(scope, voucherNames(scope, [name])),
    programs: rulesOfProgram(scope, campaignOfNamed(scope, name)),
    rows: pendingById(scope, id),
  });
  const card = theCard(scope, cards, { name, program: null });
  const pending = rows[0] ? decodePending(rows[0]) : null;
  if (pending?.voucher_id !== card.id) throw notFound("pending_points", id);
  if (pending.status !== "PENDING") {
    throw new ApiError("invalid_pending_points_state", {
      details: `Pending points ${id} are ${pending.status}`,
    });
  }
  const holder = holders[0] ? decodeCustomer(holders[0]) : null;
  return { card, holder, pending, rules: pending.expiration_rules ?? rulesIn(programs) };
}
