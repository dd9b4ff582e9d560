import { decode, jsonIn, type RawRow } from "../db/client";
import {
  type RewardAssignmentRow,
  type RewardRow,
  rewardAssignments,
  rewards,
  type TierMapping,
} from "../db/tables/loyalty";
import { type Shared, withCampaign } from "../engine/campaign-voucher";
import type { FreeGoods } from "../engine/discounts/effect";
import type { AssignedRules, RedeemableState, Share } from "../engine/stacking/snapshot";
import type { UsageCounter } from "../engine/usage/counters";
import type { Assignment } from "../model/assignment";
import { Discount } from "../model/discount";
import type { Filter } from "../model/filter";
import type { Metadata } from "../model/metadata";
import { decodeTier, type StoredTier } from "../resources/campaigns/promotions/tiers/sql";
import type { Known } from "../resources/orders/display";
import {
  decodeVoucher,
  type StoredVoucher,
  type VoucherCampaign,
} from "../resources/vouchers/store";
import type { RuleSegment } from "./segments";

/** A collection that a rule names: its filter, or which of the order's goods it lists. */
export interface RuleCollection {
  id: string;
  name: string;
  filter: Filter | null;
  members: string[];
}

/** A rule set with those of the segments and collections it names that exist. */
export interface LoadedRules extends AssignedRules {
  /** Its assignment and its last change: both are the same while it decides the same. */
  version: [assignmentId: string, updatedAt: string | null];
  segments: RuleSegment[];
  collections: RuleCollection[];
}

/**
 * What holds that give way to the request take up together; the last of the lapsed ones lapsed at
 * `until` (epoch milliseconds).
 */
export interface Yielding extends Share {
  until: number | null;
}

const NOTHING_YIELDS: Yielding = { quantity: 0, amount: 0, until: null };

/** Goods that a discount gives for free, with what lines show of them and of a SKU's product. */
export interface GivenGoods extends FreeGoods {
  /** Null where there is too much of it to be shown with each line. */
  metadata: Metadata | null;
  product: Known | null;
}

/** What a decision needs of a redeemable beside its own row. */
interface Ruled {
  rules: LoadedRules[];
  /** How often it and its campaign were used. */
  counters: UsageCounter[];
  yielding: Yielding;
  goods: GivenGoods[];
  /** What its category says of stacking. */
  category_type: "JOINT" | "EXCLUSIVE" | null;
  publication: { metadata: Record<string, unknown> } | null;
}

/** A reward in the program of a card, with the rules that decide about it. */
export interface RuledReward extends RewardAssignmentRow, Pick<Ruled, "rules" | "counters"> {
  reward: RewardRow;
  voucher_id: string;
  /** The tier that the holder is in, and what it makes of the price. */
  tier: { id: string; mapping: TierMapping | null } | null;
}

/** A voucher with the rules that decide about it, and how often it and its campaign were used. */
export interface RuledVoucher extends StoredVoucher, Ruled {
  /** What a card is to be spent on. */
  reward?: RuledReward;
  /** Whether who gives the referral code out was referred by the customer, over others as well. */
  is_circular?: boolean;
}

/** A promotion tier with the same; it is a redeemable without limits or balance of its own. */
export interface RuledTier extends RedeemableState, Ruled {
  type: "PROMOTION_TIER";
  category_id: string | null;
  campaign_id: string;
  campaign: VoucherCampaign;
  /** The tier as it is stored. */
  tier: StoredTier;
}

export type RuledRedeemable = RuledVoucher | RuledTier;

export const isTier = (redeemable: RuledRedeemable): redeemable is RuledTier =>
  redeemable.type === "PROMOTION_TIER";

/** Each rule set that asks about usage carries the counters; all of a redeemable carry the same. */
interface ReadRules extends LoadedRules {
  usage: UsageCounter[] | null;
  /** Id, what it is assigned to and its kind, and when. */
  assignment: [id: string, objectId: string, objectType: string, createdAt: string];
}

const assignmentOf = ({ id: rule_id, assignment }: ReadRules): Assignment => {
  const [id, related_object_id, related_object_type, created_at] = assignment;
  const object = "validation_rules_assignment" as const;
  return { id, rule_id, related_object_id, related_object_type, created_at, object };
};

/** A product or SKU as an array of what lines show of it; all null where there is none. */
type ShownRow = [
  id: string | null,
  source_id: string | null,
  name: string | null,
  price: number | null,
  metadata: Metadata | null,
];

const knownIn = ([id, source_id, name, price, metadata]: ShownRow): Known | null =>
  id === null ? null : { id, source_id, name, price, metadata };

/** A SKU and its product, or a product alone. */
type GoodsRow = [sku: ShownRow, product_id: string | null, product: ShownRow];

/** What `ofDiscount` made; null where the discount needs nothing beside itself. */
interface OfDiscount {
  goods: GoodsRow[] | null;
  publication: Record<string, unknown> | null;
}

function givenIn([first, product_id, second]: GoodsRow): GivenGoods[] {
  const [sku, product] = [knownIn(first), knownIn(second)];
  if (sku) {
    const price = sku.price ?? product?.price ?? null;
    return [{ ...sku, price, object: "sku", product_id, product }];
  }
  return product ? [{ ...product, object: "product", product_id, product: null }] : [];
}

/** The cast holds because the column is made by the queries of decisions alone. */
export const rulesIn = ({ rule_sets }: RawRow): ReadRules[] => jsonIn(rule_sets) as ReadRules[];

const countersIn = (rules: readonly ReadRules[]): UsageCounter[] =>
  rules.find((rule) => rule.usage !== null)?.usage ?? [];

/**
 * The casts hold because the columns are made by the queries of decisions alone, from what was
 * checked.
 */
function ruledPart(raw: RawRow): Ruled & { assigned: Assignment[] } {
  const rules = rulesIn(raw);
  const besideDiscount = jsonIn(raw.of_discount) as OfDiscount | null;
  return {
    rules,
    assigned: rules.map(assignmentOf),
    counters: countersIn(rules),
    yielding: (jsonIn(raw.yielding) as Yielding | null) ?? NOTHING_YIELDS,
    goods: (besideDiscount?.goods ?? []).flatMap(givenIn),
    category_type: (raw.category_type as Ruled["category_type"] | undefined) ?? null,
    publication: besideDiscount?.publication ? { metadata: besideDiscount.publication } : null,
  };
}

export function decodeRuledVoucher(raw: RawRow): RuledVoucher {
  const voucher = decodeVoucher(raw);
  const { assigned, ...ruled } = ruledPart(raw);
  const of = (id: string | null) => assigned.filter((each) => each.related_object_id === id);
  const [assignments, campaign_assignments] = [of(voucher.id), of(voucher.campaign_id)];
  const is_circular = raw.is_circular === 1;
  return { ...voucher, ...ruled, assignments, campaign_assignments, is_circular };
}

/** The casts hold because `rewardsForDecision` makes the columns. */
export function decodeRuledReward(raw: RawRow): RuledReward {
  const rules = rulesIn(raw);
  return {
    ...decode(rewardAssignments, raw),
    reward: decode(rewards, jsonIn(raw.reward) as RawRow),
    voucher_id: String(raw.voucher_id),
    tier: jsonIn(raw.tier) as RuledReward["tier"],
    rules,
    counters: countersIn(rules),
  };
}

/** A tier whose `action` is not a discount that can be decided takes nothing off. */
function discountOf({ action }: StoredTier): Discount | null {
  const discount = Discount.safeParse(action?.discount);
  return discount.success ? discount.data : null;
}

/** A redeemable without limits or balance of its own. */
export const UNLIMITED = {
  balance: null,
  held_amount: 0,
  redemption_quantity: null,
  redeemed_quantity: 0,
  held_quantity: 0,
  publish_count: 0,
};

/** The cast holds because the query makes the column from the campaign's row. */
export function decodeRuledTier(raw: RawRow): RuledTier {
  const campaign = jsonIn(raw.campaign) as VoucherCampaign;
  const tier = decodeTier(jsonIn(raw.tier) as RawRow);
  const own: Shared = { ...tier, discount: discountOf(tier), gift_effect: null };
  const { id, active, metadata, category_id, campaign_id } = tier;
  const shared = withCampaign(own, campaign);
  const { assigned: _, ...ruled } = ruledPart(raw);
  return {
    ...UNLIMITED,
    ...shared,
    ...ruled,
    ...{ id, active, metadata, category_id, campaign_id, campaign, tier },
    code: id,
    type: "PROMOTION_TIER",
  };
}
