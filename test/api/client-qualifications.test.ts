import { describe, expect, it } from "vitest";
import { newProject } from "../support/api";
import { qualify, qualifyAsShopper } from "../support/qualifying";
import { redeemables, voucher } from "../support/redeeming";

const alice = { source_id: "alice" };

async function shop() {
  const project = await newProject();
  await voucher(project, "ALICE", { metadata: { note: "secret-note" } });
  await voucher(project, "BOB");
  await voucher(project, "OPEN", {
    metadata: { note: "secret-note" },
    additional_info: "secret-info",
    category: "secret-category",
  });
  await project.post("/v1/publications", { voucher: "ALICE", customer: alice });
  await project.post("/v1/publications", { voucher: "BOB", customer: { source_id: "bob" } });
  return project;
}

describe("POST /client/v1/qualifications", () => {
  it("200: what the server twin answers, in one round trip and without a trace", async () => {
    const project = await shop();
    const request = { customer: alice, order: { amount: 1000 } };
    await qualifyAsShopper(project);
    const ours = await qualifyAsShopper(project, request);
    const theirs = await qualify(project, request);
    expect(ours.entries).toEqual(theirs.entries);
    expect(ours.ids).toEqual(["OPEN", "ALICE"]);
    expect(ours.cost).toMatchObject({ roundTrips: 1, written: 0 });
  });

  it("200: nothing of other customers' wallets, also where their codes are named", async () => {
    const project = await shop();
    expect((await qualifyAsShopper(project)).ids).toEqual(["OPEN"]);
    const filters = { code: { conditions: { $in: ["ALICE", "BOB", "OPEN"] } } };
    expect((await qualifyAsShopper(project, { customer: alice }, { filters })).ids).toEqual([
      "OPEN",
      "ALICE",
    ]);
    expect((await qualifyAsShopper(project, {}, { filters })).ids).toEqual(["OPEN"]);
    const wallet = { customer: { source_id: "eve" }, scenario: "CUSTOMER_WALLET" };
    expect((await qualifyAsShopper(project, wallet)).ids).toEqual([]);
  });

  it("200: what the shop noted is told only where it is asked for, and info and category names never", async () => {
    const project = await shop();
    const plain = await qualifyAsShopper(project, { customer: alice });
    expect(JSON.stringify(plain.entries)).not.toContain("secret");
    const expanded = await qualifyAsShopper(
      project,
      { customer: alice },
      { expand: ["redeemable", "category", "validation_rules"] },
    );
    expect(expanded.entries[0]?.metadata).toEqual({ note: "secret-note" });
    expect(JSON.stringify(expanded.entries)).not.toMatch(/secret-(info|category)/);
  });

  it("200: lines and metadata of a stored order go to nobody who only names it", async () => {
    const project = await shop();
    await project.post("/v1/orders", {
      source_id: "basket",
      items: [{ product_id: "secret-shirt", price: 500, quantity: 2 }],
      metadata: { note: "secret-note" },
    });
    const named = await qualifyAsShopper(project, { order: { source_id: "basket" } });
    expect(named.entries[0]?.order?.amount).toBe(1000);
    expect(JSON.stringify(named)).not.toContain("secret");
  });

  it("200: another instant is not for browsers: it is passed over", async () => {
    const project = await shop();
    await voucher(project, "LATER", { start_date: "2098-01-01" });
    expect((await qualifyAsShopper(project, {}, { as_of: "2098-06-01" })).ids).toEqual(["OPEN"]);
  });

  it("200: what qualifies for a shopper is valid for that shopper", async () => {
    const project = await shop();
    const request = { customer: alice, order: { amount: 1000 } };
    const { ids } = await qualifyAsShopper(project, request);
    for (const id of ids) {
      const { body } = await project.post("/client/v1/validations", {
        redeemables: redeemables(id),
        ...request,
      });
      expect([id, body.valid]).toEqual([id, true]);
    }
  });

  it("400: a body that cannot be understood", async () => {
    const project = await newProject();
    const { status, body } = await project.post("/client/v1/qualifications", { scenario: "SOME" });
    expect([status, body.key]).toEqual([400, "invalid_payload"]);
  });
});
