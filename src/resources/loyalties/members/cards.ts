import { load } from "../../../commit/load";
import type { RawRow } from "../../../db/client";
import type { CustomerRow } from "../../../db/tables/customers";
import { notFound } from "../../../errors";
import { ExpirationRules } from "../../../model/loyalty/expiration-rules";
import type { Scope } from "../../../scope/scope";
import { decodeCustomer } from "../../customers/store";
import { refuseOther } from "../../vouchers/loyalty-card";
import {
  byNames,
  campaignOfNamed,
  decodeVoucher,
  pick,
  type StoredVoucher,
  voucherNames,
} from "../../vouchers/store";
import { holdersOfCards, rulesOfProgram } from "./cards-store";

/** A card with what a change of its points needs to know. */
export interface LoadedCard {
  card: StoredVoucher;
  holder: CustomerRow | null;
  /** When points of its program expire; null never. */
  rules: ExpirationRules | null;
}

/** The rules among rows that `rulesOfProgram` read. */
export const rulesIn = (rows: readonly RawRow[]): ExpirationRules | null => {
  const text = rows[0]?.rules;
  return typeof text === "string" ? ExpirationRules.nullable().parse(JSON.parse(text)) : null;
};

/** The loyalty card among rows that `byNames` read; refuses every other voucher as unknown. */
export function theCard(
  scope: Scope,
  rows: readonly RawRow[],
  { name, program }: { name: string; program: string | null },
): StoredVoucher {
  const card = pick(scope, rows.map(decodeVoucher), name);
  if (!card) throw notFound("voucher", name);
  refuseOther(card, { name, program });
  return card;
}

/**
 * A loyalty card by code or id, of a program by id or name or of any, in one round trip. Refuses an
 * unknown one (not_found).
 */
export async function loadCard(
  scope: Scope,
  name: string,
  program: string | null,
): Promise<LoadedCard> {
  const { cards, holders, programs } = await load(scope, {
    cards: byNames(scope, [name]),
    holders: holdersOfCards(scope, voucherNames(scope, [name])),
    programs: rulesOfProgram(scope, campaignOfNamed(scope, name)),
  });
  return {
    card: theCard(scope, cards, { name, program }),
    holder: holders[0] ? decodeCustomer(holders[0]) : null,
    rules: rulesIn(programs),
  };
}
