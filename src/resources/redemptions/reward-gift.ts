import type { CampaignMove } from "../../commit/campaign-days";
import type { Tally } from "../../commit/commit";
import type { Statement } from "../../db/client";
import type { Loaded } from "../../deciding/load";
import type { RuledReward } from "../../deciding/ruled";
import { ApiError, notFound } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { present } from "../../lib/assert";
import type { RewardParameters } from "../../model/loyalty/reward";
import type { RedemptionEffects, RewardSpent } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { viewSku } from "../products/skus/view";
import { viewProduct } from "../products/view";
import { planPublication } from "../publications/plan";
import { refusalOf } from "../publications/refuse";
import type { StoredVoucher } from "../vouchers/store";
import { moveCardBalance } from "./reward-balance";
import type { Things } from "./reward-load";

/** What a member gets for points beside a mere discount: what it writes, tells and shows. */
export interface RewardGift {
  shown: Partial<Pick<RewardSpent, "product" | "sku">>;
  given: NonNullable<RedemptionEffects["given"]>;
  /** The code or card that the member has it on. */
  voucher: StoredVoucher | null;
  statements: Statement[];
  events: DomainEvent[];
  /** Where so many events of the commit stand behind these. */
  corrections: (behind: number) => Statement[];
  tally: Partial<Record<Tally, number>>;
  days: CampaignMove[];
}

/** The card that is paid from as the gift leaves it, which may be added to that very card. */
export function withGift<V extends StoredVoucher>(card: V, gift: RewardGift | undefined): V {
  if (gift?.voucher?.id !== card.id) return card;
  const { amount, balance, loyalty } = gift.voucher;
  return { ...card, amount, balance, loyalty };
}

/** What was given, as paying for it leaves that. */
export const givenAfter = (
  { voucher }: RewardGift,
  vouchers: readonly StoredVoucher[],
): StoredVoucher | null => vouchers.find(({ id }) => id === voucher?.id) ?? voucher;

const NOTHING: RewardGift = {
  shown: {},
  given: {},
  voucher: null,
  statements: [],
  events: [],
  corrections: () => [],
  tally: {},
  days: [],
};

/** What the gift of a reward is planned from. */
interface Giving {
  loaded: Loaded;
  things: Things;
  reward: RuledReward;
}

type ParametersOf<K extends string> = Extract<RewardParameters, Record<K, unknown>>;

/** Goods of the catalogue; one that was deleted since cannot be had. */
function goods({ things }: Giving, { product }: ParametersOf<"product">): RewardGift {
  if (!things.product) throw notFound("product", product.id);
  if (product.sku_id !== null && !things.sku) throw notFound("sku", product.sku_id);
  return {
    ...NOTHING,
    shown: {
      product: viewProduct(things.product),
      ...(things.sku && { sku: viewSku(things.sku) }),
    },
  };
}

/** Gives the member a code of the campaign; refuses where there is none for them. */
function published(scope: Scope, { loaded, things }: Giving, campaignId: string) {
  const { customer } = loaded;
  const { campaign, free, hasJoined } = things;
  const identity = { id: present(customer, "the holder of a card that is spent").id };
  const request = {
    source: { kind: "campaign" as const, name: campaignId, count: 1 },
    customer: identity,
    channel: scope.actor.channel ?? "API",
    metadata: {},
    source_id: null,
    join_once: false,
    mayReplay: false,
  };
  const nothing = { repeated: null, joined: null };
  const found = { campaign, vouchers: free, identity, customer, hasJoined, ...nothing };
  const refusal = refusalOf(scope, request, found);
  if (refusal) throw new ApiError(refusal.key, refusal.facts);
  return planPublication(scope, request, found);
}

/** A card can be added to while it is the member's, enabled, and not past its end. */
function usableCard(scope: Scope, { things, loaded }: Giving): StoredVoucher | null {
  const { held } = things;
  if (!held || held.deleted_at !== null || held.holder_id !== loaded.customer?.id) return null;
  const { active, campaign, expiration_date: end } = held;
  const isOpen = active && campaign?.active !== false;
  return isOpen && (end === null || Date.parse(end) > scope.now) ? held : null;
}

/**
 * A code of a campaign; of gift cards and loyalty programs so much on the card that the member got
 * first, or on a new one.
 */
function ofCampaign(
  scope: Scope,
  giving: Giving,
  { campaign: { id, balance } }: ParametersOf<"campaign">,
): RewardGift {
  const { things, loaded, reward } = giving;
  if (!things.campaign) throw notFound("campaign", id);
  const held = balance === undefined ? null : usableCard(scope, giving);
  const plan = held ? null : published(scope, giving, id);
  const voucher = present(held ?? plan?.vouchers[0], "a voucher that is given");
  const { statements = [], events = [], tally = {}, days = [] } = plan ?? {};
  const code = {
    ...NOTHING,
    given: { voucher_id: voucher.id },
    voucher,
    statements,
    events,
    tally,
  };
  if (balance === undefined) return { ...code, days };
  const added = moveCardBalance(scope, {
    card: voucher,
    by: balance,
    holder: loaded.customer,
    rules: things.campaign.voucher?.loyalty_card?.expiration_rules ?? null,
    cause: { reward: { id: reward.reward.id, name: reward.reward.name } },
  });
  return {
    ...code,
    given: { voucher_id: voucher.id, balance },
    voucher: added.after,
    statements: [...statements, ...added.statements],
    events: [...events, ...added.events],
    corrections: added.corrections,
    days: [...days, ...added.days],
  };
}

/**
 * What the member gets for its points: goods, a code of a campaign, or credits or points on a card
 * of it; of a coin nothing but what it takes off the order (reference service, rewards).
 */
export function planGift(scope: Scope, giving: Giving): RewardGift {
  const { parameters } = giving.reward.reward;
  if ("product" in parameters) return goods(giving, parameters);
  if ("campaign" in parameters) return ofCampaign(scope, giving, parameters);
  return NOTHING;
}
