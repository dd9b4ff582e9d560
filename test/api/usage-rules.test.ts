import { afterEach, describe, expect, it, vi } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { expectSound } from "../support/invariants";
import { redeem, redeemables, voucher } from "../support/redeeming";

const AT_MOST = (limit: number) => ({ $less_than_or_equal: [limit] });

afterEach(() => {
  vi.useRealTimers();
});

async function coupon(project: TestProject, fact: string, limit: number): Promise<string> {
  const validation_rules = [await rule(project, fact, AT_MOST(limit))];
  const id = await campaign(project, "Spring", { validation_rules });
  await code(project, id, "S1");
  await code(project, id, "S2");
  return id;
}

const order = (source_id: string, amount = 1000) => ({ order: { source_id, amount } });
const alice = { customer: { source_id: "alice" } };
const bob = { customer: { source_id: "bob" } };

describe("rules on usage", () => {
  it.each([
    ["campaign.redemptions.count", 1],
    ["campaign.redemptions.count.daily", 1],
    ["campaign.redemptions.count.weekly", 1],
    ["campaign.redemptions.count.monthly", 1],
    ["campaign.orders.amount", 1999],
    ["campaign.orders.amount_discounted", 199],
  ])("400: %s holds for all codes of the campaign", async (fact, limit) => {
    const project = await newProject();
    await coupon(project, fact, limit);
    expect((await redeem(project, "S1", order("a"))).status).toBe(200);
    const before = await rowsOf("usage_v", project.id);
    const refused = await redeem(project, "S2", order("b"));
    expect([refused.status, refused.body.key]).toEqual([400, "redemption_rules_violated"]);
    expect(refused.body.error).toEqual({ message: `${fact} is used up` });
    expect(await rowsOf("usage_v", project.id)).toEqual(before);
    const told = await project.post("/v1/validations", {
      redeemables: redeemables("S2"),
      ...order("c"),
    });
    expect(told.body.redeemables[0].result.error.key).toBe("redemption_rules_violated");
    await expectSound(project.id);
  });

  it.each([
    "campaign.redemptions.customers_count",
    "campaign.redemptions.customers_count.daily",
    "campaign.redemptions.customers_count.weekly",
    "campaign.redemptions.customers_count.monthly",
  ])("400: %s holds for each customer", async (fact) => {
    const project = await newProject();
    await coupon(project, fact, 1);
    expect((await redeem(project, "S1", { ...order("a"), ...alice })).status).toBe(200);
    const again = await redeem(project, "S2", { ...order("b"), ...alice });
    expect(again.body.key).toBe("redemption_rules_violated");
    expect((await redeem(project, "S2", { ...order("c"), ...bob })).status).toBe(200);
    const nobody = await redeem(project, "S2", order("d"));
    expect(nobody.body.key).toBe("missing_customer");
    await expectSound(project.id);
  });

  it.each([
    "redemption.count.daily",
    "redemption.count.weekly",
    "redemption.count.monthly",
    "redemption.count.per_customer",
    "redemption.count.per_customer.daily",
    "redemption.count.per_customer.weekly",
    "redemption.count.per_customer.monthly",
    "redemption.count.per_api_key",
  ])("400: %s holds for one code", async (fact) => {
    const project = await newProject();
    await coupon(project, fact, 1);
    expect((await redeem(project, "S1", { ...order("a"), ...alice })).status).toBe(200);
    const again = await redeem(project, "S1", { ...order("b"), ...alice });
    expect(again.body.key).toBe("redemption_rules_violated");
    expect((await redeem(project, "S2", { ...order("c"), ...alice })).status).toBe(200);
    await expectSound(project.id);
  });

  it("200: a new day, week and month of the project's calendar start anew", async () => {
    const project = await newProject({ timezone: "Europe/Warsaw", week_start: 1 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T22:30:00Z") });
    const daily = await rule(project, "redemption.count.daily", AT_MOST(1));
    const weekly = await rule(project, "redemption.count.weekly", AT_MOST(1));
    const monthly = await rule(project, "redemption.count.monthly", AT_MOST(1));
    await voucher(project, "DAY", { validation_rules: [daily] });
    await voucher(project, "WEEK", { validation_rules: [weekly] });
    await voucher(project, "MONTH", { validation_rules: [monthly] });
    const statuses = async () => {
      const replies = [];
      for (const name of ["DAY", "WEEK", "MONTH"]) replies.push(await redeem(project, name));
      return replies.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    // Sunday 23:59 in Warsaw.
    vi.setSystemTime(Date.parse("2026-11-22T22:59:59Z"));
    expect(await statuses()).toEqual([400, 400, 400]);
    // Monday 00:00 in Warsaw.
    vi.setSystemTime(Date.parse("2026-11-22T23:00:00Z"));
    expect(await statuses()).toEqual([200, 200, 400]);
    // 1 December 00:00 in Warsaw, a Tuesday.
    vi.setSystemTime(Date.parse("2026-11-30T23:00:00Z"));
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it.each([
    ["redemption.count.daily", { timezone: "America/Los_Angeles" }],
    ["redemption.count.weekly", { week_start: 0 }],
    ["redemption.count.monthly", { timezone: "America/Los_Angeles" }],
  ])("400: %s holds also where the project's calendar is put back", async (fact, change) => {
    const project = await newProject({ timezone: "Pacific/Auckland", week_start: 1 });
    // Tuesday, 1 December in Auckland, and still Monday, 30 November in Los Angeles.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T20:00:00Z") });
    const id = await rule(project, fact, AT_MOST(2));
    await voucher(project, "S1", { validation_rules: [id] });
    expect((await redeem(project, "S1")).status).toBe(200);
    await project.put(`/management/v1/projects/${project.id}`, change);
    expect((await redeem(project, "S1")).status).toBe(200);
    const before = await rowsOf("usage_v", project.id);
    const refused = await redeem(project, "S1");
    expect([refused.status, refused.body.key]).toEqual([400, "redemption_rules_violated"]);
    expect(await rowsOf("usage_v", project.id)).toEqual(before);
  });

  it("200: a rollback gives the use back, of today and of all time", async () => {
    const project = await newProject();
    const id = await coupon(project, "campaign.redemptions.count", 1);
    const first = await redeem(project, "S1", { ...order("a"), ...alice });
    expect((await redeem(project, "S2", order("b"))).status).toBe(400);
    await project.post(`/v1/redemptions/${first.body.redemptions[0].id}/rollback`);
    const counters = await rowsOf("usage_v", project.id);
    for (const counter of counters) {
      expect(counter).toMatchObject({
        count: 0,
        day_count: 0,
        week_count: 0,
        month_count: 0,
        orders_amount: 0,
        discounted_amount: 0,
      });
    }
    expect(counters.filter(({ owner_id }) => owner_id === id)).toHaveLength(2);
    expect((await redeem(project, "S2", order("c"))).status).toBe(200);
    await expectSound(project.id);
  });

  it("200: a rollback on a later day leaves that day's count alone", async () => {
    const project = await newProject();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
    await voucher(project, "DAY");
    const first = await redeem(project, "DAY");
    vi.setSystemTime(Date.parse("2026-11-21T12:00:00Z"));
    await redeem(project, "DAY");
    await project.post(`/v1/redemptions/${first.body.redemptions[0].id}/rollback`);
    const [counter] = (await rowsOf("usage_v", project.id)).filter(({ subject }) => subject === "");
    expect(counter).toMatchObject({ count: 1, day_count: 1, week_count: 1, month_count: 1 });
  });

  it("200: an order counts once for a campaign, whose codes are redeemed on it one by one", async () => {
    const project = await newProject();
    const id = await coupon(project, "campaign.orders.amount", 1500);
    expect((await redeem(project, "S1", order("a"))).status).toBe(200);
    const named = { redeemables: redeemables("S2"), ...order("a") };
    expect((await project.post("/v1/validations", named)).body.valid).toBe(true);
    expect((await redeem(project, "S2", order("a"))).status).toBe(200);
    const amounts = async () => {
      const rows = await rowsOf("usage_v", project.id);
      return rows.filter(({ owner_id }) => owner_id === id).map((row) => row.orders_amount);
    };
    expect(await amounts()).toEqual([1000]);
    // What it grows by counts beside.
    expect((await redeem(project, "S1", order("a", 1501))).body.key).toBe(
      "redemption_rules_violated",
    );
    expect((await redeem(project, "S1", order("a", 1500))).status).toBe(200);
    expect(await amounts()).toEqual([1500]);
    expect((await redeem(project, "S1", order("b", 1))).body.key).toBe("redemption_rules_violated");
    await expectSound(project.id);
  });

  it("200: an order counts while a code of the campaign stands on it, whichever counted it", async () => {
    const project = await newProject();
    const id = await coupon(project, "campaign.orders.amount", 1500);
    const amounts = async () => {
      const rows = await rowsOf("usage_v", project.id);
      return rows.filter(({ owner_id }) => owner_id === id).map((row) => row.orders_amount);
    };
    const back = (id: string) => project.post(`/v1/redemptions/${id}/rollback`);
    const stack = { redeemables: redeemables(["S1", "S2"]), ...order("a") };
    const { body } = await project.post("/v1/redemptions", stack);
    const [first, second] = body.redemptions;
    expect(await amounts()).toEqual([1000]);
    expect((await back(first.id)).status).toBe(200);
    expect(await amounts()).toEqual([1000]);
    const refused = await redeem(project, "S1", order("b", 501));
    expect(refused.body.key).toBe("redemption_rules_violated");
    expect(await amounts()).toEqual([1000]);
    // Redeemed again on the same order, it counts nothing beside.
    const again = await redeem(project, "S1", order("a"));
    expect(await amounts()).toEqual([1000]);
    expect((await back(second.id)).status).toBe(200);
    expect(await amounts()).toEqual([1000]);
    expect((await back(again.body.redemptions[0].id)).status).toBe(200);
    expect(await amounts()).toEqual([0]);
    const { body: summary } = await project.get(`/v1/campaigns/${id}/summary`);
    expect([summary.orders_amount, summary.orders_rolledback_amount]).toEqual([1000, 1000]);
    expect((await redeem(project, "S1", order("b", 1500))).status).toBe(200);
    await expectSound(project.id);
  });

  it("200: a whole stack that is taken back gives the order's amount back", async () => {
    const project = await newProject();
    const id = await coupon(project, "campaign.orders.amount", 1500);
    const stack = { redeemables: redeemables(["S1", "S2"]), ...order("a") };
    const { body } = await project.post("/v1/redemptions", stack);
    await project.post(`/v1/redemptions/${body.parent_redemption.id}/rollbacks`);
    const rows = await rowsOf("usage_v", project.id);
    const amounts = rows.filter(({ owner_id }) => owner_id === id).map((row) => row.orders_amount);
    expect(amounts).toEqual([0]);
    await expectSound(project.id);
  });

  it.each([
    ["nobody", "bob", 0],
    ["nobody", "bob", 1],
    ["ann", "bob", 0],
    ["ann", "bob", 1],
  ])(
    "200: an order of %s counts for %s who redeems on it too, by what is taken back first",
    async (one, other, at) => {
      const project = await newProject();
      await coupon(project, "campaign.orders.amount", 1500);
      const by = (name: string) => (name === "nobody" ? {} : { customer: { source_id: name } });
      const ids: string[] = [];
      for (const [name, whom] of [
        ["S1", one],
        ["S2", other],
      ] as const) {
        const { body } = await redeem(project, name, { ...order("a"), ...by(whom) });
        ids.push(body.redemptions[0].id);
      }
      await expectSound(project.id);
      for (const id of at === 0 ? ids : ids.reverse()) {
        expect((await project.post(`/v1/redemptions/${id}/rollback`)).status).toBe(200);
        await expectSound(project.id);
      }
      const rows = await rowsOf("usage_v", project.id);
      expect(new Set(rows.map(({ orders_amount }) => orders_amount))).toEqual(new Set([0]));
    },
  );

  it("200: an order whose codes are taken back at once counts no more", async () => {
    const project = await newProject();
    const id = await coupon(project, "campaign.orders.amount", 1500);
    for (const name of ["a", "b", "c", "d", "e"]) {
      const stack = { redeemables: redeemables(["S1", "S2"]), ...order(name) };
      const { body } = await project.post("/v1/redemptions", stack);
      const back = body.redemptions.map((each: { id: string }) =>
        project.post(`/v1/redemptions/${each.id}/rollback`),
      );
      expect((await Promise.all<Reply>(back)).map(({ status }) => status)).toEqual([200, 200]);
      const rows = await rowsOf("usage_v", project.id);
      const counted = rows.filter(({ owner_id }) => owner_id === id);
      expect(counted.map(({ orders_amount }) => orders_amount)).toEqual([0]);
    }
    await expectSound(project.id);
  });

  it("200: of an order what was bought counts, and no units that were put into it", async () => {
    const project = await newProject();
    const id = await coupon(project, "campaign.orders.amount", 1500);
    const discount = { type: "UNIT", unit_off: 1, unit_type: "mug", effect: "ADD_NEW_ITEMS" };
    await code(project, id, "FREE", { discount });
    const items = [{ product_id: "mug", price: 1000, quantity: 1 }];
    const { body } = await redeem(project, "FREE", { order: { source_id: "a", items } });
    expect([body.order.amount, body.order.initial_amount]).toEqual([2000, 1000]);
    expect((await redeem(project, "S1", { order: { source_id: "a", items } })).status).toBe(200);
    const rows = await rowsOf("usage_v", project.id);
    const amounts = rows.filter(({ owner_id }) => owner_id === id).map((row) => row.orders_amount);
    expect(amounts).toEqual([1000]);
    await expectSound(project.id);
  });

  it("200: an order that is validated again does not count against itself", async () => {
    const project = await newProject();
    await coupon(project, "campaign.redemptions.count", 1);
    expect((await redeem(project, "S1", { ...order("a"), ...alice })).status).toBe(200);
    for (let time = 0; time < 3; time++) {
      const same = { redeemables: redeemables("S1"), ...order("a"), ...alice };
      expect((await project.post("/v1/validations", same)).body.valid).toBe(true);
    }
    const other = { redeemables: redeemables("S1"), ...order("b"), ...alice };
    expect((await project.post("/v1/validations", other)).body.valid).toBe(false);
  });

  it("200: uses from before the rule was assigned count", async () => {
    const project = await newProject();
    await voucher(project, "OPEN");
    await redeem(project, "OPEN", alice);
    await redeem(project, "OPEN", alice);
    const limit = await rule(project, "redemption.count.per_customer", AT_MOST(2));
    await project.post(`/v1/validation-rules/${limit}/assignments`, { voucher: "OPEN" });
    expect((await redeem(project, "OPEN", alice)).body.key).toBe("redemption_rules_violated");
  });
});

describe("a campaign's switch and window", () => {
  const refusedWith = async (sent: Record<string, unknown>) => {
    const project = await newProject();
    const id = await campaign(project, "Spring", sent);
    await code(project, id, "S1");
    const { body } = await redeem(project, "S1");
    const told = await project.post("/v1/validations", { redeemables: redeemables("S1") });
    expect(told.body.redeemables[0].result.error.key).toBe(body.key);
    await expectSound(project.id);
    return body.key;
  };

  it.each([
    ["voucher_not_active", { start_date: "2999-01-01T00:00:00Z" }],
    ["voucher_expired", { expiration_date: "2020-01-01T00:00:00Z" }],
    ["voucher_not_active_now", { validity_day_of_week: [(new Date().getUTCDay() + 3) % 7] }],
  ])("400 %s: the voucher inherits it", async (key, sent) => {
    expect(await refusedWith(sent)).toBe(key);
  });

  it("400 voucher_disabled: a disabled campaign, also for a browser as if there were no such code", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await code(project, id, "S1");
    expect((await redeem(project, "S1")).status).toBe(200);
    await project.post(`/v1/campaigns/${id}/disable`);
    expect((await redeem(project, "S1")).body.key).toBe("voucher_disabled");
    const browser = await project.post("/client/v1/validations", {
      redeemables: redeemables("S1"),
    });
    expect(browser.body.redeemables[0].result.error.key).toBe("not_found");
    await project.post(`/v1/campaigns/${id}/enable`);
    expect((await redeem(project, "S1")).status).toBe(200);
    await expectSound(project.id);
  });

  it("200: the voucher's own dates go before the campaign's", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring", { expiration_date: "2020-01-01T00:00:00Z" });
    await code(project, id, "S1", { expiration_date: "2999-01-01T00:00:00Z" });
    expect((await redeem(project, "S1")).status).toBe(200);
  });
});
