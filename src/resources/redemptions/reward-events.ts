import type { CustomerRow } from "../../db/tables/customers";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { EventKind } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import type { Request, Success } from "./redeem-plan";
import { givenAfter, type RewardGift } from "./reward-gift";

/** A member's redemption of a reward, with its card as the redemption or rollback leaves it. */
interface Spent {
  row: RedemptionRow;
  card: StoredVoucher;
  customer: CustomerRow | null;
}

type Told = Extract<EventKind, `customer.reward_redemptions.${string}`>;

const STATE = {
  "customer.reward_redemptions.created": "CREATED",
  "customer.reward_redemptions.completed": "COMPLETED",
  "customer.reward_redemptions.rolledback": "ROLLEDBACK",
} as const;

/** How far it has come; a rollback tells it of the redemption that it takes back. */
const viewRewardRedemption = (row: RedemptionRow, card: StoredVoucher, kind: Told) => ({
  id: row.redemption_id ?? row.id,
  state: STATE[kind],
  created_at: row.created_at,
  voucher_id: card.id,
  ...(card.campaign_id !== null && { campaign_id: card.campaign_id }),
  ...(row.customer_id !== null && { customer_id: row.customer_id }),
  ...(row.effects.reward?.assignment_id && {
    reward_assignment_id: row.effects.reward.assignment_id,
  }),
});

/** What is told of a member's redemption of a reward as it goes on. */
export function rewardRedemptionEvents(
  scope: Scope,
  { row, card, customer }: Spent,
  kinds: readonly Told[],
): DomainEvent[] {
  const { reward } = row.effects;
  if (!reward) return [];
  const who = customer && viewSimpleCustomer(customer);
  const data = {
    customer: who,
    holder: who,
    voucher: viewVoucher(scope, card),
    campaign: viewCampaignOf(card),
    reward,
    reward_assignment: { id: reward.assignment_id ?? "", reward_id: reward.id },
    source: scope.actor.channel ?? "API",
    balance: card.balance ?? 0,
  };
  return kinds.map((kind) => ({
    kind,
    entity_id: row.id,
    customer_id: row.customer_id,
    data: { ...data, reward_redemption: viewRewardRedemption(row, card, kind) },
  }));
}

/** What the reward added to the balance of a card; null where it gave something else. */
function addedBy({ given: { balance }, voucher }: RewardGift) {
  if (balance === undefined || !voucher) return null;
  const { unit } = VOUCHER_KINDS[voucher.type];
  return unit === "points" ? { points: balance } : { amount: balance };
}

/** What is told of a member who got a reward for points. */
export function rewardEvents(
  scope: Scope,
  { gift }: Request & { gift: RewardGift },
  { children, vouchers, customer }: Success,
): DomainEvent[] {
  return children.flatMap((row): DomainEvent[] => {
    const card = vouchers.find(({ id }) => id === row.voucher_id);
    const { reward } = row.effects;
    if (!card || !reward) return [];
    const who = customer && viewSimpleCustomer(customer);
    const steps = rewardRedemptionEvents(scope, { row, card, customer }, [
      "customer.reward_redemptions.created",
      "customer.reward_redemptions.completed",
    ]);
    if (reward.type === "COIN") return steps;
    const given = givenAfter(gift, vouchers);
    const data = {
      entry: row.id,
      customer: who,
      holder: who,
      voucher: given && viewVoucher(scope, given),
      campaign: given && viewCampaignOf(given),
      reward,
      balance: addedBy(gift),
      referral_tier: null,
      custom_event: null,
      customer_event: null,
    };
    const about = { entity_id: row.id, customer_id: row.customer_id };
    return [...steps, { kind: "customer.rewarded", ...about, data }];
  });
}
