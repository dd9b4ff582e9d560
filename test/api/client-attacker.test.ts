import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { earningRule, hearAgain, hearAll, program } from "../support/earning";
import { expectSound } from "../support/invariants";
import { promotion, tier } from "../support/promotions";
import { redeemables, voucher } from "../support/redeeming";
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

/** What a new project has: `POST /management/v1/projects` makes them so. */
const AS_MADE = { client_redeem_enabled: 0 };

const made = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};

/** A shop that gives points, referral rewards, segments, codes for events, and has limits. */
async function shop(settings: object) {
  const project = await newProject(settings);
  await voucher(project, "SUMMER");
  const club = await program(project, "Club", { type: "AUTO_UPDATE", auto_join: true });
  await earningRule(project, "Club", {
    event: "order.paid",
    loyalty: {
      type: "PROPORTIONAL",
      calculation_type: "ORDER_AMOUNT",
      order: { amount: { every: 100, points: 1 } },
    },
  });
  const segment = async (name: string, on: object) =>
    String(
      made(
        await project.post("/v1/segments", {
          name,
          type: "auto-update",
          filter: { junction: "and", ...on },
        }),
      ).id,
    );
  const rich = await segment("Rich", {
    "summary.orders.total_amount": { conditions: { $more_than: [100_000] } },
  });
  const vips = await segment("VIPs", { "metadata.vip": { conditions: { $is: [true] } } });
  for (const id of [rich, vips]) {
    await earningRule(project, "Club", {
      event: "customer.segment.entered",
      segment: { id },
      loyalty: { type: "FIXED", points: 100 },
    });
  }
  const at = `/management/v1/projects/${project.id}/custom-event-schemas`;
  const seen = made(await project.post(at, { name: "seen", schema: { properties: {} } })).id;
  await earningRule(project, "Club", {
    event: "seen",
    custom_event: { schema_id: seen },
    loyalty: { type: "FIXED", points: 5 },
  });
  await campaign(project, "Gifts", {
    campaign_type: "GIFT_VOUCHERS",
    type: "AUTO_UPDATE",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 1000 } },
  });
  const friends = await referralCampaign(project, "Friends");
  await referrer(project, friends, "attacker");
  const reward = { type: "GIFT_VOUCHER", amount: 1000, related_object_parent: { name: "Gifts" } };
  const each = { name: "Each friend", condition: { type: "EACH_REFEREE" }, reward };
  made(await project.post(`/v1/referrals/${friends}/tiers`, [each]));
  const half = await tier(project, await promotion(project, "Sale"), "Half", {});
  const ruled = async (name: string, on: string, conditions: object) => [
    made(
      await project.post("/v1/validation-rules", {
        name,
        rules: { "1": { name: on, conditions }, logic: "1" },
      }),
    ).id,
  ];
  const per = "redemption.count.per_customer";
  const once = await ruled("Once each", per, { $less_than_or_equal: [1] });
  await voucher(project, "ONCE", { validation_rules: once });
  const vip = await ruled("VIPs alone", "customer.segment", { $is: [vips] });
  await voucher(project, "VIP", { validation_rules: vip });
  const turnover = await campaign(project, "Turnover");
  await code(project, turnover, "TURN");
  await customer(project, "victim", { email: "v@shop.example" });
  await customer(project, "shopper", { metadata: { vip: false } });
  const own = { customer: { source_id: "victim" } };
  made(await project.post("/v1/orders", { source_id: "70001", amount: 5000, ...own }));
  made(await project.post("/v1/orders", { source_id: "70002", amount: 6000 }));
  await hearAll(project);
  return { project, club, tierId: String(half.id), rich, vips, turnover };
}

type Shop = Awaited<ReturnType<typeof shop>>;

/** Everything that the attacker tries with the public key, and once with an honest token. */
async function attack({ project, tierId }: Shop): Promise<Reply[]> {
  const ask = (path: string, body: object, headers = {}) =>
    project.post(`/client/v1/${path}`, body, headers);
  const redeem = (id: string, sent: object, headers = {}) =>
    ask("redemptions", { redeemables: redeemables(id), ...sent }, headers);
  const token = await tokenOf(project, "shopper");
  const order = (source_id: string, amount = 100_000_000) => ({
    source_id,
    amount,
    status: "PAID",
  });
  const shopper = { source_id: "shopper" };
  const replies: Reply[] = [];
  const tried = async (reply: Promise<Reply>) => void replies.push(await reply);
  await tried(redeem("SUMMER", { order: order("inv-1"), customer: shopper }));
  await tried(redeem("SUMMER", { order: order("inv-2") }, token));
  await tried(redeem("TURN", { order: order("inv-3"), customer: { source_id: "new-1" } }));
  await tried(ask("redeem?code=SUMMER", { order: order("inv-4"), customer: shopper }));
  await tried(
    ask("redemptions", {
      redeemables: [{ object: "promotion_tier", id: tierId }],
      order: order("inv-5"),
      customer: shopper,
    }),
  );
  for (const at of [0, 1, 2]) {
    const friend = { source_id: `friend-${at}` };
    await tried(redeem("BY-ATTACKER", { order: order(`ref-${at}`, 200), customer: friend }));
    await tried(redeem("BY-ATTACKER", { customer: { source_id: `bare-${at}` } }));
  }
  await tried(redeem("BY-ATTACKER", { customer: { source_id: "victim" } }));
  await tried(
    redeem("SUMMER", { order: { source_id: "70001" }, customer: { source_id: "victim" } }),
  );
  await tried(redeem("SUMMER", { order: { source_id: "70001", amount: 1 } }));
  await tried(redeem("SUMMER", { order: { source_id: "70002" }, customer: shopper }, token));
  await tried(redeem("SUMMER", { customer: { metadata: { vip: true } } }, token));
  await tried(redeem("VIP", { customer: { ...shopper, metadata: { vip: true } } }));
  await tried(redeem("VIP", { customer: { source_id: "new-2", metadata: { vip: true } } }));
  await tried(redeem("ONCE", { order: order("inv-6", 1), customer: { source_id: "victim" } }));
  await tried(
    ask("customers", { source_id: "seeded", email: "evil@x.test", metadata: { vip: true } }),
  );
  await tried(ask("customers", { source_id: "seeded-2", email: "evil@x.test" }));
  await tried(ask("events", { event: "seen", customer: shopper }));
  await tried(ask("events", { event: "seen" }, token));
  const referral = { code: "BY-ATTACKER" };
  await tried(ask("events", { event: "seen", customer: { source_id: "new-3" }, referral }));
  for (const from of ["Gifts", "Club"]) {
    await tried(ask("publish", { campaign: from, customer: shopper }));
    await tried(ask("publish", { campaign: from }, token));
  }
  await hearAll(project);
  return replies;
}

/** What the shop owes, read by its back end. */
async function owed({ project, rich, vips }: Shop) {
  const { body } = await project.get("/v1/customers?limit=100");
  const people: { summary: Reply["body"]; loyalty: Reply["body"]; referrals: Reply["body"] }[] =
    body.customers;
  const sum = (of: (each: (typeof people)[number]) => number) =>
    people.reduce((total, each) => total + of(each), 0);
  const segments = await rowsOf("segment_standing", project.id);
  const cards = await rowsOf("vouchers", project.id);
  const balance = (type: string) =>
    cards.reduce((total, row) => total + (row.type === type ? Number(row.balance) : 0), 0);
  const counters = await rowsOf("usage_v", project.id);
  const orders = await rowsOf("orders", project.id);
  return {
    points: sum(({ loyalty }) => loyalty.points) + balance("LOYALTY_CARD"),
    credits: balance("GIFT_VOUCHER"),
    entries: (await rowsOf("voucher_transactions", project.id)).length,
    ordersCount: sum(({ summary }) => summary.orders.total_count),
    ordersAmount: sum(({ summary }) => summary.orders.total_amount),
    redeemed: sum(({ summary }) => summary.redemptions.total_redeemed),
    referred: sum(({ loyalty }) => loyalty.referred_customers),
    conversions: (await rowsOf("referrals", project.id)).length,
    segments: segments.filter(({ segment_id }) => [rich, vips].includes(String(segment_id))).length,
    paid: orders.filter(({ status }) => status !== "CREATED").length,
    counted: counters.reduce((total, row) => total + Number(row.orders_amount), 0),
  };
}

const NOTHING = {
  points: 0,
  credits: 0,
  entries: 0,
  ordersCount: 0,
  ordersAmount: 0,
  redeemed: 0,
  referred: 0,
  conversions: 0,
  segments: 0,
  paid: 0,
  counted: 0,
};

const profileOf = async (project: TestProject, who: string) => {
  const { body } = await project.get(`/v1/customers/${who}`);
  return [body.name, body.email, body.metadata];
};

describe("with the public client key an attacker gains nothing", () => {
  it.each([
    ["as projects are made", AS_MADE],
    ["with every switch on", EVERY_SWITCH],
    [
      "with every switch on and keys that shoppers may write",
      { ...EVERY_SWITCH, client_metadata_keys: '["size"]' },
    ],
  ])("%s", async (_, settings) => {
    const open = await shop(settings);
    const { project } = open;
    const before = await owed(open);
    expect(before).toEqual(NOTHING);
    const orders = async () =>
      (await rowsOf("orders", project.id)).filter(({ source_id }) =>
        ["70001", "70002"].includes(String(source_id)),
      );
    const stored = await orders();
    const replies = await attack(open);
    if (settings === AS_MADE)
      for (const { status } of replies) expect([400, 403]).toContain(status);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await owed(open)).toEqual(NOTHING);
    expect(await orders()).toEqual(stored);
    expect(await profileOf(project, "victim")).toEqual([undefined, "v@shop.example", undefined]);
    expect(await profileOf(project, "shopper")).toEqual([undefined, undefined, { vip: false }]);
    // The victim's one use is there, and the shop knows nobody by what the attacker said.
    const own = { customer: { source_id: "victim" } };
    made(await project.post("/v1/redemptions", { redeemables: redeemables("ONCE"), ...own }));
    made(await project.post("/v1/customers", { source_id: "seeded-2", name: "Real" }));
    expect(await profileOf(project, "seeded-2")).toEqual(["Real", undefined, undefined]);
    await expectSound(project.id);
  });
});

describe("once a back end says that the order is paid", () => {
  const ways = {
    "by an update": (project: TestProject) => project.put("/v1/orders/order-1", { status: "PAID" }),
    "by an upsert": (project: TestProject) =>
      project.post("/v1/orders", { source_id: "order-1", status: "PAID" }),
    "as fulfilled": (project: TestProject) =>
      project.put("/v1/orders/order-1", { status: "FULFILLED" }),
    "by a redemption of its own": (project: TestProject) =>
      project.post("/v1/redemptions", {
        redeemables: redeemables("SUMMER"),
        order: { source_id: "order-1" },
      }),
  };

  it.each(Object.entries(ways))("each effect happens exactly once: %s", async (name, pay) => {
    const open = await shop(EVERY_SWITCH);
    const { project, turnover } = open;
    const order = { source_id: "order-1", amount: 200_100 };
    made(
      await project.post("/client/v1/redemptions", {
        redeemables: redeemables(["TURN", "BY-ATTACKER"]),
        order,
        customer: { source_id: "friend" },
      }),
    );
    await hearAll(project);
    expect(await owed(open)).toEqual(NOTHING);
    made(await pay(project));
    made(await pay(project).catch(() => ({ status: 200 }) as Reply));
    await hearAll(project);
    await hearAgain(project, "backwards");
    await hearAll(project);
    const after = await owed(open);
    const isRedeemed = name === "by a redemption of its own";
    const uses = isRedeemed ? 4 : 2;
    // Of 2,001.00 TURN, BY-ATTACKER and SUMMER take 1.00 each.
    const amount = 200_100 - 100 * uses;
    expect(after).toMatchObject({
      ordersCount: 1,
      ordersAmount: amount,
      redeemed: uses,
      referred: 1,
      conversions: 1,
      segments: 1,
      paid: 1,
    });
    const counters = await rowsOf("usage_v", project.id);
    const counted = counters.find(
      ({ owner_id, subject }) => owner_id === turnover && subject === "",
    );
    expect(counted).toMatchObject({ count: 1, orders_amount: 200_100 });
    const { body: friend } = await project.get("/v1/customers/friend");
    // 1 point for each 1.00 of the order as it was when it was first paid, and 100 for the segment.
    expect(friend.loyalty.points).toBe(2_001 + 100);
    await expectSound(project.id);
  });

  it("counts what the back end says of the order, not what the browser said", async () => {
    const open = await shop(EVERY_SWITCH);
    const { project, turnover } = open;
    const order = { source_id: "order-1", amount: 100_000_000 };
    const own = { customer: { source_id: "shopper" } };
    made(
      await project.post("/client/v1/redemptions", {
        redeemables: redeemables("TURN"),
        order,
        ...own,
      }),
    );
    made(await project.put("/v1/orders/order-1", { amount: 5_000, status: "PAID" }));
    await hearAll(project);
    const after = await owed(open);
    expect(after).toMatchObject({ ordersCount: 1, ordersAmount: 4_900, redeemed: 1, segments: 0 });
    const counters = await rowsOf("usage_v", project.id);
    expect(
      counters.find(({ owner_id, subject }) => owner_id === turnover && subject === ""),
    ).toMatchObject({
      orders_amount: 5_000,
    });
    const { body } = await project.get("/v1/redemptions");
    made(await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`, {}));
    await hearAll(project);
    expect(await owed(open)).toMatchObject({
      ordersCount: 0,
      ordersAmount: 0,
      counted: 0,
      points: 0,
    });
    await expectSound(project.id);
  });

  it("a rollback before that takes back nothing that was not counted", async () => {
    const open = await shop(EVERY_SWITCH);
    const { project } = open;
    await voucher(project, "CARD", { type: "GIFT_VOUCHER", discount: null, gift: { amount: 700 } });
    const order = { source_id: "order-1", amount: 5_000 };
    const own = { customer: { source_id: "shopper" } };
    const { redemptions } = made(
      await project.post("/client/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 300 } }],
        order,
        ...own,
      }),
    );
    made(await project.post(`/v1/redemptions/${redemptions[0].id}/rollback`, {}));
    const { body } = await project.get("/v1/customers/shopper");
    expect(body.summary.redemptions).toMatchObject({
      total_redeemed: 0,
      gift: { redeemed_amount: 0 },
    });
    expect(await owed(open)).toMatchObject({ credits: 700, ordersCount: 0 });
    await expectSound(project.id);
  });
});

describe("a project that trusts its browsers", () => {
  it("counts at once, but converts referrals only of customers whom it knows", async () => {
    const open = await shop({ ...EVERY_SWITCH, client_orders_trusted: 1 });
    const { project } = open;
    const redeem = (who: string, headers = {}) =>
      project.post(
        "/client/v1/redemptions",
        {
          redeemables: redeemables("BY-ATTACKER"),
          order: { source_id: `of-${who}`, amount: 1_100 },
          customer: { source_id: who },
        },
        headers,
      );
    for (const who of ["invented", "victim"]) made(await redeem(who));
    made(await redeem("shopper", await tokenOf(project, "shopper")));
    await hearAll(project);
    expect(await owed(open)).toMatchObject({ ordersCount: 3, ordersAmount: 3_000, conversions: 2 });
    const self = await redeem("attacker", await tokenOf(project, "attacker"));
    expect([self.status, self.body.key]).toEqual([400, "referrer_not_permitted_to_redeem"]);
  });
});
