import { describe, expect, it } from "vitest";
import { Validation } from "../../src/resources/validations/schema";
import { newProject, parsed, type TestProject } from "../support/api";

const discount = { type: "AMOUNT", amount_off: 500 } as const;
const RULES_500 = { 1: { name: "order.amount", conditions: { $greater_than_or_equal: [5000] } } };

async function shop(rules: object, set: object = {}) {
  const project = await newProject();
  const rule = await project.post("/v1/validation-rules", { name: "Rule", rules, ...set });
  expect(rule.status, JSON.stringify(rule.body)).toBe(200);
  const made = await project.post("/v1/vouchers/R", { discount, validation_rules: [rule.body.id] });
  expect(made.status).toBe(200);
  return { project, ruleId: String(rule.body.id) };
}

async function errorOf(project: TestProject, request: object = {}) {
  const redeemables = [{ object: "voucher", id: "R" }];
  const reply = await project.post("/v1/validations", { redeemables, ...request });
  const answer = parsed(Validation, reply);
  expect(answer.valid).toBe(!answer.inapplicable_redeemables);
  return answer.inapplicable_redeemables?.[0]?.result.error;
}

const verdict = async (rules: object, request: object) => {
  const { project } = await shop(rules);
  return (await errorOf(project, request))?.key ?? "met";
};

describe("a rule on the order's amount", () => {
  it.each([
    ["$greater_than_or_equal", 4999, "order_rules_violated"],
    ["$greater_than_or_equal", 5000, "met"],
    ["$more_than_or_equal", 5000, "met"],
    ["$more_than_equal", 4999, "order_rules_violated"],
    ["$greater_than", 5000, "order_rules_violated"],
    ["$more_than", 5001, "met"],
    ["$less_than", 5000, "order_rules_violated"],
    ["$less_than_or_equal", 5000, "met"],
    ["$is", 5000, "met"],
    ["$is_not", 5000, "order_rules_violated"],
    ["$in", 5000, "met"],
    ["$not_in", 5000, "order_rules_violated"],
  ])("%s [5000] of %d", async (operator, amount, expected) => {
    const rules = { 1: { name: "order.amount", conditions: { [operator]: [5000] } } };
    expect(await verdict(rules, { order: { amount } })).toBe(expected);
  });

  it("says which rule was broken", async () => {
    const { project, ruleId } = await shop(RULES_500);
    expect(await errorOf(project, { order: { amount: 4999 } })).toEqual({
      code: 400,
      key: "order_rules_violated",
      message: "order does not match validation rules",
      details: `Discount Coupon cannot be redeemed because of violated validation rules: ${ruleId}`,
      request_id: expect.any(String),
    });
  });

  it("the amount is the one at the voucher's turn", async () => {
    const { project } = await shop(RULES_500);
    await project.post("/v1/vouchers/FIRST", { discount: { type: "AMOUNT", amount_off: 1 } });
    const reply = await project.post("/v1/validations", {
      redeemables: ["FIRST", "R"].map((id) => ({ object: "voucher", id })),
      order: { amount: 5000 },
    });
    expect(parsed(Validation, reply).inapplicable_redeemables).toMatchObject([{ id: "R" }]);
  });
});

describe("what is missing", () => {
  const VIP = { 1: { name: "customer.metadata", property: "vip", conditions: { $is: [true] } } };

  it.each([
    [VIP, {}, "missing_customer", "Customer is required to validate rules"],
    [RULES_500, {}, "missing_order", "Order is required to validate rules"],
    [RULES_500, { order: {} }, "missing_amount", "Order amount is required to validate rules"],
  ])("%j on %j", async (rules, request, key, details) => {
    const { project } = await shop(rules);
    expect(await errorOf(project, request)).toMatchObject({ code: 400, key, details });
  });

  it("a missing fact is not met when it is negated either", async () => {
    const isNot = {
      1: { name: "customer.metadata", property: "vip", conditions: { $is_not: [true] } },
    };
    expect(await verdict(isNot, { customer: { metadata: {} } })).toBe("customer_rules_violated");
  });
});

describe("a rule on the customer's metadata", () => {
  const rules = {
    1: { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
  };

  it("reads what is sent, what is stored, and both together", async () => {
    const { project } = await shop(rules);
    await project.post("/v1/customers", { source_id: "gold", metadata: { tier: "gold" } });
    const keyFor = async (customer: object) => (await errorOf(project, { customer }))?.key ?? "met";
    expect(await keyFor({ metadata: { tier: "gold" } })).toBe("met");
    expect(await keyFor({ metadata: { tier: "tin" } })).toBe("customer_rules_violated");
    expect(await keyFor({ source_id: "gold" })).toBe("met");
    expect(await keyFor({ source_id: "gold", metadata: { other: 1 } })).toBe("met");
    expect(await keyFor({ source_id: "gold", metadata: { tier: "tin" } })).toBe(
      "customer_rules_violated",
    );
    expect(await keyFor({ source_id: "new" })).toBe("customer_rules_violated");
    const stored = await project.get("/v1/customers/gold");
    expect(stored.body.metadata).toEqual({ tier: "gold" });
  });

  it("the underscored name of older clients means the same", async () => {
    const old = { 1: { name: "customer_metadata", property: "tier", conditions: { $is: "gold" } } };
    expect(await verdict(old, { customer: { metadata: { tier: "gold" } } })).toBe("met");
  });
});

describe("nested rules and logic", () => {
  const metadata = (property: string) => ({
    name: "order.metadata",
    property,
    conditions: { $is: [1] },
  });
  const three = { 1: metadata("a"), 2: metadata("b"), 3: metadata("c") };
  const order = (text: string) => ({
    order: { amount: 1, metadata: Object.fromEntries([...text].map((key) => [key, 1])) },
  });

  it.each([
    [undefined, "abc", "met"],
    [undefined, "ab", "order_rules_violated"],
    ["", "abc", "met"],
    ["  ", "ab", "order_rules_violated"],
    ["1 or 2 or 3", "c", "met"],
    ["1 OR (2 AND 3)", "bc", "met"],
    ["1 OR (2 AND 3)", "b", "order_rules_violated"],
    [" 1  and(2 or 3) ", "ac", "met"],
    ["1 and 2", "ab", "met"],
    ["(1 or 2) and 3", "ab", "order_rules_violated"],
  ])("logic %j with %s", async (logic, keys, expected) => {
    expect(await verdict({ ...three, logic }, order(keys))).toBe(expected);
  });

  it("a rule holds only with the rules nested in it", async () => {
    const nested = { 1: { ...metadata("a"), rules: { 1: metadata("b"), 2: metadata("c") } } };
    expect(await verdict(nested, order("abc"))).toBe("met");
    expect(await verdict(nested, order("ab"))).toBe("order_rules_violated");
    const either = { 1: { ...metadata("a"), rules: { ...nested[1].rules, logic: "1 or 2" } } };
    expect(await verdict(either, order("ab"))).toBe("met");
    expect(await verdict(either, order("b"))).toBe("order_rules_violated");
  });
});

describe("the shop's own messages", () => {
  const low = { order: { amount: 1 } };
  const rule = (message?: string) => ({
    ...RULES_500[1],
    ...(message !== undefined && { error: { message } }),
  });

  it.each([
    ["of the set", { 1: rule() }, { error: { message: "Spend more" } }, "Spend more"],
    [
      "of the rule before the set's",
      { 1: rule("50 at least") },
      { error: { message: "No" } },
      "50 at least",
    ],
    ["of the rule alone", { 1: rule("50 at least") }, {}, "50 at least"],
    [
      "of the rule that was broken",
      {
        1: { name: "order.amount", conditions: { $less_than: [9] }, error: { message: "A" } },
        2: rule("B"),
      },
      {},
      "B",
    ],
    [
      "of the nested rule",
      {
        1: {
          name: "order.amount",
          conditions: { $less_than: [9] },
          rules: { 1: rule("N") },
          error: { message: "A" },
        },
      },
      {},
      "N",
    ],
  ])("%s", async (_, rules, set, message) => {
    const { project } = await shop(rules, set);
    const error = await errorOf(project, low);
    expect(error?.error).toEqual({ message });
    expect(error?.message).toBe("order does not match validation rules");
  });

  it("none where none is set", async () => {
    const { project } = await shop({ 1: rule() });
    expect(await errorOf(project, low)).not.toHaveProperty("error");
  });

  it("also when a redemption fails", async () => {
    const { project } = await shop({ 1: rule("50 at least") });
    const reply = await project.post("/v1/vouchers/R/redemption", low);
    expect([reply.status, reply.body.key]).toEqual([400, "order_rules_violated"]);
    expect(reply.body.error).toEqual({ message: "50 at least" });
  });
});

describe("several rules on one voucher", () => {
  it("all must be met", async () => {
    const { project } = await shop(RULES_500);
    const other = await project.post("/v1/validation-rules", {
      name: "Web only",
      rules: { 1: { name: "order.metadata", property: "shop", conditions: { $is: ["web"] } } },
    });
    await project.post(`/v1/validation-rules/${other.body.id}/assignments`, { voucher: "R" });
    expect((await errorOf(project, { order: { amount: 5000 } }))?.details).toContain(other.body.id);
    const web = { amount: 5000, metadata: { shop: "web" } };
    expect(await errorOf(project, { order: web })).toBeUndefined();
  });
});
