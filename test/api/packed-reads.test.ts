import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsByName, statementsOf } from "../../src/commit/named";
import { jsonIn, noCost, type Param, type RawRow } from "../../src/db/client";
import { readBatch } from "../../src/db/commit";
import { layoutOf, type PackableRead, packable, packed, readPacked } from "../../src/db/packed";
import { joined, raw, shared, sql } from "../../src/db/sql";
import { decisionReads, loadedFrom } from "../../src/deciding/load";
import { aboutWhom } from "../../src/deciding/tracking";
import { DecideRequest } from "../../src/model/redeemable";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { collected, ruled } from "../support/carts";
import { made, ofTier, redeemed } from "../support/deciding";
import { sendPausing } from "../support/faults";
import { localScope } from "../support/local-scope";
import { homeDb } from "../support/places";
import { promotion, stack, tier } from "../support/promotions";
import { redeemables, voucher } from "../support/redeeming";

const db = () => ({ d1: homeDb(), cost: noCost() });

const Json = fc.oneof(
  fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
  fc.array(fc.jsonValue()),
);

/** What the columns of tables hold: no bytes, and no fractions. */
const Row = fc.record({
  json: fc.option(Json.map((value) => JSON.stringify(value))),
  text: fc.option(fc.string({ unit: "binary" }).filter((text) => text.isWellFormed())),
  whole: fc.option(fc.maxSafeInteger()),
  flag: fc.integer({ min: 0, max: 1 }),
});

/** More columns than a function of the database takes. */
const WIDE = Array.from({ length: 40 }, (_, at) => `c${at}`);

function readOf(rows: Record<string, Param>[]): PackableRead {
  const selected = rows.map(({ json = null, text = null, whole = null, flag = 0 }) => {
    const own = sql`${json} AS json, ${text} AS text, ${whole} AS whole, ${flag} AS flag`;
    return sql`SELECT ${own}, ${raw(WIDE.map((name, at) => `${at} AS ${name}`).join(", "))}`;
  });
  return packable(
    joined(selected, " UNION ALL "),
    layoutOf({
      json: ["json"],
      plain: ["text", "whole", "flag", ...WIDE],
    }),
  );
}

const withJson = (rows: readonly RawRow[]) =>
  rows.map((row) => ({ ...row, json: jsonIn(row.json) }));

describe("reads that are packed into one statement", () => {
  it("give each value as it is read by itself", async () => {
    const reads = fc.array(fc.array(Row, { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(reads, async (sent) => {
        const statements = sent.map(readOf);
        const [together, apart] = [db(), db()];
        const found = await readPacked(together, statements);
        expect(found.map(withJson)).toEqual((await readBatch(apart, statements)).map(withJson));
        expect([together.cost.statements, apart.cost.statements]).toEqual([1, sent.length]);
      }),
      { numRuns: 60 },
    );
  });

  it("keep integers past 2^53 as the database answers them", async () => {
    const read = packable(
      raw("SELECT 9007199254740993 AS a, -9223372036854775808 AS b"),
      layoutOf({ plain: ["a", "b"] }),
    );
    expect(await readPacked(db(), [read, read])).toEqual(await readBatch(db(), [read, read]));
  });

  it("send a value that several bring under one name once", async () => {
    const read = () =>
      packable(
        sql`SELECT ${shared("owner", "anna")} AS a, ${shared("owner", "bert")} AS b`,
        layoutOf({ plain: ["a", "b"] }),
      );
    const { sql: text, params } = packed([read(), read()]);
    expect(params).toEqual(["anna", "bert"]);
    expect(text.match(/\?\d/g)).toEqual(["?1", "?2", "?1", "?2"]);
    const row = { a: "anna", b: "bert" };
    expect(await readPacked(db(), [read(), read()])).toEqual([[row], [row]]);
  });

  it("stand beside others, in their order", async () => {
    const plain = sql`SELECT 'others' AS a UNION ALL SELECT 'rows'`;
    const one = packable(raw("SELECT 1 AS n"), layoutOf({ plain: ["n"] }));
    const none = packable(raw("SELECT 1 AS n WHERE 0"), layoutOf({ plain: ["n"] }));
    const asked = db();
    expect(await readPacked(asked, [one, plain, none, one])).toEqual([
      [{ n: 1 }],
      [{ a: "others" }, { a: "rows" }],
      [],
      [{ n: 1 }],
    ]);
    expect(asked.cost).toMatchObject({ round_trips: 1, statements: 2 });
  });

  it("are read one by one where they are too large together", async () => {
    // Local databases answer no value of more than 8 MiB; D1 none of more than 2 MB.
    const six = raw("SELECT hex(zeroblob(750000)) AS a FROM json_each('[1,2,3,4,5,6]')");
    const rows = packable(six, layoutOf({ plain: ["a"] }));
    const one = packable(raw("SELECT 1 AS a"), layoutOf({ plain: ["a"] }));
    const asked = db();
    const found = await readPacked(asked, [rows, one]);
    expect(found[0]?.map(({ a }) => String(a).length)).toEqual(Array(6).fill(1_500_000));
    expect(found[1]).toEqual([{ a: 1 }]);
    expect(asked.cost).toMatchObject({ round_trips: 2, statements: 3 });
  });

  it("fail as they would by themselves", async () => {
    const wrong = packable(raw("SELECT json('{') AS a"), layoutOf({ plain: ["a"] }));
    await expect(readPacked(db(), [wrong, wrong])).rejects.toThrow("malformed JSON");
  });
});

/** A voucher, two tiers and a stack with rules, a card with a reward's price, goods and history. */
async function shopOf() {
  const project = await newProject();
  const metadata = { "it's": 'a "note"', list: [1.5, null, true, "é😀"], deep: { "\n": "\u0001" } };
  const shirt = await made(project, "/v1/products", { source_id: "shirt", price: 900, metadata });
  await made(project, "/v1/products/shirt/skus", { source_id: "red", sku: "Red", metadata });
  const list = await collected(project, { products: [{ id: shirt.id }] });
  const included = [{ object: "products_collection", id: list }];
  const segment = await made(project, "/v1/segments", {
    name: "Us",
    type: "auto-update",
    filter: { junction: "AND", email: { conditions: { $is: ["anna@example.com"] } } },
  });
  const rules = {
    "1": { name: "redemption.count.per_customer", conditions: { $less_than: [9] } },
    "2": { name: "customer.segment", conditions: { $is_not: [segment.id] } },
  };
  const discount = { type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" };
  const rule = () => ruled(project, { rules, applicable_to: { included } });
  const category = await made(project, "/v1/categories", { name: "First", hierarchy: 1 });
  const beside = { metadata, category_id: category.id };
  await voucher(project, "A", { discount, validation_rules: [await rule()], ...beside });
  const unit = { type: "UNIT", effect: "ADD_NEW_ITEMS", unit_off: 1, unit_type: shirt.id };
  await voucher(project, "B", { discount: unit });
  const spring = await promotion(project, "Spring");
  const tiers = [];
  for (const name of ["One", "Two"]) {
    tiers.push(await tier(project, spring, name, { validation_rules: [await rule()] }));
  }
  const ids = tiers.map(({ id }) => id);
  const both = await stack(project, spring, "Both", ids);
  const customer = { source_id: "anna", name: "Anna", metadata };
  const items = [{ source_id: "red", quantity: 2 }, { product_id: shirt.id }];
  const order = { source_id: "cart", items, metadata };
  await redeemed(project, ["A", "B"], { order, customer });
  return { project, tiers, both, order, customer: { source_id: "anna" } };
}

/** What a request reads, packed and read one by one. */
async function bothWays({ id }: TestProject, body: unknown) {
  const local = localScope(homeDb());
  const scope = { ...local, project: { ...local.project, id } };
  const request = DecideRequest.parse(body);
  const whom = aboutWhom(scope, request);
  const reads = decisionReads(scope, request, whom);
  const statements = statementsOf(reads);
  const { identity } = whom;
  const [together, apart] = [db(), db()];
  const loaded = [await readPacked(together, statements), await readBatch(apart, statements)].map(
    (rows) => loadedFrom(scope, request, { identity, found: rowsByName(reads, rows) }),
  );
  return { loaded, costs: [together.cost, apart.cost] };
}

/** As JSON has it, without what the database makes of other columns, which nobody reads. */
const plainly = (loaded: unknown) =>
  JSON.parse(
    JSON.stringify(loaded, (name, value) => {
      if (name === "is_live") return undefined;
      return value instanceof Map ? [...value] : value;
    }),
  );

describe("a decision", () => {
  it("is loaded alike from packed reads, in one statement and no more rows", async () => {
    const { project, tiers, both, order, customer } = await shopOf();
    const options = { expand: ["category"] };
    const named = [...redeemables(["A", "B"]), ...tiers.map(ofTier)];
    const stacked = [{ object: "promotion_stack", id: both.id }];
    const session = { type: "LOCK", key: "mine" };
    for (const body of [
      { redeemables: named, order, customer, options, session },
      { redeemables: named, order: { source_id: "cart" }, options },
      { redeemables: stacked, order: { source_id: "cart" }, customer },
      { redeemables: redeemables("A"), order: { amount: 5_000 }, customer },
    ]) {
      const { loaded, costs } = await bothWays(project, body);
      const [one, other] = loaded.map(plainly);
      expect(one).toEqual(other);
      expect(loaded[0]?.customer?.name, JSON.stringify(body)).toBe("Anna");
      const [together, apart] = costs;
      expect(together).toMatchObject({ round_trips: 1, statements: 1 });
      expect(apart?.statements).toBeGreaterThan(1);
      expect(together?.rows_read).toBeLessThanOrEqual(apart?.rows_read ?? 0);
    }
  });

  it("reads its redeemables alone in the one statement that they are", async () => {
    const { project } = await shopOf();
    const sent: number[] = [];
    const alter = (_: number, statements: D1PreparedStatement[]) => {
      sent.push(statements.length);
      return statements;
    };
    const body = { redeemables: redeemables("B"), order: { amount: 5_000 } };
    const reply = await sendPausing(project, { path: "/v1/validations", body }, { alter });
    expect(reply.body.valid, JSON.stringify(reply.body)).toBe(true);
    expect(sent).toEqual([1]);
  });

  it("on more goods than one value holds is answered by the separate reads", async () => {
    const { project } = await shopOf();
    const items = [];
    for (let at = 0; at < 100; at++) {
      const source_id = `p${at}`;
      await made(project, "/v1/products", { source_id, price: 100 });
      items.push({ source_id });
    }
    const body = {
      redeemables: redeemables("A"),
      order: { items },
      customer: { source_id: "anna" },
    };
    const small = await project.post("/v1/validations", body);
    await homeDb()
      .prepare(
        `UPDATE products SET metadata = json_object('note', printf('%.*c', 90000, 'x'))
        WHERE project_id = ?1 AND source_id LIKE 'p%'`,
      )
      .bind(project.id)
      .run();
    const large = await project.post("/v1/validations", body);
    const shown = ({ body: { valid, redeemables: all, order } }: typeof small) => ({
      valid,
      amount: order?.amount ?? all[0].result,
      status: all[0].status,
    });
    expect(shown(large)).toEqual(shown(small));
    expect([costOf(small).roundTrips, costOf(large).roundTrips]).toEqual([1, 2]);
    const redeemed = await project.post("/v1/redemptions", {
      ...body,
      redeemables: redeemables("B"),
    });
    expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
    expect(costOf(redeemed).roundTrips).toBe(3);
    expect((await rowsOf("redemptions", project.id)).length).toBe(4);
  });
});
