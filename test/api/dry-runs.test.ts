import { describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { made, ofTier, redeemed, stateOf, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { promotion, tier } from "../support/promotions";
import { qualify } from "../support/qualifying";
import { redeemables, voucher } from "../support/redeeming";
import { ADA, addPoints, paying, shop } from "../support/spending";

const JUNE = {
  start_date: "2031-06-01T00:00:00.000Z",
  expiration_date: "2031-07-01T00:00:00.000Z",
};

const order = { amount: 1000 };
const asOf = (as_of: string) => ({ order, options: { as_of } });

/** What a validation at an instant says of a voucher: that it applies, or why not. */
async function said(project: TestProject, as_of: string | null, all: string | object[] = "CODE") {
  const named = typeof all === "string" ? redeemables(all) : all;
  const sent = as_of === null ? { order } : asOf(as_of);
  const { redeemables: entries } = await validated(project, named as [], sent);
  const [entry] = entries;
  return entry?.status === "INAPPLICABLE" ? entry.result.error.key : entry?.status;
}

describe("options.as_of", () => {
  // The 22nd of November 2026 is a Sunday, the 28th the Saturday behind it.
  it.each([
    [0, ["APPLICABLE", "customer_rules_violated"]],
    [1, ["customer_rules_violated", "APPLICABLE"]],
  ])("a rule's week begins on the day of the project: %s", async (week_start, expected) => {
    const project = await newProject({ week_start });
    const rules = (of: string) => ({
      "1": { name: "customer.metadata", property: "since", conditions: { [of]: [true] } },
    });
    const reads = { metadata: { since: "2026-11-22" }, source_id: "ann" };
    const options = { as_of: "2026-11-28T12:00:00Z" };
    const seen: string[] = [];
    for (const of of ["$this_week", "$last_week"]) {
      const { id } = await made(project, "/v1/validation-rules", { name: of, rules: rules(of) });
      await voucher(project, of, { validation_rules: [id] });
      const sent = { order, options, customer: reads };
      const { redeemables: all } = await validated(project, redeemables(of), sent);
      const [entry] = all;
      seen.push(entry?.status === "INAPPLICABLE" ? entry.result.error.key : (entry?.status ?? ""));
    }
    expect(seen).toEqual(expected);
  });

  it("decides on windows at that instant, past or future", async () => {
    const project = await newProject();
    await voucher(project, "CODE", JUNE);
    expect(await said(project, null)).toBe("voucher_not_active");
    expect(await said(project, "2031-05-31T23:59:59.999Z")).toBe("voucher_not_active");
    expect(await said(project, "2031-06-01T00:00:00Z")).toBe("APPLICABLE");
    expect(await said(project, "2031-07-01T00:00:00Z")).toBe("voucher_expired");
    await voucher(project, "PAST", {
      start_date: "2020-01-01T00:00:00Z",
      expiration_date: "2021-01-01T00:00:00Z",
    });
    expect(await said(project, null, "PAST")).toBe("voucher_expired");
    expect(await said(project, "2020-06-01T00:00:00Z", "PAST")).toBe("APPLICABLE");
  });

  it("days and hours of the project's calendar", async () => {
    const project = await newProject({ timezone: "Europe/Warsaw" });
    // Saturdays; 2031-06-07 is one.
    await voucher(project, "CODE", { validity_day_of_week: [6] });
    expect(await said(project, "2031-06-06T21:59:59Z")).toBe("voucher_not_active_now");
    expect(await said(project, "2031-06-06T22:00:00Z")).toBe("APPLICABLE");
    expect(await said(project, "2031-06-07T22:00:00Z")).toBe("voucher_not_active_now");
  });

  it("points of a loyalty card, but for those that have expired by then", async () => {
    const { project, card, coin } = await shop(0);
    await addPoints(project, card, 300, { expiration_date: "2031-06-30" });
    await addPoints(project, card, 100, { expiration_date: "2031-12-31" });
    const pays = (points: number, as_of: string | null) =>
      project
        .post("/v1/validations", {
          redeemables: [paying(card, coin, points)],
          order: { amount: 100_000 },
          customer: ADA,
          ...(as_of && { options: { as_of } }),
        })
        .then(({ body }) => body.redeemables[0].result.error?.key ?? body.order.total_amount);
    expect(await pays(400, null)).toBe(92_000);
    expect(await pays(400, "2031-06-30T23:59:59.999Z")).toBe(92_000);
    expect(await pays(400, "2031-07-01T00:00:00Z")).toBe("loyalty_card_points_exceeded");
    expect(await pays(100, "2031-07-01T00:00:00Z")).toBe(98_000);
    expect(await pays(100, "2032-01-01T00:00:00Z")).toBe("loyalty_card_points_exceeded");
    const { loyalty_card: left } = (await project.get(`/v1/vouchers/${card}`)).body;
    expect(left).toMatchObject({ balance: 400, expired_points: 0 });
  });

  it("the same in a qualification, which tells the balance that is left then", async () => {
    const { project, card } = await shop(0);
    await addPoints(project, card, 300, { expiration_date: "2031-06-30" });
    await addPoints(project, card, 100, { expiration_date: "2031-12-31" });
    const balance = async (as_of: string | null) => {
      const asked = { scenario: "CUSTOMER_WALLET", customer: ADA };
      const { entries } = await qualify(project, asked, { as_of });
      return entries.map(({ id, result }) => [id, result.loyalty_card?.balance]);
    };
    expect(await balance(null)).toEqual([[card, 400]]);
    expect(await balance("2031-06-30T23:59:59.999Z")).toEqual([[card, 400]]);
    expect(await balance("2031-07-01T00:00:00Z")).toEqual([[card, 100]]);
    expect(await balance(null)).toEqual([[card, 400]]);
  });

  it("tiers and their campaigns", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring", JUNE);
    const one = await tier(project, id, "One");
    expect(await said(project, null, [ofTier(one)])).toBe("promotion_not_active_now");
    expect(await said(project, "2031-06-15T00:00:00Z", [ofTier(one)])).toBe("APPLICABLE");
  });

  it("formulas: the day of the month, in the project's time zone", async () => {
    const project = await newProject({ timezone: "Europe/Warsaw" });
    const amount_off_formula = "DAY_OF_MONTH(TODAY) / 10";
    await voucher(project, "CODE", {
      discount: { type: "AMOUNT", amount_off: 1, amount_off_formula },
    });
    for (const [instant, off] of [
      ["2031-06-14T21:59:59Z", 140],
      ["2031-06-14T22:00:00Z", 150],
    ] as const) {
      const answer = await validated(project, "CODE", asOf(instant));
      expect(answer.order?.discount_amount, instant).toBe(off);
    }
  });

  it("rules on time", async () => {
    const project = await newProject();
    const conditions = { $more_than_ago: ["P30D"] };
    const rules = { "1": { name: "customer.metadata", property: "since", conditions } };
    const { id } = await made(project, "/v1/validation-rules", { name: "Old", rules });
    await voucher(project, "CODE", { validation_rules: [id] });
    const customer = { metadata: { since: "2031-06-01T00:00:00Z" } };
    const at = async (as_of: string) =>
      (await validated(project, "CODE", { ...asOf(as_of), customer })).valid;
    expect([await at("2031-06-15T00:00:00Z"), await at("2031-08-15T00:00:00Z")]).toEqual([
      false,
      true,
    ]);
  });

  it("usage of a period that has not come is none", async () => {
    const project = await newProject();
    const conditions = { $less_than_or_equal: [1] };
    const rules = { "1": { name: "redemption.count.daily", conditions } };
    const { id } = await made(project, "/v1/validation-rules", { name: "Daily", rules });
    await voucher(project, "CODE", { validation_rules: [id] });
    await redeemed(project, "CODE", { order });
    expect(await said(project, null)).toBe("redemption_rules_violated");
    expect(await said(project, "2031-06-15T00:00:00Z")).toBe("APPLICABLE");
  });

  it("stores nothing, and counts nothing for the campaign", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await code(project, id, "CODE");
    const before = await stateOf(project, ["campaign_days", "days_v"]);
    for (let times = 1; times <= 3; times++) await said(project, "2031-06-15T00:00:00Z");
    await said(project, null);
    // The plain one is counted later, through the queue: with it, what came before is counted too.
    await expect
      .poll(async () => (await project.get(`/v1/campaigns/${id}/summary`)).body.validations)
      .toBe(1);
    expect(await stateOf(project, ["campaign_days", "days_v"])).toEqual(before);
  });

  it("works for one voucher by its path", async () => {
    const project = await newProject();
    await voucher(project, "CODE", JUNE);
    const sent = asOf("2031-06-15T00:00:00Z");
    const { body } = await project.post("/v1/vouchers/CODE/validate", sent);
    expect(body.valid).toBe(true);
  });
});

describe("options.as_of refused", () => {
  it("400: beside a session, which holds nothing then", async () => {
    const project = await newProject();
    await voucher(project, "CODE", { redemption: { quantity: 1 } });
    const before = await stateOf(project);
    const session = { type: "LOCK", key: "cart" };
    const body = { redeemables: redeemables("CODE"), session, ...asOf("2031-06-15T00:00:00Z") };
    const { details } = failure(
      await project.post("/v1/validations", body),
      400,
      "invalid_payload",
    );
    expect(details).toContain(".session");
    expect(await stateOf(project)).toEqual(before);
    expect(await rowsOf("session_holds", project.id)).toEqual([]);
  });

  it.each(["/v1/redemptions", "/v1/vouchers/CODE/redemption", "/client/v1/redemptions"])(
    "400: on %s, which takes effect now",
    async (path) => {
      const project = await newProject();
      await voucher(project, "CODE");
      const before = await stateOf(project);
      const one = path.includes("CODE") ? {} : { redeemables: redeemables("CODE") };
      const reply = await project.post(path, { ...one, ...asOf("2031-06-15T00:00:00Z") });
      failure(reply, 400, "invalid_payload");
      expect(await stateOf(project)).toEqual(before);
    },
  );

  it("400: what is no instant", async () => {
    const project = await newProject();
    await voucher(project, "CODE");
    for (const as_of of ["tomorrow", "2031-02-30T00:00:00Z", 7]) {
      const body = { redeemables: redeemables("CODE"), options: { as_of } };
      failure(await project.post("/v1/validations", body), 400, "invalid_payload");
    }
  });

  it("by a client key: not looked at", async () => {
    const project = await newProject();
    await voucher(project, "CODE", JUNE);
    const body = { redeemables: redeemables("CODE"), ...asOf("2031-06-15T00:00:00Z") };
    const { body: answer } = await project.post("/client/v1/validations", body);
    expect(answer.redeemables[0].result.error.key).toBe("voucher_not_active");
  });
});
