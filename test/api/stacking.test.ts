import { describe, expect, it } from "vitest";
import { RedemptionAnswer } from "../../src/resources/redemptions/schema";
import { Validation } from "../../src/resources/validations/schema";
import { newProject, parsed, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { cartOf, shop } from "../support/carts";
import { made, ofStack, ofTier, redeemed, stacked, stateOf, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { promotion, stack, tier } from "../support/promotions";
import { redeem, redeemables, voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

const order = { amount: 1000 };

/** Vouchers of 1.00 off, A to D, of which B is disabled. */
async function shopWith(rules: Sent) {
  const project = await newProject();
  await stacked(project, rules);
  for (const name of ["A", "C", "D"]) await voucher(project, name);
  await voucher(project, "B", { active: false });
  return project;
}

/** Makes a category and a voucher of 1.00 off in it; a lower hierarchy comes first. */
async function inCategory(project: TestProject, name: string, sent: Sent = {}) {
  const { hierarchy = 0, ...fields } = sent;
  const { id } = await made(project, "/v1/categories", { name, hierarchy });
  await voucher(project, name, { category_id: id, ...fields });
  return id as string;
}

const idsOf = (entries: { id: string }[] | undefined) => entries?.map(({ id }) => id);
const told = (entries: { id: string; status: string; result: object }[]) =>
  entries.map(({ id, status, result }) => [
    id,
    status,
    "details" in result ? (result.details as { key: string }).key : undefined,
  ]);

describe("mode ALL", () => {
  it("shows every entry, and the failures again in lists of their own", async () => {
    const project = await shopWith({});
    const reply = await project.post("/v1/validations", {
      redeemables: redeemables(["A", "B", "C"]),
      order,
    });
    const answer = parsed(Validation, reply);
    expect(answer.valid).toBe(false);
    expect(told(answer.redeemables)).toEqual([
      ["A", "APPLICABLE", undefined],
      ["B", "INAPPLICABLE", "voucher_disabled"],
      ["C", "SKIPPED", "preceding_validation_failed"],
    ]);
    expect(answer.inapplicable_redeemables).toEqual([answer.redeemables[1]]);
    expect(answer.skipped_redeemables).toEqual([answer.redeemables[2]]);
    expect(Object.keys(answer.redeemables[2]?.result ?? {})).toEqual(["details"]);
    expect(reply.body).not.toHaveProperty("order");
    const before = await stateOf(project, ["redemptions", "outbox"]);
    failure(await redeem(project, ["A", "B", "C"], { order }), 400, "voucher_disabled");
    expect(await stateOf(project, ["redemptions", "outbox"])).toEqual(before);
    await expectSound(project.id);
  });

  it("has no lists of failures where all apply", async () => {
    const project = await shopWith({});
    const answer = await validated(project, ["A", "C"], { order });
    expect(answer).not.toHaveProperty("inapplicable_redeemables");
    expect(answer).not.toHaveProperty("skipped_redeemables");
    expect(answer.order?.total_amount).toBe(800);
  });
});

describe("a redemption of several that fails on one", () => {
  it("names it beside the failed redemption, whether it is a code or a tier", async () => {
    const project = await newProject();
    const large = { "1": { name: "order.amount", conditions: { $more_than: [5000] } } };
    const { id: rule } = await made(project, "/v1/validation-rules", { name: "L", rules: large });
    await voucher(project, "SMALL");
    await voucher(project, "LARGE", { validation_rules: [rule] });
    const refused = await redeem(project, ["SMALL", "LARGE"], { order });
    failure(refused, 400, "order_rules_violated");
    expect(refused.body).toMatchObject({
      resource_type: "redemption",
      related_object_ids: ["LARGE"],
      related_object_type: "voucher",
    });
    const alone = await redeem(project, "LARGE", { order });
    expect(alone.body).not.toHaveProperty("related_object_ids");
    const one = await tier(project, await promotion(project, "Spring"), "Off", { active: false });
    const both = [...redeemables("SMALL"), ofTier(one)];
    const { body } = await project.post("/v1/redemptions", { redeemables: both, order });
    expect([body.related_object_ids, body.related_object_type]).toEqual([
      [one.id],
      "promotion_tier",
    ]);
  });
});

describe("mode PARTIAL", () => {
  const PARTIAL = { redeemables_application_mode: "PARTIAL" };

  it("shows what applies, and the others in lists of their own; redeems what applies", async () => {
    const project = await shopWith(PARTIAL);
    const answer = await validated(project, ["A", "B", "C"], { order });
    expect(answer.valid).toBe(true);
    expect(idsOf(answer.redeemables)).toEqual(["A", "C"]);
    expect(told(answer.inapplicable_redeemables ?? [])).toEqual([
      ["B", "INAPPLICABLE", "voucher_disabled"],
    ]);
    expect(answer).not.toHaveProperty("skipped_redeemables");
    expect(answer.order?.total_amount).toBe(800);
    expect(answer.stacking_rules).toMatchObject(PARTIAL);

    const paid = await redeemed(project, ["A", "B", "C"], { order: { source_id: "o", ...order } });
    expect(paid.order?.total_amount).toBe(800);
    expect(paid.redemptions.map(({ voucher: one }) => one?.code)).toEqual(["A", "C"]);
    expect(paid.parent_redemption).toBeDefined();
    expect(told(paid.inapplicable_redeemables ?? [])).toEqual([
      ["B", "INAPPLICABLE", "voucher_disabled"],
    ]);
    await expectSound(project.id);
  });

  it("one that applies of two is redeemed alone, without a parent", async () => {
    const project = await shopWith(PARTIAL);
    const reply = await redeem(project, ["B", "C"], { order });
    const { redemptions, parent_redemption: parent } = parsed(RedemptionAnswer, reply);
    expect(redemptions).toMatchObject([{ voucher: { code: "C" } }]);
    expect(parent).toBeUndefined();
    await expectSound(project.id);
  });

  it("nothing applies: not valid, and the redeemables are those that cannot", async () => {
    const project = await shopWith(PARTIAL);
    const answer = await validated(project, ["B", "UNKNOWN"], { order });
    expect(answer.valid).toBe(false);
    expect(told(answer.redeemables)).toEqual([
      ["B", "INAPPLICABLE", "voucher_disabled"],
      ["UNKNOWN", "INAPPLICABLE", "not_found"],
    ]);
    expect(answer.redeemables).toEqual(answer.inapplicable_redeemables);
    expect(answer).not.toHaveProperty("order");
    const before = await stateOf(project, ["redemptions", "outbox"]);
    const refused = await redeem(project, ["B", "UNKNOWN"], { order });
    const { details } = failure(refused, 400, "no_applicable_redeemables");
    expect(details).toBe("B: voucher_disabled, UNKNOWN: not_found");
    expect(await stateOf(project, ["redemptions", "outbox"])).toEqual(before);
  });

  it("nothing applies and one is passed over: the reason of each is told", async () => {
    const project = await shopWith({ ...PARTIAL, redeemables_no_effect_rule: "SKIP" });
    await voucher(project, "OVER", { expiration_date: "2020-01-01" });
    await voucher(project, "ZERO", { discount: { type: "PERCENT", percent_off: 0 } });
    const before = await stateOf(project, ["redemptions", "outbox"]);
    for (const [codes, each] of [
      [["B", "OVER", "ZERO"], "B: voucher_disabled, OVER: voucher_expired, ZERO: no_effect"],
      [["ZERO", "B"], "ZERO: no_effect, B: voucher_disabled"],
    ] as const) {
      const refused = await redeem(project, [...codes], { order });
      expect(failure(refused, 400, "no_applicable_redeemables").details).toBe(each);
      expect(refused.body).not.toHaveProperty("related_object_ids");
    }
    expect(await stateOf(project, ["redemptions", "outbox"])).toEqual(before);
  });

  it("tiers too: one that is disabled leaves the others", async () => {
    const project = await newProject();
    await stacked(project, PARTIAL);
    const id = await promotion(project, "Spring");
    const [on, never] = [
      await tier(project, id, "On"),
      await tier(project, id, "Never", { active: false }),
    ];
    const answer = await validated(project, [ofTier(never), ofTier(on)], { order });
    expect([answer.valid, idsOf(answer.redeemables)]).toEqual([true, [on.id]]);
    expect(answer.order?.total_amount).toBe(900);
    const gone = await tier(project, id, "Gone", { active: false });
    const none = await stack(project, id, "None", [never.id, gone.id]);
    const refused = await project.post("/v1/redemptions", { redeemables: [ofStack(none)], order });
    failure(refused, 400, "no_applicable_redeemables");
  });
});

describe("limits", () => {
  it("applicable_redeemables_limit: what comes after is skipped, and the whole stays valid", async () => {
    const project = await shopWith({ applicable_redeemables_limit: 2 });
    const all = ["A", "C", "D"];
    const answer = await validated(project, all, { order });
    expect(answer.valid).toBe(true);
    expect(told(answer.redeemables)).toEqual([
      ["A", "APPLICABLE", undefined],
      ["C", "APPLICABLE", undefined],
      ["D", "SKIPPED", "applicable_redeemables_limit_exceeded"],
    ]);
    expect(answer.order?.total_amount).toBe(800);
    const paid = await redeemed(project, all, { order });
    expect(paid.redemptions).toHaveLength(2);
    expect(told(paid.skipped_redeemables ?? [])).toEqual([
      ["D", "SKIPPED", "applicable_redeemables_limit_exceeded"],
    ]);
    const { body } = await project.get("/v1/vouchers/D");
    expect(body.redemption.redeemed_quantity).toBe(0);
    await expectSound(project.id);
  });

  it("5 apply of 6 by default", async () => {
    const project = await newProject();
    const codes = ["A", "B", "C", "D", "E", "F"];
    for (const name of codes) await voucher(project, name);
    const answer = await validated(project, codes, { order });
    expect(answer.order?.total_amount).toBe(500);
    expect(idsOf(answer.skipped_redeemables)).toEqual(["F"]);
  });

  it("redeemables_limit: more than that is refused", async () => {
    const project = await shopWith({ redeemables_limit: 2 });
    const before = await stateOf(project);
    for (const path of ["/v1/validations", "/v1/redemptions"]) {
      const body = { redeemables: redeemables(["A", "C", "D"]), order };
      const { details } = failure(await project.post(path, body), 400, "invalid_redeemables");
      expect(details).toContain("must NOT have more than 2 items");
    }
    expect(await stateOf(project)).toEqual(before);
  });

  it("applicable_redeemables_per_category_limit, and one of a category's own", async () => {
    const project = await newProject();
    const [mine, yours] = [
      (await made(project, "/v1/categories", { name: "mine" })).id,
      (await made(project, "/v1/categories", { name: "yours" })).id,
    ];
    await stacked(project, {
      applicable_redeemables_per_category_limit: 1,
      applicable_redeemables_category_limits: { [yours]: 2 },
    });
    for (const name of ["M1", "M2"]) await voucher(project, name, { category_id: mine });
    for (const name of ["Y1", "Y2", "Y3"]) await voucher(project, name, { category_id: yours });
    await voucher(project, "NONE");
    const answer = await validated(project, ["M1", "Y1", "M2", "Y2", "Y3", "NONE"], { order });
    expect(answer.order?.total_amount).toBe(600);
    expect(told(answer.skipped_redeemables ?? [])).toEqual([
      ["M2", "SKIPPED", "applicable_redeemables_per_category_limit_exceeded"],
      ["Y3", "SKIPPED", "applicable_redeemables_per_category_limit_exceeded"],
    ]);
  });
});

describe("exclusive and joint categories", () => {
  async function grouped(rules: Sent = {}) {
    const project = await newProject();
    const only = await inCategory(project, "ONLY");
    const other = await inCategory(project, "OTHER");
    const joint = await inCategory(project, "JOINT");
    await stacked(project, {
      exclusive_categories: [only, other],
      joint_categories: [joint],
      ...rules,
    });
    await voucher(project, "COMMON");
    return project;
  }

  it("an exclusive one goes first and keeps common ones out; joint ones come last", async () => {
    const project = await grouped();
    const answer = await validated(project, ["JOINT", "COMMON", "ONLY"], { order });
    expect(told(answer.redeemables)).toEqual([
      ["ONLY", "APPLICABLE", undefined],
      ["COMMON", "SKIPPED", "exclusion_rules_not_met"],
      ["JOINT", "APPLICABLE", undefined],
    ]);
    expect([answer.valid, answer.order?.total_amount]).toEqual([true, 800]);
  });

  it("joint ones go with common ones", async () => {
    const project = await grouped();
    const answer = await validated(project, ["JOINT", "COMMON"], { order });
    expect(idsOf(answer.redeemables)).toEqual(["COMMON", "JOINT"]);
    expect(answer.order?.total_amount).toBe(800);
  });

  it.each([
    [{}, "applicable_exclusive_redeemables_limit_exceeded", 900],
    [{ applicable_exclusive_redeemables_limit: 2 }, undefined, 800],
  ])("%j: a second exclusive one", async (rules, reason, total) => {
    const project = await grouped(rules);
    const answer = await validated(project, ["ONLY", "OTHER"], { order });
    expect(told(answer.redeemables)[1]?.[2]).toBe(reason);
    expect(answer.order?.total_amount).toBe(total);
  });

  it("applicable_exclusive_redeemables_per_category_limit: one of each", async () => {
    const project = await grouped({
      applicable_exclusive_redeemables_limit: 3,
      applicable_exclusive_redeemables_per_category_limit: 1,
    });
    const { category_id } = (await project.get("/v1/vouchers/ONLY")).body;
    await voucher(project, "ONLY2", { category_id });
    const answer = await validated(project, ["ONLY", "ONLY2", "OTHER"], { order });
    expect(told(answer.redeemables)).toEqual([
      ["ONLY", "APPLICABLE", undefined],
      ["ONLY2", "SKIPPED", "applicable_exclusive_redeemables_per_category_limit_exceeded"],
      ["OTHER", "APPLICABLE", undefined],
    ]);
  });
});

describe("the stacking type of a category", () => {
  const categories = async (project: TestProject, code: string) => {
    const options = { expand: ["category"] };
    const { redeemables: found } = await validated(project, code, { order, options });
    const qualified = await made(project, "/v1/qualifications", { options });
    const entry = qualified.redeemables.data.find(({ id }: { id: string }) => id === code);
    return [found[0], entry].map((each) => each.categories[0].stacking_rules_type);
  };

  it("is shown as the project's stacking rules list it", async () => {
    const project = await newProject();
    const only = await inCategory(project, "ONLY");
    const joint = await inCategory(project, "JOINT");
    await inCategory(project, "COMMON");
    await stacked(project, { exclusive_categories: [only], joint_categories: [joint] });
    expect(await categories(project, "ONLY")).toEqual(["EXCLUSIVE", "EXCLUSIVE"]);
    expect(await categories(project, "JOINT")).toEqual(["JOINT", "JOINT"]);
    expect(await categories(project, "COMMON")).toEqual([undefined, undefined]);
  });

  it("is shown once, also where a code and a tier of one request are of it", async () => {
    const project = await newProject();
    const shared = await inCategory(project, "CODE");
    const spring = await promotion(project, "Spring", { category_id: shared });
    const one = await tier(project, spring, "One");
    await voucher(project, "OVER", { category_id: shared, expiration_date: "2020-01-01" });
    const all = [...redeemables("CODE"), ofTier(one), ...redeemables("OVER")];
    const expand = { options: { expand: ["category"] } };
    const { redeemables: entries } = await validated(project, all, { order, ...expand });
    expect(entries.map(({ categories: shown }) => idsOf(shown))).toEqual([
      [shared],
      [shared],
      [shared],
    ]);
  });

  it("holds as the category says it itself, for vouchers, their campaigns and tiers", async () => {
    const project = await newProject();
    const own = async (name: string, stacking_rules_type: string) =>
      (await made(project, "/v1/categories", { name, stacking_rules_type })).id;
    const only = await own("only", "EXCLUSIVE");
    await voucher(project, "ONLY", { category_id: only });
    await voucher(project, "COMMON");
    await code(project, await campaign(project, "Autumn", { category_id: only }), "AUTUMN");
    const joint = await own("joint", "JOINT");
    const spring = await promotion(project, "Spring", { category_id: joint });
    const one = await tier(project, spring, "One");
    for (const exclusive of ["ONLY", "AUTUMN"]) {
      const all = [...redeemables(["COMMON", exclusive]), ofTier(one)];
      const answer = await validated(project, all, { order });
      expect(told(answer.redeemables)).toEqual([
        [exclusive, "APPLICABLE", undefined],
        ["COMMON", "SKIPPED", "exclusion_rules_not_met"],
        [one.id, "APPLICABLE", undefined],
      ]);
    }
    expect(await categories(project, "ONLY")).toEqual(["EXCLUSIVE", "EXCLUSIVE"]);
  });
});

describe("the order of the turns", () => {
  const HALF = { discount: { type: "PERCENT", percent_off: 50 } };

  it("REQUESTED_ORDER: as sent, whatever the categories", async () => {
    const project = await newProject();
    await inCategory(project, "LATE", { hierarchy: 9, ...HALF });
    await inCategory(project, "EARLY", { hierarchy: 1 });
    const answer = await validated(project, ["LATE", "EARLY"], { order });
    // 1000 / 2 - 100
    expect(answer.order?.total_amount).toBe(400);
  });

  it("CATEGORY_HIERARCHY: the lower first, also of a campaign and of a tier; none is as 1", async () => {
    const project = await newProject();
    await stacked(project, { redeemables_sorting_rule: "CATEGORY_HIERARCHY" });
    await inCategory(project, "LATE", { hierarchy: 9, ...HALF });
    await inCategory(project, "EARLY", { hierarchy: 1 });
    await voucher(project, "NONE");
    const { id: middle } = await made(project, "/v1/categories", { name: "middle", hierarchy: 5 });
    const { id: first } = await made(project, "/v1/categories", { name: "first", hierarchy: 0 });
    await code(project, await campaign(project, "Autumn", { category_id: middle }), "MIDDLE");
    const spring = await promotion(project, "Spring", { category_id: first });
    const one = await tier(project, spring, "One");
    const all = [...redeemables(["NONE", "LATE", "MIDDLE", "EARLY"]), ofTier(one)];
    const answer = await validated(project, all, { order });
    expect(idsOf(answer.redeemables)).toEqual([one.id, "NONE", "EARLY", "MIDDLE", "LATE"]);
    // 1000 - 100 (10 %) - 100 - 100 - 100 = 600; half of it
    expect(answer.order?.total_amount).toBe(300);
    const paid = await redeemed(project, all, { order });
    expect(paid.order?.total_amount).toBe(300);
  });
});

describe("redeemables without effect", () => {
  it.each([
    ["REDEEM_ANYWAY", "APPLICABLE"],
    ["SKIP", "SKIPPED"],
  ])("%s: one that takes nothing off is %s", async (rule, status) => {
    const project = await newProject();
    await stacked(project, { redeemables_no_effect_rule: rule });
    await voucher(project, "ALL", { discount: { type: "PERCENT", percent_off: 100 } });
    await voucher(project, "MORE");
    const answer = await validated(project, ["ALL", "MORE"], { order });
    expect(answer.valid).toBe(true);
    expect(answer.redeemables[1]?.status).toBe(status);
    if (status === "SKIPPED") {
      expect(told(answer.skipped_redeemables ?? [])).toEqual([["MORE", "SKIPPED", "no_effect"]]);
      const { redemptions } = await redeemed(project, ["ALL", "MORE"], { order });
      expect(redemptions).toHaveLength(1);
    }
  });

  it("a category's word goes before the rule", async () => {
    const project = await newProject();
    const skipped = await inCategory(project, "SKIPPED");
    const anyway = await inCategory(project, "ANYWAY");
    await stacked(project, {
      redeemables_no_effect_rule: "SKIP",
      no_effect_skip_categories: [skipped],
      no_effect_redeem_anyway_categories: [anyway],
    });
    const answer = await validated(project, ["SKIPPED", "ANYWAY"], { order: { amount: 0 } });
    expect(told(answer.redeemables)).toEqual([
      ["SKIPPED", "SKIPPED", "no_effect"],
      ["ANYWAY", "APPLICABLE", undefined],
    ]);
  });

  it("nothing is left but what is skipped: not valid, nothing to redeem", async () => {
    const project = await newProject();
    await stacked(project, { redeemables_no_effect_rule: "SKIP" });
    await voucher(project, "CODE");
    const answer = await validated(project, "CODE", { order: { amount: 0 } });
    expect(answer.valid).toBe(false);
    const before = await stateOf(project);
    const refused = await redeem(project, "CODE", { order: { amount: 0 } });
    expect(failure(refused, 400, "no_applicable_redeemables").details).toBe("CODE: no_effect");
    expect(await stateOf(project)).toEqual(before);
  });
});

describe("products application mode ONCE", () => {
  it.each([
    // Half of 3000, 1000, 200; then half of what is left.
    ["STACK", 1050],
    ["ONCE", 2100],
  ])("%s: a second half of the lines leaves %i", async (mode, total) => {
    const at = await shop();
    await stacked(at.project, { redeemables_products_application_mode: mode });
    const discount = { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" };
    for (const name of ["A", "B"]) await voucher(at.project, name, { discount });
    const sent = { order: { items: cartOf(at) } };
    const answer = await validated(at.project, ["A", "B"], sent);
    expect(answer.order?.total_amount).toBe(total);
    const paid = await redeemed(at.project, ["A", "B"], sent);
    expect(paid.order?.total_amount).toBe(total);
    await expectSound(at.project.id);
  });
});

describe("calculation mode", () => {
  const TENTH = { discount: { type: "PERCENT", percent_off: 10 } };

  it.each([
    ["DISCOUNTED_AMOUNT", 810],
    ["INITIAL_AMOUNT", 800],
  ])("%s: twice 10 %% of 1000 leaves %i", async (mode, total) => {
    const project = await newProject();
    await stacked(project, { discount_calculation_mode: mode });
    for (const name of ["A", "B"]) await voucher(project, name, TENTH);
    const answer = await validated(project, ["A", "B"], { order });
    expect(answer.order?.total_amount).toBe(total);
    expect(answer.stacking_rules).not.toHaveProperty("discount_calculation_mode");
  });

  it("by category: one of the initial amount after one of 100", async () => {
    const project = await newProject();
    const initial = await inCategory(project, "INITIAL", TENTH);
    await stacked(project, { initial_amount_mode_categories: [initial] });
    await voucher(project, "FIRST");
    await voucher(project, "LAST", TENTH);
    const answer = await validated(project, ["FIRST", "INITIAL", "LAST"], { order });
    // 1000 - 100 - 100 = 800; 10 % of what is left
    expect(answer.order?.total_amount).toBe(720);
  });
});
