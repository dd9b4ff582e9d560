// The plain facts that a decision is made from; loading them is not the engine's business.

import type { Work } from "../../lib/work";
import type { ApplicableTo } from "../../model/applicable-to";
import type { Discount } from "../../model/discount";
import type { RuleSet } from "../../model/rule";
import type { ProjectStackingRules } from "../../model/stacking-rules";
import type { TimeWindow } from "../../model/time-window";
import type { BundleRules } from "../bundles/define";
import type { Cart } from "../cart";
import type { FreeGoods } from "../discounts/effect";
import type { Coin } from "../loyalty/pay";
import type { Facts, ItemFacts } from "../rules/facts";
import type { UsageFacts } from "../usage/facts";
import type { RedeemableType } from "./kinds";

/**
 * A voucher or a promotion tier as far as deciding looks at it. Balances in minor units or points.
 */
export interface RedeemableState extends TimeWindow {
  id: string;
  /** What errors call it: a voucher's code, a tier's id. */
  code: string;
  type: RedeemableType;
  active: boolean;
  /** A disabled campaign disables its vouchers and tiers. */
  campaign: { id: string; active: boolean } | null;
  discount: Discount | null;
  gift_effect: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | null;
  balance: number | null;
  held_amount: number;
  redemption_quantity: number | null;
  redeemed_quantity: number;
  held_quantity: number;
  publish_count: number;
  metadata: Record<string, unknown>;
}

/** A rule set with what its discount may touch, and the bundle that it asks for. */
export interface AssignedRules extends RuleSet {
  applicable_to: ApplicableTo;
  bundle_rules: BundleRules | null;
}

/** Uses, and credits in minor units (or points). */
export interface Share {
  quantity: number;
  amount: number;
}

/** A reward in the program of a card. */
export interface RewardState {
  id: string;
  /** What its points pay; null where they buy something, which costs so many of them. */
  coin: Coin | null;
  points: number;
  /** How many are left; null as many as are asked for. */
  left: number | null;
}

/** What a card is to be spent on; `found` is null where its program has no such reward. */
export interface AskedReward {
  id: string;
  /** Points asked for; null means as many as are needed. */
  points: number | null;
  found: RewardState | null;
  /** Whether it is a part of an order's price, which only coins are. */
  is_payment: boolean;
}

/** One redeemable of the request; `redeemable` is null where nothing has this code or id. */
export interface Candidate<R extends RedeemableState = RedeemableState> {
  /** As the request names it. */
  id: string;
  object: string;
  redeemable: R | null;
  rules: readonly AssignedRules[];
  /** Credits asked for, minor units; null means as many as fit. */
  credits: number | null;
  /** What a loyalty card is to be spent on. */
  reward: AskedReward | null;
  /**
   * Uses, and credits or points, that this very order took before: they do not count against it.
   */
  own: { quantity: number; credits: number };
  /** Holds that do not stand in its way: of its own session, and lapsed ones. */
  yielding: Share;
  /** How often it and its campaign were used before, this order's own earlier uses left out. */
  usage: UsageFacts;
  category: {
    id: string;
    hierarchy: number;
    /** As the category says itself. */
    stacking_rules_type?: "JOINT" | "EXCLUSIVE" | null;
  } | null;
  /** Products and SKUs that its discount gives for free, as far as the catalogue knows them. */
  goods: readonly FreeGoods[];
  /** Whether who redeems is who holds it; null where nobody is named. */
  is_linked: boolean | null;
  /** Whether who redeems gave it out: its own referral code, or one that came about by its own. */
  is_referrer: boolean;
  /** What was noted when it was given out; null where it was not. */
  publication: { metadata: Record<string, unknown> } | null;
}

/** Everything a decision reads. `now` is epoch milliseconds. */
export interface Snapshot<R extends RedeemableState = RedeemableState> {
  candidates: readonly Candidate<R>[];
  cart: Cart | null;
  /** What earlier requests have counted of the order, by redeemable and campaign; minor units. */
  counted?: ReadonlyMap<string, number>;
  /** The lines of the cart as rules and reaches see them, those put in by redeemables left out. */
  items: readonly ItemFacts[];
  customer: (NonNullable<Facts["customer"]> & { birthdate?: string | null }) | null;
  redemption: { metadata: Record<string, unknown>; api_key: string | null };
  stacking: ProjectStackingRules;
  now: number;
  timeZone: string;
  /** First day of the project's week, 0 for Sunday; Monday where it is not said. */
  weekStart?: number;
  /** Of the project, which formulas compute in. */
  currency: string;
  /** What may be compared in all that is decided of a request; that of `decide` where absent. */
  work?: Work;
  /** Whether somebody wants to know why: rules are then traced to the end. */
  explains?: boolean;
}
