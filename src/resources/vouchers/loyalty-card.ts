import { notFound } from "../../errors";
import { countsPoints } from "../../model/voucher-kinds";
import type { StoredVoucher } from "./store";

/** A path may name the program beside the card: a card of another program is not there. */
export function refuseForeign(card: StoredVoucher, program: string | null, name: string): void {
  if (program === null || program === card.campaign_id || program === card.campaign?.name) return;
  throw notFound("voucher", name);
}

/** Refuses what is no loyalty card of the program as unknown. */
export function refuseOther(
  card: StoredVoucher,
  { name, program }: { name: string; program: string | null },
): void {
  if (!countsPoints(card.type)) throw notFound("voucher", name);
  refuseForeign(card, program, name);
}
