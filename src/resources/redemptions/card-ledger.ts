import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { DomainEvent } from "../../events/outbox";
import { VOUCHER_KINDS, type VoucherKind } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import type { StoredVoucher } from "../vouchers/store";
import { writeCredits } from "./gift-ledger";
import { writeRedeemedPoints } from "./points-ledger";

/** What a redemption or rollback moved on a card, and the card as the move leaves it. */
export interface CardMove {
  row: RedemptionRow;
  card: StoredVoucher;
  customer: CustomerRow | null;
}

/** What cards' own ledgers write and tell of redemptions. */
export interface CardLedger {
  statements: Statement[];
  events: DomainEvent[];
  /** Where so many events of the commit stand behind these. */
  corrections: (behind: number) => Statement[];
}

/** By what the balance of a card counts. */
const LEDGERS: Record<
  NonNullable<VoucherKind["unit"]>,
  (scope: Scope, moves: readonly CardMove[]) => CardLedger
> = { credits: writeCredits, points: writeRedeemedPoints };
const UNITS = ["credits", "points"] as const;

/** Entries in the ledgers of all cards that redemptions or rollbacks move. */
export function cardLedger(scope: Scope, moves: readonly CardMove[]): CardLedger {
  const written = UNITS.map((unit) =>
    LEDGERS[unit](
      scope,
      moves.filter(({ card }) => VOUCHER_KINDS[card.type].unit === unit),
    ),
  );
  return {
    statements: written.flatMap(({ statements }) => statements),
    events: written.flatMap(({ events }) => events),
    corrections: (behind) =>
      written.flatMap(({ corrections }, at) =>
        corrections(written.slice(at + 1).reduce((sum, { events }) => sum + events.length, behind)),
      ),
  };
}
