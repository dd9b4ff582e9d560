import { beforeEach, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { madeRule, segmentRule } from "../support/history";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

let project: TestProject;
const ann = { source_id: "ann" };

beforeEach(async () => {
  project = await newProject();
  await voucher(project, "ANY");
  await project.post("/v1/customers", ann);
});

const guarded = async (field: string, conditions: object, code = "CODE") => {
  const rule = await segmentRule(project, { [field]: { conditions: { ...conditions } } });
  await voucher(project, code, { validation_rules: [rule] });
};

const sent = (order: object, code = "CODE") => ({
  redeemables: redeemables(code),
  customer: ann,
  order,
});

/** Whether the order may use the code, by a validation. */
async function isValid(order: object, code = "CODE", more: object = {}): Promise<boolean> {
  const { status, body } = await project.post("/v1/validations", { ...sent(order, code), ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.valid;
}

async function qualifies(order: object, code = "CODE"): Promise<boolean> {
  const { status, body } = await project.post("/v1/qualifications", {
    scenario: "ALL",
    customer: ann,
    order,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.redeemables.data.some(({ id }: { id: string }) => id === code);
}

const MINE = { source_id: "mine", amount: 1000 };
const OTHER = { source_id: "other", amount: 1000 };

/** Pays an order without any code. */
const pay = async (source_id: string, amount = 1000): Promise<string> => {
  const order = { source_id, amount, status: "PAID", customer: ann };
  const { status, body } = await project.post("/v1/orders", order);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};

const FIRST: [string, object] = ["summary.orders.total_count", { $less_than: [1] }];

describe("an order that counts already", () => {
  it.each([
    ["none before", ...FIRST],
    ["under 9.00 spent", "summary.orders.total_amount", { $less_than: [900] }],
    ["nothing on average", "summary.orders.average_amount", { $is: [0] }],
    ["no last order", "summary.orders.last_order_date", { $is_unknown: true }],
    ["no amount of a last order", "summary.orders.last_order_amount", { $is: [0] }],
    ["never redeemed", "summary.redemptions.total_succeeded", { $less_than: [1] }],
    ["never tried", "summary.redemptions.total_redeemed", { $is: [0] }],
  ])("%s: the same is valid before and after, and no longer for another", async (_, field, is) => {
    await guarded(field, is);
    expect(await isValid(MINE)).toBe(true);
    expect((await redeem(project, "CODE", { customer: ann, order: MINE })).status).toBe(200);
    const [{ id }] = (await project.get("/v1/orders?limit=1")).body.orders;
    expect(await isValid(MINE)).toBe(true);
    expect(await isValid({ id })).toBe(true);
    expect(await isValid({ source_id: "mine" })).toBe(true);
    expect(await qualifies(MINE)).toBe(true);
    expect(await isValid(OTHER)).toBe(false);
    expect(await qualifies(OTHER)).toBe(false);
    expect(await isValid({ amount: 1000 })).toBe(false);
  });

  it("is left out of what its second redemption is judged by, and another's is refused", async () => {
    await guarded(...FIRST);
    await guarded(...FIRST, "AGAIN");
    expect((await redeem(project, "CODE", { customer: ann, order: MINE })).status).toBe(200);
    expect((await redeem(project, "AGAIN", { customer: ann, order: MINE })).status).toBe(200);
    const { status, body } = await redeem(project, "AGAIN", { customer: ann, order: OTHER });
    expect([status, body.key]).toEqual([400, "customer_rules_violated"]);
    const { summary } = (await project.get("/v1/customers/ann")).body;
    expect([summary.orders.total_count, summary.redemptions.total_succeeded]).toEqual([1, 2]);
  });

  it("that was paid without any code may still use one, and so once it was changed", async () => {
    await guarded(...FIRST);
    const id = await pay("mine");
    expect(await isValid(MINE)).toBe(true);
    await project.put(`/v1/orders/${id}`, { amount: 5000 });
    expect(await isValid({ id })).toBe(true);
    expect((await redeem(project, "CODE", { customer: ann, order: { id } })).status).toBe(200);
    await project.put(`/v1/orders/${id}`, { amount: 7000 });
    expect(await isValid({ id, amount: 7000 })).toBe(true);
    expect(await isValid(OTHER)).toBe(false);
  });

  it("has what was the last before it as its last one", async () => {
    await guarded("summary.orders.last_order_amount", { $is: [300] });
    await pay("first", 300);
    const id = await pay("mine", 1000);
    await project.put("/v1/orders/mine", { amount: 1200 });
    expect(await isValid({ id })).toBe(true);
    // The last before the first is none, and after the change of another it is that.
    expect(await isValid({ source_id: "first" })).toBe(false);
    expect(await isValid(OTHER)).toBe(false);
    await project.put("/v1/orders/first", { amount: 400 });
    expect(await isValid({ id })).toBe(false);
    await guarded("summary.orders.last_order_amount", { $is: [400] }, "NOW");
    expect(await isValid({ id }, "NOW")).toBe(true);
    await guarded("summary.orders.last_order_amount", { $is: [1200] }, "MINE");
    expect(await isValid({ source_id: "first" }, "MINE")).toBe(true);
  });

  it("of somebody else is left out of nothing", async () => {
    await guarded(...FIRST);
    await pay("hers");
    await project.post("/v1/orders", {
      ...MINE,
      status: "PAID",
      customer: { source_id: "bob" },
    });
    expect(await isValid(MINE)).toBe(false);
  });

  it("whose redemption was rolled back is still left out, with the rollback", async () => {
    await guarded("summary.redemptions.total_rolled_back", { $is: [0] });
    const { body } = await redeem(project, "ANY", { customer: ann, order: MINE });
    const again = await redeem(project, "CODE", { customer: ann, order: MINE });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    const { id } = body.redemptions[0];
    expect((await project.post(`/v1/redemptions/${id}/rollback`)).status).toBe(200);
    expect(await isValid(MINE)).toBe(true);
    expect(await isValid(OTHER)).toBe(false);
  });

  it("gives back what it took of the customer's own card, and of nobody else's", async () => {
    await giftCard(project, "HERS", 5000);
    await giftCard(project, "OPEN", 5000);
    await project.post("/v1/publications", { voucher: "HERS", customer: ann });
    await guarded("summary.redemptions.gift.amount_to_go", { $is: [5000] });
    await guarded("summary.redemptions.gift.redeemed_amount", { $is: [0] }, "UNSPENT");
    const both = { customer: ann, order: MINE };
    expect(
      (await redeem(project, "HERS", { ...both, redeemables: redeemables("HERS", 600) })).status,
    ).toBe(200);
    expect(
      (await redeem(project, "OPEN", { ...both, redeemables: redeemables("OPEN", 400) })).status,
    ).toBe(200);
    for (const code of ["CODE", "UNSPENT"]) {
      expect(await isValid(MINE, code), code).toBe(true);
      expect(await isValid(OTHER, code), code).toBe(false);
    }
  });

  it("counts neither in rules that ask for more: what it brings is not there yet", async () => {
    await guarded("summary.orders.total_count", { $more_than: [0] });
    await pay("mine");
    expect(await isValid(MINE)).toBe(false);
    expect(await isValid(OTHER)).toBe(true);
  });

  it("is judged by counters of usage as before", async () => {
    const rule = await madeRule(project, "redemption.count.per_customer", {
      $less_than_or_equal: [1],
    });
    await voucher(project, "ONCE", { validation_rules: [rule] });
    expect((await redeem(project, "ONCE", { customer: ann, order: MINE })).status).toBe(200);
    expect(await isValid(MINE, "ONCE")).toBe(true);
    expect(await isValid(OTHER, "ONCE")).toBe(false);
  });
});
