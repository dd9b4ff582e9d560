import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { copies } from "../support/copies";
import { homeDb } from "../support/places";

const MIB = 1024 * 1024;

/** Sizes of so many MiB, what else a row holds included. */
const mib = (...sizes: number[]) => sizes.map((size) => ({ bytes: size * MIB - 4_000 }));

interface Listed {
  ids: string[];
  has_more: boolean | undefined;
}

/** Page after page until one is empty. */
async function pages(project: TestProject, path: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await project.get(`${path}page=${page}`);
    expect(status).toBe(200);
    const entries: { id: string }[] = body[body.data_ref];
    if (entries.length === 0) return found;
    found.push({ ids: entries.map(({ id }) => id), has_more: body.has_more });
  }
}

/** What makes a list's first row, and the table that holds it. */
const LISTS: Record<string, { table: string; make: (project: TestProject) => Promise<unknown> }> = {
  "/v1/orders": {
    table: "orders",
    make: (project) => project.post("/v1/orders", { source_id: "o", amount: 100 }),
  },
  "/v1/customers": {
    table: "customers",
    make: (project) => project.post("/v1/customers", { source_id: "c" }),
  },
  "/v1/vouchers": {
    table: "vouchers",
    make: (project) =>
      project.post("/v1/vouchers", {
        code: "V",
        type: "DISCOUNT_VOUCHER",
        discount: { type: "AMOUNT", amount_off: 100 },
      }),
  },
  "/v1/products": {
    table: "products",
    make: (project) => project.post("/v1/products", { source_id: "p", name: "P" }),
  },
  "/v1/redemptions": {
    table: "redemptions",
    make: async (project) => {
      await project.post("/v1/vouchers", {
        code: "V",
        type: "DISCOUNT_VOUCHER",
        discount: { type: "AMOUNT", amount_off: 100 },
      });
      await project.post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "V" }],
        order: { amount: 1000 },
      });
    },
  },
};

describe("a page of large entries", () => {
  it.each(Object.entries(LISTS))(
    "%s ends at 8 MiB, and the next one goes on there",
    async (path, { table, make }) => {
      const project = await newProject();
      await make(project);
      // A third of 3 MiB would make 9; then 3 and five of 1 make 8.
      await copies(project, { table }, mib(3, 3, 3, 1, 1, 1, 1, 1));
      const found = await pages(project, `${path}?order=created_at&limit=10&`);
      expect(found.map(({ ids, has_more }) => [ids.length, has_more])).toEqual([
        [2, true],
        [6, false],
      ]);
      const ids = found.flatMap((page) => page.ids);
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(8);
    },
  );

  it("ends at its limit where that comes first", async () => {
    const project = await newProject();
    await project.post("/v1/orders", { source_id: "o", amount: 100 });
    await copies(project, { table: "orders" }, mib(1, 1, 3, 3, 3, 1));
    // Newest first: 1 and 3 and 3, then 3 and 1 and 1.
    const found = await pages(project, "/v1/orders?order=-created_at&limit=3&");
    expect(found.map(({ ids, has_more }) => [ids.length, has_more])).toEqual([
      [3, false],
      [3, false],
    ]);
  });

  it("is as full as it was where entries are small", async () => {
    const project = await newProject();
    await project.post("/v1/orders", { source_id: "o", amount: 100 });
    await copies(
      project,
      { table: "orders" },
      Array.from({ length: 250 }, () => ({})),
    );
    const found = await pages(project, "/v1/orders?limit=100&");
    expect(found.map(({ ids, has_more }) => [ids.length, has_more])).toEqual([
      [100, false],
      [100, false],
      [50, false],
    ]);
  });

  it("of publications counts the notes about their customers and vouchers", async () => {
    const project = await newProject();
    const metadata = { text: "x".repeat(900_000) };
    const discount = { type: "AMOUNT", amount_off: 100 };
    for (let at = 0; at < 5; at++) {
      const made = await project.post("/v1/vouchers", { code: `V${at}`, discount, metadata });
      expect(made.status).toBe(200);
      const customer = { source_id: `c${at}`, metadata };
      const given = await project.post("/v1/publications", { voucher: `V${at}`, customer });
      expect(given.status).toBe(200);
    }
    const found = await pages(project, "/v1/publications?");
    expect(found.map(({ ids, has_more }) => [ids.length, has_more])).toEqual([
      [4, true],
      [1, false],
    ]);
  });

  it.each([
    ["/client/v1/vouchers", "vouchers"],
    ["/client/v1/promotions/tiers", "promotion_tiers"],
    ["/v1/promotions/tiers?is_available=true&order=created_at", "promotion_tiers"],
  ])("%s ends at 8 MiB, and the next one goes on there", async (path, table) => {
    const project = await newProject({ client_list_vouchers_enabled: 1 });
    const discount = { type: "AMOUNT", amount_off: 100 };
    await project.post("/v1/vouchers", { code: "V", discount });
    const promotion = { tiers: [{ name: "T", action: { discount } }] };
    await project.post("/v1/campaigns", { name: "P", campaign_type: "PROMOTION", promotion });
    // The same both ways.
    await copies(project, { table }, mib(3, 3, 1, 1, 1, 1, 3, 3));
    const found = await pages(project, `${path}${path.includes("?") ? "&" : "?"}limit=10&`);
    expect(found.map(({ ids }) => ids.length)).toEqual([4, 4]);
    expect(found[0]?.has_more).toBe(true);
    expect(found[1]?.has_more ?? false).toBe(false);
    expect(new Set(found.flatMap(({ ids }) => ids)).size).toBe(8);
  });

  it("of what a customer holds ends at 8 MiB, and goes on after its last entry", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", {
      code: "V",
      discount: { type: "AMOUNT", amount_off: 100 },
    });
    await copies(project, { table: "vouchers" }, [{}, {}, {}, {}, {}]);
    for (let at = 0; at < 5; at++) {
      const sent = { voucher: `V-00000${at}`, customer: { source_id: "alice" } };
      expect((await project.post("/v1/publications", sent)).status).toBe(200);
    }
    await homeDb()
      .prepare(
        "UPDATE vouchers SET metadata = json_object('text', hex(zeroblob(?2 / 2))) WHERE project_id = ?1",
      )
      .bind(project.id, 2.5 * MIB)
      .run();
    const path = "/v1/customers/alice/redeemables?order=id";
    const { body: first } = await project.get(path);
    expect([first.data.length, first.has_more]).toEqual([3, true]);
    const { body: rest } = await project.get(
      `${path}&starting_after_id=${first.more_starting_after}`,
    );
    expect([rest.data.length, rest.has_more]).toEqual([2, false]);
    const held = [...first.data, ...rest.data].map(({ redeemable_id }) => redeemable_id);
    expect(new Set(held).size).toBe(5);
  });

  it("of a customer's activity ends at 8 MiB, and goes on after its last entry", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "V", discount: { type: "AMOUNT", amount_off: 1 } });
    const redeem = () =>
      project.post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "V" }],
        order: { amount: 1000 },
        customer: { source_id: "alice" },
      });
    for (let at = 0; at < 4; at++) expect((await redeem()).status).toBe(200);
    // An order of the ledger counts eleven times, for the goods of its lines.
    await homeDb()
      .prepare(
        `UPDATE redemptions SET "order" = json_object('text', hex(zeroblob(${Math.floor((3 * MIB) / 22) - 1_000}))) WHERE project_id = ?1`,
      )
      .bind(project.id)
      .run();
    const path = "/v1/customers/alice/activity?order=created_at&limit=10";
    const { body: first } = await project.get(path);
    // The customer's creation, then two times 3 MiB.
    expect([first.data.length, first.has_more]).toEqual([3, true]);
    const types: string[] = first.data.map(({ type }: { type: string }) => type);
    for (let after: string | undefined = first.more_starting_after; after; ) {
      const { body } = await project.get(`${path}&starting_after_id=${after}`);
      expect(body.data.length).toBeLessThanOrEqual(2);
      types.push(...body.data.map(({ type }: { type: string }) => type));
      after = body.more_starting_after;
    }
    // Each redemption tells of its order, too.
    const each = ["redemption.succeeded", "order.created", "order.paid"];
    const told = ["created", ...each, ...each, ...each, ...each];
    expect(types).toEqual(told.map((type) => `customer.${type}`));
  });

  it("of redemptions counts the lines that each tells, whatever their orders have by now", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "V", discount: { type: "AMOUNT", amount_off: 1 } });
    const metadata = { text: "x".repeat(500_000) };
    const redeemables = [{ object: "voucher", id: "V" }];
    for (const source_id of ["o-1", "o-2"]) {
      const order = { source_id, amount: 1000, metadata };
      expect((await project.post("/v1/redemptions", { redeemables, order })).status).toBe(200);
      const { body } = await project.put(`/v1/orders/${source_id}`, { metadata: null });
      expect(body.metadata).toEqual({});
    }
    // Each order counts ten times, for the goods of its lines.
    const found = await pages(project, "/v1/redemptions?limit=10&");
    expect(found.map(({ ids, has_more }) => [ids.length, has_more])).toEqual([
      [1, true],
      [1, false],
    ]);
  });

  it("of events counts the order of a redemption that is rolled back once more", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "V", discount: { type: "AMOUNT", amount_off: 1 } });
    const { body } = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "V" }],
      order: { amount: 1000, metadata: { text: "x".repeat(500_000) } },
      customer: { source_id: "alice" },
    });
    const path = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
    expect((await project.post(path)).status).toBe(200);
    for (let at = 0; at < 3; at++) expect((await project.post(path)).status).toBe(400);
    const { body: last } = await project.get(
      "/v1/customers/alice/activity?order=-created_at&limit=10",
    );
    const types = last.data.map(({ type }: { type: string }) => type);
    expect([types, last.has_more]).toEqual([["customer.redemption.rollback.failed"], true]);
  });

  it("of a collection's members ends at 8 MiB, and goes on after its last entry", async () => {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "p" });
    await copies(project, { table: "products" }, mib(3, 3, 3, 1));
    const { body: all } = await project.get("/v1/products?order=created_at");
    const products = all.products.map(({ id }: { id: string }) => ({ id, object: "product" }));
    expect(products).toHaveLength(2);
    const { body: others } = await project.get("/v1/products?order=created_at&page=2");
    products.push(...others.products.map(({ id }: { id: string }) => ({ id, object: "product" })));
    const made = await project.post("/v1/product-collections", { name: "All", products });
    const path = `/v1/product-collections/${made.body.id}/products`;
    const { body: first } = await project.get(path);
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const { body: rest } = await project.get(
      `${path}?starting_after_id=${first.more_starting_after}`,
    );
    expect([rest.data.length, rest.has_more]).toEqual([2, false]);
    const byNumber = await pages(project, `${path}?`);
    expect(byNumber.map(({ ids, has_more }) => [ids.length, has_more])).toEqual([
      [2, true],
      [2, false],
    ]);
  });

  it("tells a client that scrolls that there is more", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "c" });
    await copies(project, { table: "customers" }, mib(3, 3, 3));
    const { body } = await project.get(
      "/v1/customers?limit=10&order=-created_at&starting_after=2100-01-01T00:00:00Z",
    );
    expect([body.customers.length, body.has_more]).toEqual([2, true]);
  });
});
