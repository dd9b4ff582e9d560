import { beforeEach, describe, expect, it } from "vitest";
import { Estimate } from "../../src/resources/loyalties/earning-rules/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { addRules, fixed, program } from "../support/earning";
import { failure } from "../support/failure";
import { segmentRule } from "../support/history";

let project: TestProject;
let programId: string;

beforeEach(async () => {
  project = await newProject();
  programId = await program(project, "Points", { auto_join: true });
});

const estimate = (sent: object, name = "Points") =>
  project.post(`/v1/loyalties/${name}/qualifications`, sent);

const points = async (sent: object): Promise<number> =>
  parsed(Estimate, await estimate(sent)).points_estimation;

const PER_EURO = {
  event: "order.paid",
  loyalty: {
    type: "PROPORTIONAL",
    calculation_type: "ORDER_AMOUNT",
    order: { amount: { every: 100, points: 1 } },
  },
};

const written = () =>
  Promise.all(
    ["outbox", "customers", "orders", "loyalty_awards"].map((t) => rowsOf(t, project.id)),
  );

describe("POST /v1/loyalties/:campaignId/qualifications", () => {
  it("200: the sum of what the rules for orders would give, and nothing is written", async () => {
    await addRules(project, "Points", [
      fixed(10),
      PER_EURO,
      fixed(1000, { active: false }),
      fixed(1000, { expiration_date: "2020-01-01T00:00:00Z" }),
    ]);
    const before = JSON.stringify(await written());
    const reply = await estimate({ customer: { source_id: "ada" }, order: { amount: 2599 } });
    expect(parsed(Estimate, reply)).toEqual({
      campaign: { id: programId, name: "Points", object: "campaign" },
      points_estimation: 35,
    });
    expect(JSON.stringify(await written())).toBe(before);
  });

  it("200: counts lines at the prices of the catalogue, and a stored order by its name", async () => {
    await project.post("/v1/products", { source_id: "shirt", price: 1000 });
    await addRules(project, "Points", [PER_EURO]);
    const items = [{ source_id: "shirt", related_object: "product", quantity: 3 }];
    expect(await points({ order: { items } })).toBe(30);
    await project.post("/v1/orders", { source_id: "basket", amount: 700 });
    expect(await points({ order: { source_id: "basket" } })).toBe(7);
  });

  it("200: counts the order as paid, once, as the rule will when it hears of it", async () => {
    const rule = await segmentRule(project, {
      "summary.orders.total_count": { conditions: { $is: [1] } },
    });
    await addRules(project, "Points", [fixed(500, { validation_rule_id: rule })]);
    const customer = { source_id: "ada" };
    const order = { source_id: "one", amount: 1000 };
    expect(await points({ customer, order })).toBe(500);
    await project.post("/v1/orders", { ...order, status: "PAID", customer });
    expect(await points({ customer, order })).toBe(500);
    expect(await points({ customer, order: { source_id: "two", amount: 1000 } })).toBe(0);
  });

  it("200: holds the rule to what is sent of the customer", async () => {
    const rule = await project.post("/v1/validation-rules", {
      name: "Friends",
      rules: {
        "1": { name: "customer.metadata", property: "friend", conditions: { $is: [true] } },
        logic: "1",
      },
    });
    await addRules(project, "Points", [fixed(10, { validation_rule_id: rule.body.id })]);
    const order = { amount: 100 };
    expect(await points({ order })).toBe(0);
    expect(await points({ order, customer: { source_id: "ada" } })).toBe(0);
    const friend = { source_id: "ada", metadata: { friend: true } };
    expect(await points({ order, customer: friend })).toBe(10);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("200: none without rules, and for an empty body", async () => {
    expect(await points({ order: { amount: 100 } })).toBe(0);
    await addRules(project, "Points", [fixed(10)]);
    expect(await points({})).toBe(10);
  });

  it("400: a program that is off, or over", async () => {
    await addRules(project, "Points", [fixed(10)]);
    await project.post("/v1/campaigns/Points/disable");
    const error = failure(await estimate({}), 400, "campaign_not_active");
    expect(error.resource_id).toBe(programId);
    await program(project, "Past", { expiration_date: "2020-01-01T00:00:00Z" });
    failure(await estimate({}, "Past"), 400, "campaign_not_active");
  });

  it("400: a customer whose card is off, or who has none where nobody joins by earning", async () => {
    const customer = { source_id: "ada" };
    await addRules(project, "Points", [fixed(10)]);
    const member = await project.post("/v1/loyalties/Points/members", { customer });
    expect(await points({ customer })).toBe(10);
    await project.post(`/v1/vouchers/${member.body.code}/disable`);
    const error = failure(await estimate({ customer }), 400, "loyalty_card_not_active");
    expect(error.resource_id).toBe(member.body.id);
    await project.post(`/v1/vouchers/${member.body.code}/enable`);
    await program(project, "Closed");
    await addRules(project, "Closed", [fixed(7)]);
    failure(await estimate({ customer }, "Closed"), 400, "campaign_not_allow_auto_join");
    expect(parsed(Estimate, await estimate({}, "Closed")).points_estimation).toBe(7);
    await project.post("/v1/loyalties/Closed/members", { customer });
    expect(parsed(Estimate, await estimate({ customer }, "Closed")).points_estimation).toBe(7);
  });

  it("404: no such program, another campaign, an unknown order or customer", async () => {
    failure(await estimate({}, "None"), 404, "not_found");
    await project.post("/v1/campaigns", { name: "Gifts", voucher: { gift: { amount: 1 } } });
    failure(await estimate({}, "Gifts"), 404, "not_found");
    failure(await estimate({ order: { id: "ord_none" } }), 404, "not_found");
    failure(await estimate({ customer: { id: "cust_none" } }), 404, "not_found");
  });
});
