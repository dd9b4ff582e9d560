import type { SessionHoldRow } from "../../db/tables/sessions";
import type { VoucherRow } from "../../db/tables/vouchers";
import type { HeldSession } from "./schema";

const NAMES = { GIFT_VOUCHER: "credits", LOYALTY_CARD: "points", DISCOUNT_VOUCHER: null } as const;

/** A hold as its voucher's type counts it. */
export function viewHold(row: SessionHoldRow, { type }: Pick<VoucherRow, "type">): HeldSession {
  const name = NAMES[type];
  return {
    key: row.session_key,
    type: "LOCK",
    ttl: row.ttl,
    ttl_unit: row.ttl_unit,
    quantity: row.quantity,
    ...(name && { [name]: row.amount }),
    created_at: row.created_at,
    expires_at: new Date(row.expires_at).toISOString(),
    object: "session",
  };
}
