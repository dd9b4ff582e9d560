import { describe, expect, it } from "vitest";
import { costOf, newProject } from "../support/api";
import { cartOf, coupon, ruled, shop } from "../support/carts";
import { made, ofTier, stacked, stateOf, validated } from "../support/deciding";
import { promotion, tier } from "../support/promotions";
import { redeemables, voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

const EXPLAINED = { options: { expand: ["explanation"] } };

/** A voucher of 10 % whose rule wants an order above 10.00 from a gold customer, or a shop on the web. */
async function ruledShop() {
  const project = await newProject();
  const discount = { type: "PERCENT", percent_off: 10 };
  await coupon(project, "CODE", discount, {
    rules: {
      "1": { name: "order.amount", conditions: { $more_than: [1000] } },
      "2": { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
      "3": { name: "redemption.metadata", property: "shop", conditions: { $is: ["web"] } },
      logic: "(1 and 2) or 3",
    },
  });
  return project;
}

const explanationOf = (answer: { redeemables: { explanation?: unknown }[] }, at = 0) =>
  answer.redeemables[at]?.explanation as { rules: Sent[]; stacking: Sent };

describe("the rules of an explanation", () => {
  it("each rule with what it saw, what it wanted, and its verdict", async () => {
    const project = await ruledShop();
    const answer = await validated(project, "CODE", {
      order: { amount: 2000 },
      customer: { metadata: { tier: "gold" } },
      metadata: { shop: "van" },
      ...EXPLAINED,
    });
    expect(answer.valid).toBe(true);
    const [set] = explanationOf(answer).rules;
    expect(set).toMatchObject({
      id: expect.stringMatching(/^val_/),
      logic: "(1 and 2) or 3",
      verdict: "matched",
      rules: [
        {
          rule: "1",
          name: "order.amount",
          actual: 2000,
          conditions: [{ operator: "$more_than", expected: [1000], verdict: "matched" }],
          verdict: "matched",
        },
        {
          rule: "2",
          name: "customer.metadata",
          property: "tier",
          actual: "gold",
          conditions: [{ operator: "$is", expected: ["gold"], verdict: "matched" }],
          verdict: "matched",
        },
        { rule: "3", property: "shop", actual: "van", verdict: "not_matched" },
      ],
    });
  });

  it("an unknown one says what was missing; unknown at the top is not met", async () => {
    const project = await ruledShop();
    const answer = await validated(project, "CODE", { order: { amount: 2000 }, ...EXPLAINED });
    expect(answer.redeemables[0]?.status).toBe("INAPPLICABLE");
    const [set] = explanationOf(answer).rules;
    expect(set).toMatchObject({
      verdict: "unknown",
      rules: [
        { verdict: "matched" },
        { actual: null, verdict: "unknown", missing: "customer" },
        { verdict: "unknown", missing: expect.stringContaining("shop") },
      ],
    });
  });

  it("all rules are told, also after the first that is not met", async () => {
    const project = await newProject();
    const over = (amount: number) => ({
      rules: { "1": { name: "order.amount", conditions: { $more_than: [amount] } } },
    });
    const validation_rules = [await ruled(project, over(5000)), await ruled(project, over(100))];
    await voucher(project, "CODE", { validation_rules: [validation_rules[0]] });
    await made(project, `/v1/validation-rules/${validation_rules[1]}/assignments`, {
      voucher: "CODE",
    });
    const answer = await validated(project, "CODE", { order: { amount: 1000 }, ...EXPLAINED });
    const { rules } = explanationOf(answer);
    const verdicts = Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toEqual({
      [validation_rules[0] ?? ""]: "not_matched",
      [validation_rules[1] ?? ""]: "matched",
    });
    expect(answer.valid).toBe(false);
  });

  it("rules on lines, with what is nested in them", async () => {
    const at = await shop();
    const is = [{ id: at.mug, object: "product", type: "product_or_sku" }];
    const units = { name: "order.items.aggregated_quantity", conditions: { $more_than: [5] } };
    const rules = {
      "1": { name: "order.items.any", conditions: { $is: is }, rules: { "1": units } },
    };
    await coupon(at.project, "CODE", { type: "AMOUNT", amount_off: 100 }, { rules });
    const sent = { order: { items: cartOf(at) }, ...EXPLAINED };
    const [set] = explanationOf(await validated(at.project, "CODE", sent)).rules;
    expect(set).toMatchObject({
      verdict: "not_matched",
      rules: [
        {
          rule: "1",
          name: "order.items.any",
          verdict: "not_matched",
          rules: {
            verdict: "not_matched",
            rules: [
              {
                rule: "1.rules.1",
                name: "order.items.aggregated_quantity",
                actual: 2,
                conditions: [{ operator: "$more_than", expected: [5], verdict: "not_matched" }],
              },
            ],
          },
        },
      ],
    });
  });

  it("of a tier", async () => {
    const project = await newProject();
    const rule = await ruled(project, {
      rules: { "1": { name: "order.amount", conditions: { $more_than: [1000] } } },
    });
    const id = await promotion(project, "Spring");
    const one = await tier(project, id, "One", { validation_rules: [rule] });
    const sent = { order: { amount: 900 }, ...EXPLAINED };
    const answer = await validated(project, [ofTier(one)], sent);
    expect(explanationOf(answer).rules).toMatchObject([
      { id: rule, verdict: "not_matched", rules: [{ actual: 900 }] },
    ]);
  });
});

describe("the turns of an explanation", () => {
  it("amounts before and after, and an order discount's split over the lines", async () => {
    const at = await shop();
    await voucher(at.project, "TENTH", { discount: { type: "PERCENT", percent_off: 10 } });
    const lines = { type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS" };
    await voucher(at.project, "EACH", { discount: lines });
    const sent = { order: { items: cartOf(at) }, ...EXPLAINED };
    const answer = await validated(at.project, ["TENTH", "EACH"], sent);
    expect(explanationOf(answer, 0)).toEqual({
      rules: [],
      stacking: {
        turn: 1,
        group: "COMMON",
        discount_calculation_mode: "DISCOUNTED_AMOUNT",
        effect: "APPLY_TO_ORDER",
        amount_before: 4200,
        discount_amount: 420,
        items_discount_amount: 0,
        amount_after: 3780,
        line_shares: [300, 100, 20],
      },
    });
    expect(explanationOf(answer, 1).stacking).toEqual({
      turn: 2,
      group: "COMMON",
      discount_calculation_mode: "DISCOUNTED_AMOUNT",
      effect: "APPLY_TO_ITEMS",
      amount_before: 3780,
      discount_amount: 0,
      items_discount_amount: 300,
      amount_after: 3480,
      lines: [
        { index: 0, discount_amount: 100 },
        { index: 1, discount_amount: 100 },
        { index: 2, discount_amount: 100 },
      ],
    });
  });

  it("what cannot apply leaves the order as it was; what is skipped says why", async () => {
    const project = await newProject();
    const { id } = await made(project, "/v1/categories", { name: "only" });
    await stacked(project, {
      redeemables_application_mode: "PARTIAL",
      exclusive_categories: [id],
      discount_calculation_mode: "INITIAL_AMOUNT",
    });
    await voucher(project, "ONLY", { category_id: id });
    await voucher(project, "OFF", { category_id: id, active: false });
    await voucher(project, "COMMON");
    const sent = { order: { amount: 1000 }, ...EXPLAINED };
    const answer = await validated(project, ["COMMON", "OFF", "ONLY"], sent);
    const shared = { discount_calculation_mode: "INITIAL_AMOUNT" };
    expect(answer.inapplicable_redeemables?.[0]?.explanation).toEqual({
      rules: [],
      stacking: {
        ...{ turn: 1, group: "EXCLUSIVE", ...shared },
        ...{ amount_before: 1000, amount_after: 1000 },
        ...{ discount_amount: 0, items_discount_amount: 0 },
      },
    });
    expect(answer.redeemables[0]?.explanation?.stacking).toMatchObject({
      turn: 2,
      amount_after: 900,
    });
    expect(answer.skipped_redeemables?.[0]?.explanation).toEqual({
      rules: [],
      stacking: { turn: 3, group: "COMMON", ...shared, skipped: "exclusion_rules_not_met" },
    });
  });
});

describe("who is told", () => {
  it("nobody who does not ask, and it costs no more to ask", async () => {
    const project = await ruledShop();
    const body = { redeemables: redeemables("CODE"), order: { amount: 2000 } };
    const plain = await project.post("/v1/validations", body);
    expect(JSON.stringify(plain.body)).not.toContain("explanation");
    const before = await stateOf(project);
    const asked = await project.post("/v1/validations", { ...body, ...EXPLAINED });
    expect(costOf(asked)).toEqual(costOf(plain));
    expect(await stateOf(project)).toEqual(before);
    const { explanation: _, ...rest } = asked.body.redeemables[0];
    const unlike = ["request_id"];
    const same = (entry: object) =>
      JSON.parse(JSON.stringify(entry), (key, value) => (unlike.includes(key) ? null : value));
    expect(same(rest)).toEqual(same(plain.body.redeemables[0]));
  });

  it("no client key: nothing of it, whatever it asks for", async () => {
    const project = await ruledShop();
    const body = { redeemables: redeemables("CODE"), order: { amount: 2000 }, ...EXPLAINED };
    for (const path of ["validations", "redemptions"]) {
      const { body: answer } = await project.post(`/client/v1/${path}`, body);
      for (const word of ["explanation", "customer.metadata", "gold", "logic"]) {
        expect(JSON.stringify(answer)).not.toContain(word);
      }
    }
  });
});
