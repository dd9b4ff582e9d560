import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { Redemption } from "../../src/model/redemption";
import { eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";

const discount = { type: "AMOUNT", amount_off: 500 } as const;
const voucher = (id: string, more = {}) => ({ object: "voucher", id, ...more });
const redeem = (project: TestProject, redeemables: object[], more = {}) =>
  project.post("/v1/redemptions", { redeemables, ...more });

describe("a redemption that is refused: 400", () => {
  it.each([
    [{ active: false }, {}, "voucher_disabled", "voucher is disabled", "Code"],
    [{ start_date: "2999-01-01" }, {}, "voucher_not_active", "voucher is not active yet", "Code"],
    [{ expiration_date: "2001-01-01" }, {}, "voucher_expired", "voucher expired", "Code"],
    [{ redemption: { quantity: 0 } }, {}, "quantity_exceeded", "quantity exceeded", "Code"],
    [
      { discount: null, gift: { amount: 5 } },
      { gift: { credits: 6 } },
      "gift_amount_exceeded",
      "gift amount exceeded",
      "Code",
    ],
    [
      { discount: null, loyalty_card: { points: 5 } },
      {},
      "missing_reward",
      "Missing reward",
      "A reward is required when redeeming a LOYALTY_CARD",
    ],
  ])("%j is recorded under rf_", async (part, more, key, message, details) => {
    const project = await newProject();
    const made = await project.post("/v1/vouchers/Code", { discount, ...part });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const before = await rowsOf("vouchers", project.id);
    const reply = await redeem(project, [voucher("code", more)], { order: { amount: 1000 } });
    expect(reply.status).toBe(400);
    const error = parsed(ErrorBody, reply);
    expect(error).toEqual({
      code: 400,
      key,
      message,
      details,
      resource_type: "redemption",
      resource_id: expect.stringMatching(/^rf_[0-9a-f]{18}$/),
      request_id: reply.headers.get("x-request-id"),
    });
    const got = parsed(Redemption, await project.get(`/v1/redemptions/${error.resource_id}`));
    expect(got).toMatchObject({
      id: error.resource_id,
      result: "FAILURE",
      status: "FAILED",
      failure_code: key,
      failure_message: message,
      related_object_type: "voucher",
      related_object_id: made.body.id,
    });
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    expect(await rowsOf("orders", project.id)).toEqual([]);
    const told = (await eventsOf(project.id)).at(-1);
    expect([told?.kind, told?.entity_id]).toEqual(["redemption.failed", error.resource_id]);
    expect(told?.data.redemption.failure_code).toBe(key);
    expect((await project.get("/v1/redemptions")).body.total).toBe(1);
  });

  it("the last use is the last", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/ONCE", { discount, redemption: { quantity: 1 } });
    expect((await redeem(project, [voucher("ONCE")])).status).toBe(200);
    const second = await redeem(project, [voucher("ONCE")]);
    expect([second.status, second.body.key]).toEqual([400, "quantity_exceeded"]);
    const { redemption } = (await project.get("/v1/vouchers/ONCE")).body;
    expect(redemption).toMatchObject({ quantity: 1, redeemed_quantity: 1 });
  });

  it("counts in the summary of a customer who is known, and makes none", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/OFF", { discount, active: false });
    await redeem(project, [voucher("OFF")], { customer: { source_id: "new" } });
    expect(await rowsOf("customers", project.id)).toEqual([]);
    await project.post("/v1/customers", { source_id: "alice" });
    await redeem(project, [voucher("OFF")], { customer: { source_id: "alice", name: "A" } });
    const { summary, name } = (await project.get("/v1/customers/alice")).body;
    expect(summary.redemptions).toMatchObject({
      total_redeemed: 1,
      total_failed: 1,
      total_succeeded: 0,
    });
    expect(name).toBeUndefined();
  });
});

describe("a redemption that leaves no record", () => {
  it("404 not_found: an unknown code, and one of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await other.post("/v1/vouchers/THEIRS", { discount });
    for (const code of ["NOPE", "THEIRS"]) {
      const replies = [
        await redeem(project, [voucher(code)]),
        await project.post(`/v1/vouchers/${code}/redemption`, {}),
      ];
      for (const reply of replies) {
        const error = parsed(ErrorBody, reply);
        expect(reply.status).toBe(404);
        expect(error).toMatchObject({
          key: "not_found",
          resource_type: "voucher",
          resource_id: code,
          details: `Cannot find voucher with id ${code}`,
        });
      }
    }
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect(await rowsOf("outbox", project.id)).toEqual([]);
  });

  it.each([
    [{ customer: { id: "cust_x" } }, "customer"],
    [{ order: { id: "ord_x" } }, "order"],
  ])("404 not_found: %j", async (more, type) => {
    const project = await newProject();
    await project.post("/v1/vouchers/A500", { discount });
    const reply = await redeem(project, [voucher("A500")], more);
    expect([reply.status, reply.body.resource_type]).toEqual([404, type]);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("400: duplicates, no redeemables, more than thirty", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/A500", { discount });
    const many = Array.from({ length: 31 }, (_, at) => voucher(`V${at}`));
    for (const [redeemables, key] of [
      [[voucher("A500"), voucher("a500")], "duplicated_redeemables"],
      [[], "invalid_payload"],
      [many, "invalid_payload"],
    ] as const) {
      const reply = await redeem(project, [...redeemables]);
      expect([reply.status, reply.body.key]).toEqual([400, key]);
    }
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect(await rowsOf("vouchers", project.id)).toMatchObject([{ redeemed_quantity: 0 }]);
  });
});
