import { describe, expect, it } from "vitest";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { collected, ruled } from "../support/carts";
import { made, ofTier, redeemed } from "../support/deciding";
import { homeDb } from "../support/places";
import { promotion, stack, tier } from "../support/promotions";
import { redeemables, voucher } from "../support/redeeming";

const customer = { source_id: "hot" };

/** 3 vouchers and 2 tiers with a rule each, on 50 lines; rules name a list, a filter and a segment. */
async function wideShop() {
  const project = await newProject();
  const products: string[] = [];
  for (let at = 0; at < 50; at++) {
    const { id } = await made(project, "/v1/products", { source_id: `p${at}`, price: 100 });
    products.push(id);
  }
  await made(project, "/v1/products/p0/skus", { source_id: "s0", sku: "S" });
  const list = await collected(project, { products: products.slice(0, 5).map((id) => ({ id })) });
  const filter = { price: { conditions: { $is: [100] } } };
  const found = await collected(project, { filter });
  const included = [list, found].map((id) => ({ object: "products_collection", id }));
  const rules = { "1": { name: "redemption.count.per_customer", conditions: { $less_than: [9] } } };
  const discount = { type: "PERCENT", percent_off: 1, effect: "APPLY_TO_ITEMS" };
  const rule = () => ruled(project, { rules, applicable_to: { included } });
  for (const code of ["A", "B", "C"]) {
    await voucher(project, code, { discount, validation_rules: [await rule()] });
  }
  const spring = await promotion(project, "Spring");
  const tiers = [];
  for (const name of ["One", "Two"]) {
    tiers.push(await tier(project, spring, name, { validation_rules: [await rule()] }));
  }
  await stack(
    project,
    spring,
    "Both",
    tiers.map(({ id }) => id),
  );
  const items = products.map((product_id, at) =>
    at === 0 ? { source_id: "s0" } : at % 2 === 0 ? { product_id } : { source_id: `p${at}` },
  );
  const named = [...redeemables(["A", "B", "C"]), ...tiers.map(ofTier)];
  const order = { source_id: "cart", items };
  const { order: stored } = await redeemed(project, named, { order, customer });
  return { project, named, order, stored: { id: stored?.id } };
}

/** Rows like those that are there, but for what is told apart; `from` to `to` are their numbers. */
async function copies(project: TestProject, from: number, to: number) {
  const unlike = {
    products: ["id", "source_id"],
    skus: ["id", "source_id"],
    product_collections: ["id"],
    product_collection_members: ["object_id"],
    validation_rules: ["id"],
    validation_rules_assignments: ["id", "related_object_id"],
    promotion_tiers: ["id"],
    promotion_stacks: ["id"],
    usage_counters: ["subject"],
    orders: ["id", "source_id"],
  };
  const statements = [];
  for (const [table, names] of Object.entries(unlike)) {
    const [row] = await rowsOf(table, project.id);
    const columns = Object.keys(row ?? {});
    const values = columns.map((name) =>
      names.includes(name) ? `t.${name} || '-' || n.i` : `t.${name}`,
    );
    const [key] = names;
    statements.push(
      homeDb()
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")}
         FROM (SELECT * FROM ${table} WHERE project_id = ?1 AND ${key} = ?4 LIMIT 1) t, n`,
        )
        .bind(project.id, from, to, row?.[key ?? ""]),
    );
  }
  await homeDb().batch(statements);
}

describe("5 redeemables with rules on 50 lines", () => {
  it("1 round trip, and the same rows read with 20 and with 5000 other goods, rules and tiers", async () => {
    const { project, named, order, stored } = await wideShop();
    await copies(project, 0, 20);
    const measure = async () => {
      const costs = [];
      for (const sent of [order, stored, { items: order.items }]) {
        const reply = await project.post("/v1/validations", {
          redeemables: named,
          order: sent,
          customer,
        });
        expect(reply.body.valid, JSON.stringify(reply.body)).toBe(true);
        costs.push(costOf(reply));
      }
      return costs;
    };
    await measure();
    const few = await measure();
    await copies(project, 20, 5000);
    expect(await measure()).toEqual(few);
    for (const { roundTrips, written } of few) expect([roundTrips, written]).toEqual([1, 0]);
  });
});
