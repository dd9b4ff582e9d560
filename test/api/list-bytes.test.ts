import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { copies } from "../support/copies";

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
        [6, undefined],
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
      [3, undefined],
      [3, undefined],
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
      [100, undefined],
      [100, undefined],
      [50, undefined],
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
