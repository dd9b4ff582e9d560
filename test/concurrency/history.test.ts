import { beforeEach, describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, type Pauses, sendPausing } from "../support/faults";
import { burst, LIMITS, limited, madeRule, segmentRule } from "../support/history";
import { expectSound } from "../support/invariants";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

describe("twenty orders of a new customer at once", () => {
  it.each(Object.entries(LIMITS))("%s: never one too many", async (_, limit) => {
    const project = await limited(await newProject(), limit);
    for (let at = 0; at < 3; at++) expect(await burst(project, limit, `ann-${at}`)).toBe(19);
    await expectSound(project.id);
  });
});

/** What others do once, in the gap between this request's load and its commit. */
const inTheGap = (act: () => Promise<unknown>): Pauses => ({
  after: async (batch) => {
    if (batch === 1) await act();
  },
});

describe("between the load and the commit of a redemption", () => {
  let project: TestProject;
  let id: string;

  beforeEach(async () => {
    project = await newProject();
    const metadata = { level: "new", other: 1 };
    const { body } = await project.post("/v1/customers", { source_id: "ann", metadata });
    id = body.id;
    await voucher(project, "ANY");
    await giftCard(project, "GIFT", 5000);
    // The first request of a key asks who it is, which would be one batch more.
    await sendPausing(
      project,
      { path: "/v1/validations", body: { redeemables: redeemables("ANY") } },
      {},
      DEAF_QUEUES,
    );
  });

  const redeemIn = (act: () => Promise<unknown>, more: object = {}) =>
    sendPausing(
      project,
      {
        path: "/v1/redemptions",
        body: {
          redeemables: redeemables("CODE"),
          customer: { id },
          order: { source_id: "mine", amount: 1000 },
          ...more,
        },
      },
      inTheGap(act),
      DEAF_QUEUES,
    );

  const order = (source_id = "other") =>
    project.post("/v1/orders", { source_id, amount: 3000, status: "PAID", customer: { id } });
  const useAny = () => redeem(project, "ANY", { customer: { id } });
  const useGift = () =>
    redeem(project, "GIFT", { customer: { id }, order: { source_id: "gift", amount: 700 } });
  const failAny = async () => {
    await voucher(project, "OFF", { active: false });
    const { body } = await redeem(project, "OFF", { customer: { id } });
    expect(body.key).toBe("voucher_disabled");
  };
  const fields = (filter: Record<string, object>) => () => {
    const nodes = Object.entries(filter).map(([field, conditions]) => [field, { conditions }]);
    return segmentRule(project, Object.fromEntries(nodes));
  };
  const setLevel = () => project.put("/v1/customers/ann", { metadata: { level: "old" } });

  it.each([
    ["orders.total_count", { "summary.orders.total_count": { $less_than: [1] } }, order],
    ["orders.total_amount", { "summary.orders.total_amount": { $less_than: [3000] } }, order],
    ["orders.average_amount", { "summary.orders.average_amount": { $less_than: [1] } }, order],
    ["orders.last_order_amount", { "summary.orders.last_order_amount": { $is: [0] } }, order],
    ["orders.last_order_date", { "summary.orders.last_order_date": { $is_unknown: true } }, order],
    ["total_redeemed", { "summary.redemptions.total_redeemed": { $is: [0] } }, useAny],
    ["total_succeeded", { "summary.redemptions.total_succeeded": { $less_than: [1] } }, useAny],
    ["gift.redeemed_amount", { "summary.redemptions.gift.redeemed_amount": { $is: [0] } }, useGift],
    ["metadata", { "metadata.level": { $is: ["new"] } }, setLevel],
  ])("others move %s: decided anew, and refused", async (_, filter, act) => {
    await voucher(project, "CODE", { validation_rules: [await fields(filter)()] });
    const reply = await redeemIn(act);
    expect(reply).toMatchObject({
      status: 400,
      batches: 4,
      body: { key: "customer_rules_violated" },
    });
    const [code] = (await rowsOf("vouchers", project.id)).filter((row) => row.code === "CODE");
    expect(code?.redeemed_quantity).toBe(0);
    expect((await project.get("/v1/orders/mine")).status).toBe(404);
    await expectSound(project.id);
  });

  it("others change metadata that a rule names: decided anew, and refused", async () => {
    const rule = await madeRule(project, "customer.metadata", { $is: ["new"] }, "level");
    await voucher(project, "CODE", { validation_rules: [rule] });
    const reply = await redeemIn(setLevel);
    expect(reply).toMatchObject({
      status: 400,
      batches: 4,
      body: { key: "customer_rules_violated" },
    });
    await expectSound(project.id);
  });

  it("others change metadata that a formula names: the discount is that of now", async () => {
    await project.put("/v1/customers/ann", { metadata: { off: 1 } });
    const discount = {
      type: "AMOUNT",
      amount_off: 0,
      amount_off_formula: 'CUSTOMER_METADATA("off")',
    };
    await voucher(project, "CODE", { discount });
    const reply = await redeemIn(() => project.put("/v1/customers/ann", { metadata: { off: 2 } }));
    expect(reply).toMatchObject({ status: 200, batches: 4 });
    expect(reply.body.order.total_discount_amount).toBe(200);
    await expectSound(project.id);
  });

  it.each([
    ["a number that stays in its range", order],
    [
      "metadata that nothing names",
      () => project.put("/v1/customers/ann", { metadata: { other: 2 } }),
    ],
    ["the name", () => project.put("/v1/customers/ann", { name: "Ann" })],
    ["the address", () => project.put("/v1/customers/ann", { address: { city: "Graz" } })],
    ["a failed redemption", failAny],
  ])("others move %s: nobody waits", async (_, act) => {
    const filter = {
      "summary.orders.total_count": { $less_than: [5] },
      "metadata.level": { $is: ["new"] },
    };
    await voucher(project, "CODE", { validation_rules: [await fields(filter)()] });
    expect(await redeemIn(act)).toMatchObject({ status: 200, batches: 2 });
    await expectSound(project.id);
  });

  it("orders of a customer whom nothing asks about are in nobody's way", async () => {
    await voucher(project, "CODE");
    expect(await redeemIn(order)).toMatchObject({ status: 200, batches: 2 });
  });
});
