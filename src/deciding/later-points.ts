import { load } from "../commit/load";
import { isoNow, type Scope } from "../scope/scope";
import type { RuledVoucher } from "./ruled";
import { expiringBy } from "./sql/expiring";

/**
 * The vouchers by their ids, with the points that cards still have at the instant of a dry run,
 * which is the scope's time. One round trip where points of a card expire before it
 * (docs/deciding.md, "Dry runs").
 */
export async function withPointsThen(
  scope: Scope,
  vouchers: readonly RuledVoucher[],
): Promise<Map<string, RuledVoucher>> {
  const day = isoNow(scope).slice(0, 10);
  const ids = vouchers.flatMap(({ id, loyalty }) =>
    // A day of another zone than UTC may end earlier.
    loyalty?.next_date && loyalty.next_date <= day ? [id] : [],
  );
  const { rows } = await load(scope, {
    rows: ids.length > 0 ? expiringBy(scope.project.id, ids, isoNow(scope)) : null,
  });
  const gone = new Map(rows.map(({ voucher_id, points }) => [String(voucher_id), Number(points)]));
  return new Map(
    vouchers.map((card) => {
      const { balance } = card;
      const left = balance === null ? null : balance - (gone.get(card.id) ?? 0);
      return [card.id, { ...card, balance: left }];
    }),
  );
}
