import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { newProject, parsed, type Reply, rowsOf, type TestProject } from "../support/api";

const PERCENT = { type: "PERCENT", percent_off: 20 } as const;
const UNIT = { type: "UNIT", unit_off: 1, unit_type: "prod_1" } as const;
const WINDOW = { daily: [{ start_time: "09:00", expiration_time: "17:00" }] };

/** Nothing of a refused create stays: no row, no count, no event. */
async function refused(project: TestProject, reply: Reply, status: number, key: string) {
  const error = parsed(ErrorBody, reply);
  expect([reply.status, error.key], JSON.stringify(reply.body)).toEqual([status, key]);
  expect(await rowsOf("vouchers", project.id)).toEqual([]);
  expect(await rowsOf("voucher_transactions", project.id)).toEqual([]);
  expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
  expect(await rowsOf("tallies", project.id)).toEqual([]);
  expect(await rowsOf("outbox", project.id)).toEqual([]);
  return error;
}

describe("POST /v1/vouchers: 400", () => {
  it.each([
    ["GIFT_VOUCHER", "gift"],
    ["LOYALTY_CARD", "loyalty_card"],
    ["DISCOUNT_VOUCHER", "discount"],
  ])("invalid_voucher: %s without its %s", async (type, part) => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", { type });
    const error = await refused(project, reply, 400, "invalid_voucher");
    expect(error.message).toBe("Invalid Voucher");
    expect(error.details).toBe(`Property '${part}' is required for ${type}`);
  });

  it.each([
    [{ discount: PERCENT, gift: { amount: 1 } }, ".discount must NOT be sent for a GIFT_VOUCHER"],
    [
      { discount: PERCENT, loyalty_card: { points: 1 } },
      ".discount must NOT be sent for a LOYALTY_CARD",
    ],
    [
      { type: "DISCOUNT_VOUCHER", discount: PERCENT, gift: { amount: 1 } },
      ".gift must NOT be sent for a DISCOUNT_VOUCHER",
    ],
    [
      { type: "GIFT_VOUCHER", gift: { amount: 1 }, loyalty_card: { points: 1 } },
      ".loyalty_card must NOT be sent for a GIFT_VOUCHER",
    ],
  ])("invalid_voucher: parts of two types %j", async (parts, details) => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", parts);
    const error = await refused(project, reply, 400, "invalid_voucher");
    expect(error.details).toBe(`Property ${details}`);
  });

  it("invalid_voucher: nothing to infer a type from", async () => {
    const project = await newProject();
    await refused(project, await project.post("/v1/vouchers", {}), 400, "invalid_voucher");
  });

  it.each([
    [{ start_date: "2026-02-02", expiration_date: "2026-02-01" }, ".expiration_date must be after"],
    [{ validity_timeframe: { interval: "P1D", duration: "PT1H" } }, ".start_date is required"],
    [
      { start_date: "2026-02-01", validity_timeframe: { interval: "P0D", duration: "PT1H" } },
      ".validity_timeframe.interval must be longer than zero",
    ],
    [{ validity_hours: WINDOW, validity_day_of_week: [1] }, ".validity_hours cannot be combined"],
    [
      { validity_hours: { daily: [...WINDOW.daily, ...WINDOW.daily] } },
      ".validity_hours.daily[1] overlaps validity_hours.daily[0]",
    ],
    [
      { validity_hours: { daily: [{ start_time: "09:00", expiration_time: "09:00" }] } },
      ".validity_hours.daily[0].expiration_time must differ",
    ],
    [{ validity_day_of_week: [7] }, ".validity_day_of_week[0] must be <= 6"],
    [{ validity_hours: { daily: [{ start_time: "9" }] } }, ".validity_hours.daily[0]"],
    [{ start_date: "2026-02-30" }, ".start_date cannot be recognized as a ISO-8601 compliant date"],
    [{ start_date: "9999-12-31T23:59:59-01:00" }, ".start_date cannot be recognized"],
    [{ expiration_date: "tomorrow" }, ".expiration_date cannot be recognized"],
  ])("invalid_payload: window %j", async (window, details) => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", { discount: PERCENT, ...window });
    const error = await refused(project, reply, 400, "invalid_payload");
    expect(error.details).toContain(`Property ${details}`);
  });

  it.each([
    [{ discount: { type: "PERCENT", percent_off: 100.1 } }, ".discount.percent_off must be <= 100"],
    [{ discount: { type: "PERCENT", percent_off: 0.00001 } }, ".discount.percent_off up to 4"],
    [{ discount: { type: "PERCENT" } }, ".discount must have required property 'percent_off'"],
    [{ discount: { type: "AMOUNT", amount_off: -1 } }, ".discount.amount_off must be >= 0"],
    [{ discount: { type: "AMOUNT", amount_off: 0.5 } }, ".discount.amount_off must be integer"],
    [{ discount: { type: "AMOUNT", amount_off: 2 ** 53 } }, ".discount.amount_off must be"],
    [
      { discount: { type: "FREE" } },
      ".discount.type must be equal to one of the allowed values [ AMOUNT, PERCENT, FIXED, UNIT ]",
    ],
    [
      { discount: { type: "AMOUNT", amount_off: 5, percent_off: 10 } },
      ".discount.percent_off must NOT be sent for a discount of type AMOUNT",
    ],
    [
      { discount: { ...PERCENT, amount_limit: 5, unit_off: 1 } },
      ".discount.unit_off must NOT be sent for a discount of type PERCENT",
    ],
    [
      { discount: { ...UNIT, effect: "ADD_NEW_ITEMS", units: [UNIT] } },
      ".discount.units must NOT be sent with ADD_NEW_ITEMS",
    ],
    [{ discount: { ...UNIT, units: [UNIT] } }, ".discount.unit_off must NOT be sent with units"],
    [
      { discount: { type: "UNIT", effect: "ADD_MANY_ITEMS", unit_type: "prod_1", units: [UNIT] } },
      ".discount.unit_type must NOT be sent with units",
    ],
    [{ gift: { amount: 2 ** 53 } }, ".gift.amount must be"],
    [{ gift: { amount: -1 } }, ".gift.amount must be >= 0"],
    [{ loyalty_card: { points: 1.5 } }, ".loyalty_card.points must be integer"],
    [
      { discount: PERCENT, type: "COUPON" },
      ".type must be equal to one of the allowed values [ DISCOUNT_VOUCHER, GIFT_VOUCHER, LOYALTY_CARD ]",
    ],
    [{ discount: PERCENT, metadata: [1] }, ".metadata must be object"],
    [{ discount: PERCENT, redemption: { quantity: -1 } }, ".redemption.quantity must be >= 0"],
    [{ discount: PERCENT, code: "" }, ".code must NOT have fewer than 1 characters"],
    [{ discount: PERCENT, code: "   " }, ".code must NOT have fewer than 1 characters"],
    [{ discount: PERCENT, code: "x".repeat(256) }, ".code must NOT have more than 255 characters"],
    [{ discount: PERCENT, code: "a\nb" }, ".code must be text without control characters"],
    [{ discount: PERCENT, code: "\ud800" }, ".code must be text without control characters"],
    [{ discount: PERCENT, code: 7 }, ".code must be string"],
    [{ discount: PERCENT, validation_rules: "val_x" }, ".validation_rules must be array"],
  ])("invalid_payload: %j", async (body, details) => {
    const project = await newProject();
    const error = await refused(
      project,
      await project.post("/v1/vouchers", body),
      400,
      "invalid_payload",
    );
    expect(error.details).toContain(`Property ${details}`);
  });
});

describe("POST /v1/vouchers: 404", () => {
  it.each([
    ["campaign", { campaign: "Spring" }, "Spring"],
    ["campaign", { campaign_id: "camp_x" }, "camp_x"],
    ["category", { category_id: "cat_x" }, "cat_x"],
    ["validation_rules", { validation_rules: ["val_x"] }, "val_x"],
  ])("not_found: an unknown %s", async (type, named, id) => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", { discount: PERCENT, ...named });
    const error = await refused(project, reply, 404, "not_found");
    expect(error).toMatchObject({
      details: `Cannot find ${type} with id ${id}`,
      resource_id: id,
      resource_type: type,
    });
  });

  it("not_found: a rule of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const rule = await other.post("/v1/validation-rules", { name: "Theirs", rules: {} });
    const body = { discount: PERCENT, validation_rules: [rule.body.id] };
    await refused(project, await project.post("/v1/vouchers", body), 404, "not_found");
    const theirs = await other.get(`/v1/validation-rules/${rule.body.id}`);
    expect(theirs.body.assignments_count).toBe(0);
  });
});
