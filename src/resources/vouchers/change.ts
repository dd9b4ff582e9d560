import { ApiError, notFound } from "../../errors";
import { type Answer, commit } from "../../events/effect";
import type { Scope } from "../../http/scope";
import { mergeMetadata } from "../../model/metadata";
import { windowDefects } from "../../model/time-window";
import { nextUpdate } from "../next-update";
import { retried } from "../retry";
import type { VoucherUpdate } from "./schema";
import { getVoucher, type StoredVoucher, updateVoucher, type VoucherChange } from "./store";
import { viewCampaignOf, viewVoucher } from "./view";

type Kind = "voucher.updated" | "voucher.enabled" | "voucher.disabled";

async function apply(scope: Scope, row: StoredVoucher, change: VoucherChange, kind: Kind) {
  const changed: StoredVoucher = { ...row, ...change };
  const body = viewVoucher(scope, changed);
  const answer: Answer = { status: 200, body };
  const result = await commit(scope, {
    statements: updateVoucher(row, change),
    events: [{ kind, entity_id: row.id, data: { voucher: body, campaign: viewCampaignOf(row) } }],
    answer,
  });
  if (!result.ok && result.error.constraint === "voucher_quantity") {
    throw new ApiError("invalid_voucher", {
      details: `Property .redemption.quantity must be >= ${row.redeemed_quantity + row.held_quantity}, the redemptions already used`,
    });
  }
  return result.ok ? answer : null;
}

/** Turns a voucher on or off; doing it twice changes nothing more. */
export const setActive = (scope: Scope, name: string, active: boolean): Promise<Answer> =>
  retried(async () => {
    const row = await getVoucher(scope, name);
    if (row.active === active) return { status: 200, body: viewVoucher(scope, row) };
    const change = { active, updated_at: nextUpdate(scope, row) };
    return apply(scope, row, change, active ? "voucher.enabled" : "voucher.disabled");
  });

/** The columns a body changes: absent keeps, null clears. Refuses a change of discount type. */
function changeOf(scope: Scope, row: StoredVoucher, input: VoucherUpdate): VoucherChange {
  const { discount, gift, redemption, metadata, category_id, active, ...columns } = input;
  if (category_id) throw notFound("category", category_id);
  if (discount && (row.type !== "DISCOUNT_VOUCHER" || discount.type !== row.discount?.type)) {
    throw new ApiError("invalid_voucher", {
      details: "It is not possible to change Voucher discount type",
    });
  }
  const sent = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  );
  return {
    ...sent,
    ...(discount && { discount }),
    ...(typeof active === "boolean" && { active }),
    ...(gift?.effect !== undefined && row.type === "GIFT_VOUCHER" && { gift_effect: gift.effect }),
    ...(redemption?.quantity !== undefined && { redemption_quantity: redemption.quantity }),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
    updated_at: nextUpdate(scope, row),
  };
}

/** Updates a voucher's settings; its code, type and counters stay. */
export const changeVoucher = (scope: Scope, name: string, input: VoucherUpdate): Promise<Answer> =>
  retried(async () => {
    const row = await getVoucher(scope, name);
    const change = changeOf(scope, row, input);
    const defect = windowDefects({ ...row, ...change })[0];
    if (defect) {
      throw new ApiError("invalid_payload", {
        details: `Property .${defect.path} ${defect.reason}`,
      });
    }
    return apply(scope, row, change, "voucher.updated");
  });
