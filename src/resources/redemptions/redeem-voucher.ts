import type { Scope } from "../../scope/scope";
import { redeem } from "./redeem";
import type { RedeemOne, TrackedBy } from "./schema";
import { onlyOf } from "./shopper";

/** Redeems one voucher, by its code or id. */
export function redeemVoucher(
  scope: Scope,
  code: string,
  { query, rest: { gift, reward, ...rest } }: { query: TrackedBy; rest: RedeemOne },
) {
  const redeemables = [{ object: "voucher" as const, id: code, gift, reward }];
  const tracking_id = query.tracking_id ?? rest.tracking_id;
  return redeem(scope, { ...rest, tracking_id, redeemables }, onlyOf);
}
