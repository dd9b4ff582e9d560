import { describe, expect, it } from "vitest";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { redeem, redeemables, voucher } from "../support/redeeming";

/** A voucher that only customers of the segments may use; answers the rule's id. */
async function guarded(project: TestProject, code: string, conditions: object): Promise<string> {
  const { body } = await project.post("/v1/validation-rules", {
    name: "Segment",
    rules: { "1": { name: "customer.segment", conditions } },
  });
  await voucher(project, code, { validation_rules: [body.id] });
  return body.id;
}

async function segment(project: TestProject, sent: object): Promise<string> {
  const reply = await project.post("/v1/segments", { name: "Segment", ...sent });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

const validate = (project: TestProject, code: string, customer?: object) =>
  project.post("/v1/validations", {
    redeemables: redeemables(code),
    order: { amount: 1000 },
    ...(customer && { customer }),
  });

/** Whether a validation lets the customer use the code, and the key of the refusal if not. */
async function verdict(project: TestProject, code: string, customer?: object): Promise<string> {
  const { body } = await validate(project, code, customer);
  return body.valid ? "valid" : body.redeemables[0].result.error.key;
}

/** As `verdict`, by redeeming. */
async function outcome(project: TestProject, code: string, customer: object): Promise<string> {
  const { status, body } = await redeem(project, code, { customer, order: { amount: 1000 } });
  return status === 200 ? "redeemed" : body.key;
}

const gold = { "metadata.tier": { conditions: { $is: ["gold"] } } };

describe("a rule on customer.segment", () => {
  it("lets members of a static segment through, by id or source id, and nobody else", async () => {
    const project = await newProject();
    const jane = await project.post("/v1/customers", { source_id: "jane" });
    await project.post("/v1/customers", { source_id: "john" });
    const id = await segment(project, { type: "static", customers: ["jane"] });
    await guarded(project, "S", { $is: [id] });
    expect(await verdict(project, "S", { source_id: "jane" })).toBe("valid");
    expect(await verdict(project, "S", { id: jane.body.id })).toBe("valid");
    expect(await verdict(project, "S", { source_id: "john" })).toBe("customer_rules_violated");
    expect(await verdict(project, "S", { source_id: "nobody" })).toBe("customer_rules_violated");
    expect(await verdict(project, "S", { name: "Jane" })).toBe("customer_rules_violated");
    expect(await verdict(project, "S")).toBe("missing_customer");
    expect(await outcome(project, "S", { source_id: "john" })).toBe("customer_rules_violated");
    expect(await outcome(project, "S", { source_id: "jane" })).toBe("redeemed");
    const [row] = await rowsOf("vouchers", project.id);
    expect(row?.redeemed_quantity).toBe(1);
  });

  it.each(["auto-update", "passive"])("asks the filter of an %s segment", async (type) => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane", metadata: { tier: "gold" } });
    await project.post("/v1/customers", { source_id: "john", metadata: { tier: "silver" } });
    await guarded(project, "F", { $is: [await segment(project, { type, filter: gold })] });
    expect(await verdict(project, "F", { source_id: "jane" })).toBe("valid");
    expect(await verdict(project, "F", { source_id: "john" })).toBe("customer_rules_violated");
    expect(await outcome(project, "F", { source_id: "john" })).toBe("customer_rules_violated");
    expect(await outcome(project, "F", { source_id: "jane" })).toBe("redeemed");
  });

  it("asks filters of the customer as the request leaves it, stored or not", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane", metadata: { tier: "silver" } });
    await guarded(project, "F", { $is: [await segment(project, { filter: gold })] });
    const sent = { metadata: { tier: "gold" } };
    expect(await verdict(project, "F", { source_id: "jane", ...sent })).toBe("valid");
    expect(await verdict(project, "F", { source_id: "jane" })).toBe("customer_rules_violated");
    expect(await verdict(project, "F", sent)).toBe("valid");
    expect(await verdict(project, "F", { source_id: "new", ...sent })).toBe("valid");
    expect(await outcome(project, "F", { source_id: "new", ...sent })).toBe("redeemed");
  });

  it("counts what the customer bought before", async () => {
    const project = await newProject();
    await voucher(project, "ANY");
    const filter = { "summary.orders.total_count": { conditions: { $more_than_equal: [1] } } };
    await guarded(project, "AGAIN", { $is: [await segment(project, { filter })] });
    const jane = { source_id: "jane" };
    expect(await outcome(project, "AGAIN", jane)).toBe("customer_rules_violated");
    expect(await outcome(project, "ANY", jane)).toBe("redeemed");
    expect(await outcome(project, "AGAIN", jane)).toBe("redeemed");
  });

  it("takes an unknown, a deleted and a foreign segment for one without anybody", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const jane = { source_id: "jane", metadata: { tier: "gold" } };
    await project.post("/v1/customers", jane);
    const deleted = await segment(project, { filter: gold });
    await guarded(project, "GONE", { $is: [deleted] });
    expect(await verdict(project, "GONE", jane)).toBe("valid");
    await project.delete(`/v1/segments/${deleted}`);
    await guarded(project, "NONE", { $is: ["seg_unknown"] });
    await guarded(project, "FAR", { $is: [await segment(other, { filter: gold })] });
    for (const code of ["GONE", "NONE", "FAR"]) {
      expect(await verdict(project, code, jane)).toBe("customer_rules_violated");
    }
    await guarded(project, "NOT", { $is_not: ["seg_unknown"] });
    expect(await verdict(project, "NOT", jane)).toBe("valid");
  });

  it("one of several segments is enough, and none may be one of those excluded", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane", metadata: { tier: "gold" } });
    const filtered = await segment(project, { filter: gold });
    const listed = await segment(project, { customers: [] });
    await guarded(project, "ONE", { $is: [listed, filtered] });
    await guarded(project, "OUT", { $is_not: [listed, filtered] });
    expect(await verdict(project, "ONE", { source_id: "jane" })).toBe("valid");
    expect(await verdict(project, "OUT", { source_id: "jane" })).toBe("customer_rules_violated");
    expect(await verdict(project, "OUT", { source_id: "john" })).toBe("valid");
  });

  it("follows the rule where its segments change", async () => {
    const project = await newProject();
    const [one, two] = [
      await segment(project, { filter: gold }),
      await segment(project, { filter: { name: { conditions: { $is: ["Jane"] } } } }),
    ];
    const rule = await guarded(project, "R", { $is: [one] });
    const jane = { source_id: "jane", name: "Jane" };
    expect(await verdict(project, "R", jane)).toBe("customer_rules_violated");
    await project.put(`/v1/validation-rules/${rule}`, {
      rules: { "1": { name: "customer.segment", conditions: { $is: [two] } } },
    });
    expect(await verdict(project, "R", jane)).toBe("valid");
  });

  it("costs one round trip, and rows of the named segments alone", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane" });
    await guarded(project, "NAMED", { $is: [await segment(project, { customers: ["jane"] })] });
    await guarded(project, "UNNAMED", { $is: ["seg_unknown"] });
    const cost = async (code: string) =>
      costOf(await validate(project, code, { source_id: "jane" }));
    await cost("NAMED");
    const before = [await cost("NAMED"), await cost("UNNAMED")];
    for (let at = 0; at < 20; at++) await segment(project, { customers: ["jane"] });
    for (let at = 0; at < 20; at++) await segment(project, { filter: gold });
    expect([await cost("NAMED"), await cost("UNNAMED")]).toEqual(before);
    expect(before.map(({ roundTrips }) => roundTrips)).toEqual([1, 1]);
  });
});
