import { checkDiscount } from "../../checks/discount";
import { checkVoucherMetadata } from "../../checks/metadata";
import { refuseWindow } from "../../checks/window";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import { ApiError, notFound } from "../../errors";
import { mergeMetadata } from "../../model/metadata";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { categoryColumns, categoryNamed, namesCategory } from "../categories/store";
import type { VoucherUpdate } from "./schema";
import {
  byNames,
  completed,
  decodeOwn,
  getVoucher,
  pick,
  type StoredVoucher,
  updateVoucher,
  type VoucherChange,
  voucherRow,
} from "./store";
import { viewCampaignOf, viewVoucher } from "./view";

type Kind = "voucher.updated" | "voucher.enabled" | "voucher.disabled";

/** A voucher, and as what an update leaves it. */
interface Update {
  row: StoredVoucher;
  change: VoucherChange;
  changed: StoredVoucher;
}

async function apply(scope: Scope, { row, change, changed }: Update, kind: Kind) {
  const answer = viewVoucher(scope, changed);
  const result = await commit(scope, {
    statements: updateVoucher(row, change),
    events: [{ kind, entity_id: row.id, data: { voucher: answer, campaign: viewCampaignOf(row) } }],
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
  retried(scope, async () => {
    const row = await getVoucher(scope, name);
    if (row.active === active) return viewVoucher(scope, row);
    const change = { active, updated_at: nextUpdate(scope, row) };
    const update = { row, change, changed: { ...row, ...change } };
    return apply(scope, update, active ? "voucher.enabled" : "voucher.disabled");
  }, [voucherRow(scope, name)]);

/**
 * The columns a body changes: absent keeps, null clears. Refuses a change of the discount's type,
 * and the effect of a gift on what is none.
 */
function changeOf(scope: Scope, row: StoredVoucher, input: VoucherUpdate): VoucherChange {
  const { discount, gift, redemption, metadata, active, ...others } = input;
  const { category: _, category_id: __, ...columns } = others;
  const { part } = VOUCHER_KINDS[row.type];
  if (discount && (part !== "discount" || discount.type !== row.discount?.type)) {
    throw new ApiError("invalid_voucher", {
      details: "It is not possible to change Voucher discount type",
    });
  }
  if (gift?.effect && part !== "gift") {
    throw new ApiError("invalid_voucher", {
      details: `Property .gift must NOT be sent for a ${row.type}`,
    });
  }
  checkDiscount("discount", discount);
  const sent = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  );
  return {
    ...sent,
    // One of no campaign has no other discount that null could leave it to.
    ...(discount !== undefined && (discount ?? row.campaign?.discount) && { discount }),
    ...(typeof active === "boolean" && { active }),
    ...(gift?.effect !== undefined && { gift_effect: gift.effect }),
    ...(redemption?.quantity !== undefined && { redemption_quantity: redemption.quantity }),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
    updated_at: nextUpdate(scope, row),
  };
}

/**
 * The voucher with what it says itself, and its category as id and name where the body says
 * something of it.
 */
async function loadChange(scope: Scope, name: string, input: VoucherUpdate) {
  const { rows, categories } = await load(scope, {
    rows: byNames(scope, [name]),
    categories: namesCategory(input) ? categoryNamed(scope, input) : null,
  });
  const own = pick(scope, rows.map(decodeOwn), name);
  if (!own) throw notFound("voucher", name);
  // Null takes a category away; a name that was no category's stays.
  const isUnlinked = input.category_id === null && own.category_id !== null;
  const isSent = input.category !== undefined || Boolean(input.category_id) || isUnlinked;
  return { own, category: isSent ? categoryColumns(categories, input) : {} };
}

/** Updates a voucher's settings; its code, type and counters stay. */
export const changeVoucher = (scope: Scope, name: string, input: VoucherUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const { own, category } = await loadChange(scope, name, input);
    const row = completed(own);
    const change = { ...changeOf(scope, row, input), ...category };
    if (change.metadata) checkVoucherMetadata(scope, row.campaign, change.metadata);
    // What null clears is the campaign's to say again.
    const changed = completed({ ...own, ...change });
    refuseWindow(changed);
    if (changesNothing(row, changed)) return viewVoucher(scope, row);
    return apply(scope, { row, change, changed }, "voucher.updated");
  }, [voucherRow(scope, name)]);
