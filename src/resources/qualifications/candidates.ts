import { decode, type RawRow } from "../../db/client";
import { type CampaignRow, campaigns } from "../../db/tables/campaigns";
import { promotionStacks } from "../../db/tables/stacking";
import { decodeRuledTier, decodeRuledVoucher, type RuledRedeemable } from "../../deciding/ruled";
import { kindNamed } from "../../engine/qualification/kinds";
import type { Category } from "../../model/category";
import { startsWith } from "../../model/voucher-kinds";
import { categoriesFrom } from "../campaigns/promotions/tiers/sql";

/** A rule's assignment as far as an entry tells it. */
export interface Assigned {
  id: string;
  rule_id: string;
  related_object_id: string;
  related_object_type: string;
}

interface Shown {
  /** What the entry is called on the wire: a voucher by its code. */
  id: string;
  created_at: string;
  /** Its place among all candidates. */
  key: string;
  kind: string;
  name: string | null;
  category: Category | null;
  assigned: Assigned[];
}

/** Something that may qualify. A campaign stands for a voucher that it would give. */
export interface FoundOne extends Shown {
  object: "campaign" | "voucher" | "promotion_tier";
  redeemable: RuledRedeemable;
}

export interface FoundStack extends Shown {
  object: "promotion_stack";
  campaign_id: string;
  tiers: FoundOne[];
}

export type Found = FoundOne | FoundStack;

/** The cast holds because `candidatesStatement` makes the column from a whole row. */
const parsedRow = (raw: RawRow): RawRow => JSON.parse(String(raw.object_row)) as RawRow;

/**
 * A voucher that the campaign would give now: its template under the campaign's own name and dates.
 */
function templateRow(campaign: CampaignRow, row: RawRow): RawRow {
  const { voucher } = campaign;
  const amount = voucher && startsWith(voucher.type, voucher);
  return {
    ...row,
    code: campaign.id,
    code_key: campaign.id,
    type: voucher?.type,
    campaign_id: null,
    active: campaign.active && campaign.deleted_at === null,
    discount: voucher?.discount ? JSON.stringify(voucher.discount) : null,
    gift_effect: voucher?.gift?.effect ?? null,
    amount,
    balance: amount,
    held_amount: 0,
    held_quantity: 0,
    redeemed_quantity: 0,
    redemption_quantity: voucher?.redemption?.quantity ?? null,
    publish_count: 0,
    is_referral_code: voucher?.is_referral_code ?? false,
    holder_id: null,
    referrer_id: null,
  };
}

/** The cast holds because `candidatesStatement` makes the column from the assignments. */
const shownOf = (raw: RawRow, row: RawRow): Shown => ({
  id: String(raw.id),
  created_at: String(row.created_at),
  key: String(raw.sort_key),
  kind: String(raw.kind),
  name: typeof row.name === "string" ? row.name : null,
  category:
    categoriesFrom(typeof raw.category_row === "string" ? JSON.parse(raw.category_row) : null)[0] ??
    null,
  assigned: JSON.parse(String(raw.assigned)) as Assigned[],
});

/**
 * A tier as `decodeTier` reads it, from its own row alone: what only lists show of it is left
 * empty.
 */
const tierJson = (row: RawRow): string =>
  JSON.stringify({ row, assignments: [], usage: null, category: null });

function oneOf(raw: RawRow): FoundOne {
  const row = parsedRow(raw);
  const shown = shownOf(raw, row);
  const { resource_type } = kindNamed(shown.kind);
  if (resource_type === "promotion_tier") {
    const redeemable = decodeRuledTier({ ...raw, tier: tierJson(row) });
    return { ...shown, object: "promotion_tier", redeemable };
  }
  const isCampaign = resource_type === "campaign";
  const columns = isCampaign ? templateRow(decode(campaigns, row), row) : row;
  const redeemable = decodeRuledVoucher({
    ...columns,
    ...ruledColumns(raw),
    campaign: isCampaign ? null : raw.campaign,
  });
  return isCampaign
    ? { ...shown, object: "campaign", redeemable }
    : { ...shown, id: redeemable.code, object: "voucher", redeemable };
}

const ruledColumns = ({ of_discount, rule_sets, yielding, is_circular }: RawRow): RawRow => ({
  of_discount,
  rule_sets,
  yielding,
  is_circular,
  assignments: "[]",
});

function stackOf(raw: RawRow, tiers: readonly RawRow[]): FoundStack {
  const row = parsedRow(raw);
  const { campaign_id, tiers: named } = decode(promotionStacks, row);
  const found = tiers.filter(({ stack }) => stack === raw.id).map(oneOf);
  return {
    ...shownOf(raw, row),
    object: "promotion_stack",
    campaign_id,
    tiers: named.ids.flatMap((id) => found.find((tier) => tier.id === id) ?? []),
  };
}

const byPlace = (a: RawRow, b: RawRow): number => {
  const [one, two] = [`${a.sort_key}${a.id}`, `${b.sort_key}${b.id}`];
  return one < two ? 1 : one > two ? -1 : 0;
};

/** The rows of `candidatesStatement`, newest first. */
export function readCandidates(rows: readonly RawRow[]): Found[] {
  const tiers = rows.filter(({ stack }) => stack !== null);
  const found = rows.filter(({ stack }) => stack === null);
  return found
    .sort(byPlace)
    .map((raw) =>
      kindNamed(String(raw.kind)).resource_type === "promotion_stack"
        ? stackOf(raw, tiers)
        : oneOf(raw),
    );
}

/** Every redeemable that has to be decided on. */
export const redeemablesOf = (found: readonly Found[]): RuledRedeemable[] =>
  found.flatMap((each) =>
    each.object === "promotion_stack"
      ? each.tiers.map(({ redeemable }) => redeemable)
      : [each.redeemable],
  );
