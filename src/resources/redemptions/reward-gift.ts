import type { Tally } from "../../commit/commit";
import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { Loaded } from "../../deciding/load";
import type { RuledReward } from "../../deciding/ruled";
import { notFound } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { present } from "../../lib/assert";
import { ok, type Result } from "../../lib/result";
import type { RewardParameters } from "../../model/loyalty/reward";
import type { RedemptionEffects, RewardSpent } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { viewSku } from "../products/skus/view";
import { viewProduct } from "../products/view";
import type { PublishRefusal } from "../publications/refuse";
import type { StoredVoucher } from "../vouchers/store";
import { give } from "./give";
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
  days: DayMove[];
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

/**
 * A code of a campaign; of gift cards and loyalty programs so much on a card that the member has,
 * or on a new one.
 */
function ofCampaign(
  scope: Scope,
  giving: Giving,
  { campaign: { id, balance } }: ParametersOf<"campaign">,
): Result<RewardGift, PublishRefusal> {
  const { things, loaded, reward } = giving;
  const { campaign } = things;
  if (!campaign) throw notFound("campaign", id);
  const customer = present(loaded.customer, "the holder of a card that is spent");
  const cause = { reward: { id: reward.reward.id, name: reward.reward.name } };
  const gift = give(scope, { ...things, campaign, customer }, { balance, cause });
  if (!gift.ok) return gift;
  const { voucher, entry, ...given } = gift.value;
  return ok({
    ...NOTHING,
    ...given,
    given: {
      voucher_id: voucher.id,
      ...(balance !== undefined && { balance }),
      ...(entry !== null && { transaction_id: entry }),
    },
    voucher,
  });
}

/**
 * What the member gets for its points: goods, a code of a campaign, or credits or points on a card
 * of it; of a coin nothing but what it takes off the order (reference service, rewards). Answers
 * why where the campaign has nothing for the member.
 */
export function planGift(scope: Scope, giving: Giving): Result<RewardGift, PublishRefusal> {
  const { parameters } = giving.reward.reward;
  if ("product" in parameters) return ok(goods(giving, parameters));
  if ("campaign" in parameters) return ofCampaign(scope, giving, parameters);
  return ok(NOTHING);
}
