import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { earningRule, fixed, hearAgain, hearAll, program } from "../support/earning";
import { resultOf } from "../support/imports";
import { expectSound } from "../support/invariants";
import { promotion, stack, tier } from "../support/promotions";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";
import { referralCampaign, referrer } from "../support/referrals";
import { customer, tokenOf } from "../support/shoppers";

const EVERY_SWITCH = {
  client_redeem_enabled: 1,
  client_publish_enabled: 1,
  client_list_vouchers_enabled: 1,
  client_create_customer_enabled: 1,
  client_loyalty_events_enabled: 1,
  client_set_voucher_expiration_date_enabled: 1,
  client_wallet_enabled: 1,
};

const made = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};

const keyOf = ({ status, body }: Reply) => [status, body.key];

/** Redeems as a browser. */
const browse = (project: TestProject, codes: string | string[], sent: object, headers = {}) =>
  project.post("/client/v1/redemptions", { redeemables: redeemables(codes), ...sent }, headers);

/** A shop that gives 1 point for each paid order, and a reward for each friend. */
async function shop() {
  const project = await newProject(EVERY_SWITCH);
  await voucher(project, "SUMMER");
  await program(project, "Club", { type: "AUTO_UPDATE", auto_join: true });
  await earningRule(project, "Club", fixed(10));
  const friends = await referralCampaign(project, "Friends");
  await referrer(project, friends, "attacker");
  await customer(project, "victim");
  await customer(project, "shopper");
  await hearAll(project);
  return project;
}

const person = async (project: TestProject, who: string) => {
  const { body } = await project.get(`/v1/customers/${who}`);
  return body;
};

const pointsOf = async (project: TestProject, who: string): Promise<number> =>
  (await person(project, who)).loyalty?.points ?? 0;

const conversions = async (project: TestProject) => (await rowsOf("referrals", project.id)).length;

describe("an order that a browser claimed, and that turned out to be another's", () => {
  const ways: Record<string, (project: TestProject) => Promise<unknown>> = {
    "by an update": async (project) =>
      made(
        await project.put("/v1/orders/70003", {
          amount: 5_000,
          status: "PAID",
          customer: { source_id: "victim" },
        }),
      ),
    "by an upsert": async (project) =>
      made(
        await project.post("/v1/orders", {
          source_id: "70003",
          amount: 5_000,
          status: "PAID",
          customer: { source_id: "victim" },
        }),
      ),
    "by a redemption": async (project) =>
      made(
        await redeem(project, "SUMMER", {
          order: { source_id: "70003", amount: 5_000 },
          customer: { source_id: "victim" },
        }),
      ),
  };

  it.each(Object.entries(ways))(
    "converts nobody and gives the claimer nothing: %s",
    async (_, pay) => {
      const project = await shop();
      for (const friend of ["friend", "other"]) {
        await browse(project, "BY-ATTACKER", {
          order: { source_id: "70003", amount: 900_000 },
          customer: { source_id: friend },
        });
      }
      await pay(project);
      await hearAll(project);
      await hearAgain(project, "backwards");
      await hearAll(project);
      expect(await conversions(project)).toBe(0);
      const friend = await person(project, "friend");
      expect([
        friend.summary.orders.total_count,
        friend.summary.redemptions.total_redeemed,
      ]).toEqual([0, 0]);
      expect(await pointsOf(project, "friend")).toBe(0);
      expect(await pointsOf(project, "victim")).toBe(10);
      await expectSound(project.id);
    },
  );
});

describe("a limit for each customer is nobody else's to use up", () => {
  it.each(["voucher", "campaign", "tier", "stack", "legacy"])("of a %s", async (what) => {
    const project = await shop();
    const once = await rule(project, "redemption.count.per_customer", { $less_than_or_equal: [1] });
    const sale = await promotion(project, "Sale");
    const ruled = { validation_rules: [once] };
    const offer = await tier(project, sale, "Once", ruled);
    const offers = await stack(project, sale, "Both", [String(offer.id)]);
    await voucher(project, "ONCE", ruled);
    const limited = await campaign(project, "Limited", ruled);
    await code(project, limited, "LIMITED");
    const named = {
      voucher: { object: "voucher", id: "ONCE" },
      legacy: { object: "voucher", id: "ONCE" },
      campaign: { object: "voucher", id: "LIMITED" },
      tier: { object: "promotion_tier", id: String(offer.id) },
      stack: { object: "promotion_stack", id: String(offers.id) },
    }[what];
    const victim = { customer: { source_id: "victim" }, order: { amount: 1_000 } };
    const stranger =
      what === "legacy"
        ? project.post("/client/v1/redeem?code=ONCE", victim)
        : project.post("/client/v1/redemptions", { redeemables: [named], ...victim });
    expect(keyOf(await stranger)).toEqual([400, "missing_customer_token"]);
    // So it is where the order alone names the customer.
    const within = { order: { amount: 1_000, customer: { source_id: "victim" } } };
    const reply = await project.post("/client/v1/redemptions", { redeemables: [named], ...within });
    expect(reply.status).toBe(400);
    expect((await person(project, "victim")).summary.redemptions).toMatchObject({
      total_redeemed: 0,
      total_failed: 0,
    });
    made(await project.post("/v1/redemptions", { redeemables: [named], ...victim }));
    await expectSound(project.id);
  });
});

describe("paid twice, and taken back", () => {
  const claim = (project: TestProject) =>
    browse(project, ["SUMMER", "BY-ATTACKER"], {
      order: { source_id: "o", amount: 5_000 },
      customer: { source_id: "shopper" },
    });

  it("counts once however often and by whatever way it is said", async () => {
    const project = await shop();
    made(await claim(project));
    made(await project.put("/v1/orders/o", { status: "PAID" }));
    made(await project.post("/v1/orders", { source_id: "o", status: "PAID", amount: 6_000 }));
    made(await project.put("/v1/orders/o", { status: "FULFILLED" }));
    await resultOf(
      project,
      await project.post("/v1/orders/import", [
        { source_id: "o", amount: 7_000, status: "FULFILLED" },
      ]),
    );
    made(await redeem(project, "SUMMER", { order: { source_id: "o" } }));
    await hearAll(project);
    await hearAgain(project);
    await hearAll(project);
    expect(await pointsOf(project, "shopper")).toBe(10);
    expect(await conversions(project)).toBe(1);
    const { summary } = await person(project, "shopper");
    expect(summary.orders).toMatchObject({ total_count: 1, total_amount: 7_000 - 300 });
    expect(summary.redemptions.total_redeemed).toBe(3);
    await expectSound(project.id);
  });

  it("an import says that it is paid as an update does", async () => {
    const project = await shop();
    made(await claim(project));
    await resultOf(
      project,
      await project.post("/v1/orders/import", [{ source_id: "o", status: "PAID" }]),
    );
    await hearAll(project);
    expect(await pointsOf(project, "shopper")).toBe(10);
    expect(await conversions(project)).toBe(1);
    await expectSound(project.id);
  });

  it("gives nothing for an order that was canceled before", async () => {
    const project = await shop();
    made(await claim(project));
    made(await project.put("/v1/orders/o", { status: "CANCELED" }));
    expect((await project.put("/v1/orders/o", { status: "PAID" })).status).toBe(400);
    const token = await tokenOf(project, "shopper");
    expect((await browse(project, "SUMMER", { order: { source_id: "o" } }, token)).status).toBe(
      400,
    );
    await hearAll(project);
    expect(await pointsOf(project, "shopper")).toBe(0);
    expect(await conversions(project)).toBe(0);
    await expectSound(project.id);
  });

  it("gives nothing for what was taken back before it was paid", async () => {
    const project = await shop();
    const { redemptions, parent_redemption } = made(await claim(project));
    expect(redemptions).toHaveLength(2);
    made(await project.post(`/v1/redemptions/${parent_redemption.id}/rollbacks`, {}));
    await project.put("/v1/orders/o", { status: "PAID" });
    await hearAll(project);
    expect(await conversions(project)).toBe(0);
    expect((await person(project, "shopper")).summary.redemptions.total_redeemed).toBe(0);
    await expectSound(project.id);
  });
});

describe("what else a browser says", () => {
  it("makes and changes no card, no referrer and nobody's order", async () => {
    const project = await shop();
    await program(project, "Welcome", {
      type: "AUTO_UPDATE",
      auto_join: true,
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 500 } },
    });
    await giftCard(project, "GIFT", 1_000);
    const token = await tokenOf(project, "shopper");
    const replies = [
      await project.post("/client/v1/customers", { source_id: "fresh" }),
      await project.post("/client/v1/customers", { name: "Nobody" }, token),
      await browse(project, "SUMMER", {
        order: { source_id: "n-1", amount: 900, referrer: { source_id: "victim", name: "Owned" } },
        customer: { source_id: "fresh" },
      }),
      await browse(
        project,
        "SUMMER",
        { order: { source_id: "n-2", amount: 900, customer: { source_id: "victim" } } },
        token,
      ),
      await browse(project, "SUMMER", {
        order: { source_id: "n-3", amount: 900, status: "FULFILLED", customer: { id: "x" } },
      }),
      await project.post("/client/v1/publish?campaign=Welcome", {
        customer: { source_id: "fresh" },
      }),
      await project.post("/client/v1/publish", {
        voucher: "GIFT",
        customer: { source_id: "fresh" },
      }),
      await project.post("/client/v1/publish", { voucher: "GIFT" }, token),
    ];
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    await hearAll(project);
    const cards = (await rowsOf("vouchers", project.id)).filter(
      ({ type }) => type === "LOYALTY_CARD",
    );
    expect(cards).toEqual([]);
    expect((await person(project, "victim")).name).toBeUndefined();
    const orders = await rowsOf("orders", project.id);
    expect(orders.filter(({ status }) => status !== "CREATED")).toEqual([]);
    expect(orders.filter(({ referrer_id }) => referrer_id !== null)).toEqual([]);
    const victim = await person(project, "victim");
    expect(orders.filter(({ customer_id }) => customer_id === victim.id)).toEqual([]);
    expect(await rowsOf("publications", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("a key said again pays nothing twice", async () => {
    const project = await shop();
    await giftCard(project, "GIFT", 1_000);
    const body = {
      redeemables: redeemables("GIFT", 300),
      order: { source_id: "o", amount: 5_000 },
      customer: { source_id: "shopper" },
    };
    const again = { "idempotency-key": "k-1", "cf-connecting-ip": "10.9.9.9" };
    made(await project.post("/client/v1/redemptions", body, again));
    made(await project.post("/client/v1/redemptions", body, again));
    expect((await project.post("/client/v1/redemptions", body)).status).toBe(400);
    const { body: card } = await project.get("/v1/vouchers/GIFT");
    expect(card.gift.balance).toBe(700);
    made(await project.put("/v1/orders/o", { status: "PAID" }));
    await hearAll(project);
    const { summary } = await person(project, "shopper");
    expect(summary.redemptions.gift.redeemed_amount).toBe(300);
    expect(await pointsOf(project, "shopper")).toBe(10);
    await expectSound(project.id);
  });

  it("counts no failure of a browser for the customer that it names", async () => {
    const project = await shop();
    await voucher(project, "USED", { redemption: { quantity: 1 } });
    made(await redeem(project, "USED"));
    const victim = { customer: { source_id: "victim" } };
    expect(keyOf(await browse(project, "USED", victim))).toEqual([400, "quantity_exceeded"]);
    expect((await person(project, "victim")).summary.redemptions.total_failed).toBe(0);
    await expectSound(project.id);
  });
});
