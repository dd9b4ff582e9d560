import { answerOf } from "@vouchsafe/client";
import { SHOPPERS } from "../pages/demo/shoppers.ts";
import type { ShopClients } from "./demo-shop-client.ts";
import type { Categories } from "./demo-shop-codes.ts";

const [ada, ben] = SHOPPERS;
const CLUB = "Corner Club";
const FRIENDS = "Friends of the shop";

/** Members earn 5 points for each 1.00 they pay, and 100 points pay 1.00. */
async function makeClub({ shop }: ShopClients, { payment }: Categories): Promise<string> {
  const club = await answerOf(
    shop.POST("/v1/loyalties", {
      body: {
        name: CLUB,
        category_id: payment,
        voucher: {
          type: "LOYALTY_CARD",
          loyalty_card: { points: 0 },
          code_config: { pattern: "CLUB-####-####", charset: "23456789ABCDEFGHJKLMNPQRSTUVWXYZ" },
        },
      },
    }),
  );
  const params = { path: { campaignId: club.id } };
  await answerOf(
    shop.POST("/v1/loyalties/{campaignId}/earning-rules", {
      params,
      body: [
        {
          event: "order.paid",
          loyalty: {
            type: "PROPORTIONAL",
            calculation_type: "ORDER_TOTAL_AMOUNT",
            order: { total_amount: { every: 100, points: 5 } },
          },
          source: { banner: "5 points for each 1.00" },
        },
      ],
    }),
  );
  const coin = { exchange_ratio: 1, points_ratio: 100 };
  const body = { name: "Pay with points", parameters: { coin } };
  const reward = await answerOf(shop.POST("/v1/rewards", { body }));
  await answerOf(
    shop.POST("/v1/loyalties/{campaignId}/rewards", { params, body: [{ reward: reward.id }] }),
  );
  return club.id;
}

async function join(
  { shop }: ShopClients,
  campaignId: string,
  who: { source_id: string },
  points: number,
): Promise<void> {
  const card = await answerOf(
    shop.POST("/v1/loyalties/{campaignId}/members", {
      params: { path: { campaignId } },
      body: { customer: { source_id: who.source_id } },
    }),
  );
  await answerOf(
    shop.POST("/v1/loyalties/members/{memberId}/balance", {
      params: { path: { memberId: card.code } },
      body: { points, reason: "Welcome to the club" },
    }),
  );
}

/** Ada refers by a code of hers; each friend who shops with it brings her points. */
async function makeFriends({ shop }: ShopClients, club: string): Promise<void> {
  const friends = await answerOf(
    shop.POST("/v1/campaigns", {
      body: {
        name: FRIENDS,
        campaign_type: "REFERRAL_PROGRAM",
        type: "STATIC",
        vouchers_count: 0,
        voucher: {
          type: "DISCOUNT_VOUCHER",
          discount: { type: "PERCENT", percent_off: 15 },
          redemption: { quantity: null },
        },
        referral_program: { conversion_event_type: "redemption" },
      },
    }),
  );
  const path = { campaignId: friends.id };
  await answerOf(
    shop.POST("/v1/referrals/{campaignId}/tiers", {
      params: { path },
      body: [
        {
          name: "Each friend",
          condition: { type: "EACH_REFEREE" },
          reward: { type: "LOYALTY_CARD", amount: 500, related_object_parent: { id: club } },
        },
      ],
    }),
  );
  const code = "ADA-SHARES";
  await answerOf(
    shop.POST("/v1/campaigns/{campaignId}/vouchers/{code}", {
      params: { path: { ...path, code } },
      body: {},
    }),
  );
  await give({ shop }, code, ada);
}

const give = (
  { shop }: Pick<ShopClients, "shop">,
  voucher: string,
  { source_id }: { source_id: string },
) => answerOf(shop.POST("/v1/publications", { body: { voucher, customer: { source_id } } }));

/** Ada has a gift card and a code of her own. */
async function fillWallet(clients: ShopClients, { payment }: Categories): Promise<void> {
  const { shop } = clients;
  const make = (code: string, body: object) =>
    answerOf(shop.POST("/v1/vouchers/{code}", { params: { path: { code } }, body }));
  await Promise.all([
    make("ADA-GIFT", { type: "GIFT_VOUCHER", gift: { amount: 2500 }, category_id: payment }),
    make("ADA-BIRTHDAY", { discount: { type: "AMOUNT", amount_off: 800 } }),
  ]);
  await give(clients, "ADA-GIFT", ada);
  await give(clients, "ADA-BIRTHDAY", ada);
}

/** Makes the shoppers, their club and what they hold. */
export async function makeShoppers(clients: ShopClients, categories: Categories): Promise<void> {
  const { shop } = clients;
  await Promise.all(
    SHOPPERS.map(({ source_id, name }) => {
      const metadata = source_id === ada.source_id ? { tier: "gold" } : {};
      return answerOf(shop.POST("/v1/customers", { body: { source_id, name, metadata } }));
    }),
  );
  const club = await makeClub(clients, categories);
  await Promise.all([
    join(clients, club, ada, 1240),
    join(clients, club, ben, 60),
    makeFriends(clients, club),
    fillWallet(clients, categories),
  ]);
}
