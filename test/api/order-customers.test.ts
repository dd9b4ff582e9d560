import { describe, expect, it } from "vitest";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { made, redeemed, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { redeem, redeemables, voucher } from "../support/redeeming";

/** A code for gold customers, and another that each customer redeems once at most. */
async function shop() {
  const project = await newProject();
  const rule = async (name: string, rules: object) =>
    (await made(project, "/v1/validation-rules", { name, rules })).id;
  const gold = await rule("Gold", {
    "1": { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
  });
  const once = await rule("Once", {
    "1": { name: "redemption.count.per_customer", conditions: { $less_than_or_equal: [1] } },
  });
  await voucher(project, "GOLD", { validation_rules: [gold] });
  await voucher(project, "ONCE", { validation_rules: [once] });
  const ann = await made(project, "/v1/customers", {
    source_id: "ann",
    metadata: { tier: "gold" },
  });
  return { project, ann };
}

/** A stored order of Ann's. */
const ordered = (project: TestProject, source_id: string, sent: object = {}) =>
  made(project, "/v1/orders", { source_id, amount: 5000, customer: { source_id: "ann" }, ...sent });

describe("the customer of a stored order", () => {
  it.each([
    ["by its id", ({ id }: { id: string }) => ({ id })],
    ["by its source id", () => ({ source_id: "order-1" })],
  ])("is who a validation is about where nobody is named, %s", async (_, named) => {
    const { project } = await shop();
    const order = named(await ordered(project, "order-1"));
    const { valid } = await validated(project, "GOLD", { order });
    expect(valid).toBe(true);
  });

  it("redeems: it stands in the redemption and in the summary, and counts per customer", async () => {
    const { project, ann } = await shop();
    const { id } = await ordered(project, "order-1");
    const { redemptions } = await redeemed(project, "ONCE", { order: { id } });
    expect(redemptions[0]?.customer_id).toBe(ann.id);
    const { body } = await project.get(`/v1/customers/${ann.id}`);
    expect(body.summary.redemptions.total_redeemed).toBe(1);
    const second = await ordered(project, "order-2");
    const reply = await redeem(project, "ONCE", { order: { id: second.id } });
    failure(reply, 400, "redemption_rules_violated");
    const [bob, again] = [{ source_id: "bob" }, { id: second.id }];
    await redeemed(project, "ONCE", { order: again, customer: bob });
  });

  it("gives way to the one that the request names", async () => {
    const { project } = await shop();
    const { id } = await ordered(project, "order-1");
    const { valid } = await validated(project, "GOLD", {
      order: { id },
      customer: { source_id: "bob" },
    });
    expect(valid).toBe(false);
  });

  it("qualifies", async () => {
    const { project } = await shop();
    const { id } = await ordered(project, "order-1");
    const codes = async (order: object) => {
      const { redeemables: found } = await made(project, "/v1/qualifications", { order });
      return found.data.map((each: { id: string }) => each.id).toSorted();
    };
    expect(await codes({ id })).toEqual(["GOLD", "ONCE"]);
    expect(await codes({ amount: 5000 })).not.toContain("GOLD");
  });

  it("is nobody where the order is nobody's, and where its customer was deleted", async () => {
    const { project, ann } = await shop();
    const { id } = await ordered(project, "order-1", { customer: null });
    const error = async (order: object) => {
      const sent = { redeemables: redeemables("GOLD"), order };
      const { redeemables: list } = await made(project, "/v1/validations", sent);
      return list[0].result.error.key;
    };
    expect(await error({ id })).toBe("missing_customer");
    const second = await ordered(project, "order-2");
    expect((await project.delete(`/v1/customers/${ann.id}`)).status).toBe(204);
    expect(await error({ id: second.id })).toBe("missing_customer");
  });

  it("is not a browser's, to which an order's id proves nothing", async () => {
    const { project } = await shop();
    const { id } = await ordered(project, "order-1");
    const sent = { redeemables: redeemables("GOLD"), order: { id } };
    const { body } = await project.post("/client/v1/validations", sent);
    expect(body.redeemables[0].result.error.key).toBe("missing_customer");
    const before = await rowsOf("redemptions", project.id);
    failure(await project.post("/client/v1/redemptions", sent), 400, "invalid_order");
    expect(await rowsOf("redemptions", project.id)).toEqual(before);
  });

  it("costs no round trip, and few rows, however many orders there are", async () => {
    const { project } = await shop();
    const { id } = await ordered(project, "order-1");
    const cost = async () =>
      costOf(
        await project.post("/v1/validations", { redeemables: redeemables("GOLD"), order: { id } }),
      );
    await cost();
    const before = await cost();
    expect(before.roundTrips).toBe(1);
    for (const at of [1, 2, 3, 4, 5]) await ordered(project, `other-${at}`);
    expect(await cost()).toEqual(before);
  });
});

describe("order.customer", () => {
  it("names the customer where the request does not", async () => {
    const { project, ann } = await shop();
    const order = { amount: 5000, customer: { source_id: "ann" } };
    expect((await validated(project, "GOLD", { order })).valid).toBe(true);
    const { redemptions } = await redeemed(project, "GOLD", { order });
    expect(redemptions[0]?.customer_id).toBe(ann.id);
  });

  it("gives way to the request's own", async () => {
    const { project } = await shop();
    const order = { amount: 5000, customer: { source_id: "ann" } };
    const { valid } = await validated(project, "GOLD", { order, customer: { source_id: "bob" } });
    expect(valid).toBe(false);
  });

  it("goes before the customer of the stored order", async () => {
    const { project } = await shop();
    const { id } = await ordered(project, "order-1");
    const order = { id, customer: { source_id: "bob" } };
    expect((await validated(project, "GOLD", { order })).valid).toBe(false);
  });

  it("qualifies", async () => {
    const { project } = await shop();
    const order = { amount: 5000, customer: { source_id: "ann" } };
    const { redeemables: found } = await made(project, "/v1/qualifications", { order });
    expect(found.data.map((each: { id: string }) => each.id)).toContain("GOLD");
  });

  it("404: names nobody, and nothing is redeemed", async () => {
    const { project } = await shop();
    const order = { amount: 5000, customer: { id: "cust_000000000000000000" } };
    const { details } = failure(await redeem(project, "ONCE", { order }), 404, "not_found");
    expect(details).toBe("Cannot find customer with id cust_000000000000000000");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("400: beside the tracking id of somebody else", async () => {
    const { project } = await shop();
    const order = { amount: 5000, customer: { source_id: "ann" } };
    const sent = { redeemables: redeemables("GOLD"), order, tracking_id: "bob" };
    const reply = await project.post("/v1/validations", sent);
    expect(failure(reply, 400, "ambiguous_tracking_id").details).toBe(
      "Property .tracking_id names 'bob', the customer's source id is 'ann'",
    );
  });
});
