import { load } from "../commit/load";
import { isoNow, type Scope } from "../scope/scope";
import type { Loaded } from "./load";
import { expiringBy } from "./sql/expiring";

/**
 * What was read, with the points that cards still have at the instant of a dry run, which is the
 * scope's time. One round trip more where points of a card expire before it (docs/deciding.md,
 * "Dry runs").
 */
export async function withPointsThen(scope: Scope, loaded: Loaded): Promise<Loaded> {
  const day = isoNow(scope).slice(0, 10);
  const ids = [...loaded.vouchers.values()].flatMap(({ id, loyalty }) =>
    // A day of another zone than UTC may end earlier.
    loyalty?.next_date && loyalty.next_date <= day ? [id] : [],
  );
  if (ids.length === 0) return loaded;
  const { rows } = await load(scope, { rows: expiringBy(scope.project.id, ids, isoNow(scope)) });
  const gone = new Map(rows.map(({ voucher_id, points }) => [String(voucher_id), Number(points)]));
  const vouchers = new Map(
    [...loaded.vouchers].map(([name, card]) => [
      name,
      { ...card, balance: card.balance === null ? null : card.balance - (gone.get(card.id) ?? 0) },
    ]),
  );
  return { ...loaded, vouchers };
}
