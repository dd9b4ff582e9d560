import { call, must, RUN, tell } from "./demo-client.ts";

// Referrals: Anna hands her code on, Ben redeems it, and both get something for it.

const anna = { source_id: `anna-${RUN}`, name: "Anna" };
const ben = { source_id: `ben-${RUN}`, name: "Ben" };
const ORDER = { amount: 5_000 };

const redeemAs = (customer: object, code: string) =>
  call("POST", "/v1/redemptions", {
    redeemables: [{ object: "voucher", id: code }],
    customer,
    order: ORDER,
  });

async function makeCampaigns(): Promise<string> {
  const points = await must("POST", "/v1/loyalties", {
    name: `Friends' points ${RUN}`,
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  const reward = (amount: number) => ({
    type: "LOYALTY_CARD",
    amount,
    related_object_parent: { id: points.id },
  });
  const friends = await must("POST", "/v1/campaigns", {
    name: `Friends ${RUN}`,
    campaign_type: "REFERRAL_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
    referral_program: { conversion_event_type: "redemption", referee_reward: reward(50) },
  });
  const each = { name: "Each friend", condition: { type: "EACH_REFEREE" }, reward: reward(100) };
  await must("POST", `/v1/referrals/${friends.id}/tiers`, [each]);
  return friends.name;
}

/** Waits until the referral has converted and both have their points. */
async function rewarded(): Promise<[anna: number, ben: number]> {
  for (let time = 0; time < 100; time++) {
    const [a, b] = await Promise.all(
      [anna, ben].map(({ source_id }) => must("GET", `/v1/customers/${source_id}`)),
    );
    if (a.loyalty.points > 0 && b.loyalty.points > 0) return [a.loyalty.points, b.loyalty.points];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("nobody was rewarded in ten seconds");
}

export async function referrals(): Promise<void> {
  const campaign = await makeCampaigns();
  const { voucher } = await must("POST", "/v1/publications", { campaign, customer: anna });
  await must("POST", `/v1/referrals/members/${voucher.code}/holders`, { holders: [ben] });
  const { data } = await must("GET", `/v1/referrals/members/${voucher.code}/holders?order=id`);
  tell("Anna hands her code on to Ben", [
    `${voucher.code}: ${data.map((each: { holder_role: string }) => each.holder_role).join(", ")}`,
  ]);
  const own = await redeemAs(anna, voucher.code);
  const bens = await redeemAs(ben, voucher.code);
  tell("Anna cannot redeem it, Ben can", [
    `Anna: ${own.status} ${own.body.key}`,
    `Ben: ${bens.status}`,
  ]);
  const [annas, his] = await rewarded();
  tell("The referral converts, and both are rewarded", [
    `Anna, who referred: ${annas} points`,
    `Ben, who was referred: ${his} points`,
  ]);
}
