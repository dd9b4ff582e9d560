import { describe, expect, it } from "vitest";
import { Category } from "../../src/model/category";
import { CategoryList } from "../../src/resources/categories/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { countsOf, parallel, redeemables, voucher } from "../support/redeeming";

async function create(project: TestProject, sent: object): Promise<Category> {
  const reply = await project.post("/v1/categories", sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Category, reply);
}

describe("POST /v1/categories", () => {
  it("200: name and hierarchy, and nothing that is unset", async () => {
    const project = await newProject();
    const { id, created_at, ...rest } = await create(project, { name: "First", hierarchy: 0 });
    expect(id).toMatch(/^cat_[0-9a-f]{18}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({ name: "First", hierarchy: 0, object: "category" });
    expect(await create(project, { name: "Bare" })).toMatchObject({ hierarchy: 1 });
  });

  it.each(["JOINT", "EXCLUSIVE"])("200: the stacking type %s is shown", async (type) => {
    const project = await newProject();
    const sent = { name: "Typed", hierarchy: 3, stacking_rules_type: type };
    expect(await create(project, sent)).toMatchObject(sent);
  });

  it("400: malformed fields", async () => {
    const project = await newProject();
    const cases: [object, string][] = [
      [{ hierarchy: 1 }, "Payload must have required property 'name'"],
      [{ name: "" }, "Property .name must NOT have fewer than 1 characters"],
      [{ name: "A", hierarchy: -1 }, "Property .hierarchy must be >= 0"],
      [{ name: "A", hierarchy: 1.5 }, "Property .hierarchy must be integer"],
      [
        { name: "A", stacking_rules_type: "BOTH" },
        "Property .stacking_rules_type must be equal to one of the allowed values [ JOINT, EXCLUSIVE ]",
      ],
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post("/v1/categories", sent);
      failure(reply, 400, "invalid_payload");
      expect(reply.body.details).toBe(details);
    }
    expect(await rowsOf("categories", project.id)).toEqual([]);
  });

  it("409: of twenty at once with one name there is one", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const replies = await parallel(20, () => project.post("/v1/categories", { name: "Same" }));
    expect(countsOf(replies)).toEqual({ "200": 1, "409 duplicate_found": 19 });
    expect(await rowsOf("categories", project.id)).toHaveLength(1);
    expect((await project.get("/v1/categories")).body.total).toBe(1);
    await create(other, { name: "Same" });
  });
});

describe("GET /v1/categories", () => {
  const page = async (project: TestProject, query: string) => {
    const list = parsed(CategoryList, await project.get(`/v1/categories${query}`));
    return { names: list.data.map(({ name }) => name), total: list.total, more: list.has_more };
  };

  it("200: newest first, by page and after an id, with the total and whether there is more", async () => {
    const project = await newProject();
    expect(await page(project, "")).toEqual({ names: [], total: 0, more: false });
    const made = [];
    for (const name of ["a", "b", "c"]) made.push(await create(project, { name }));
    expect(await page(project, "")).toEqual({ names: ["c", "b", "a"], total: 3, more: false });
    for (let at = 0; at < 9; at++) await create(project, { name: `n${at}` });
    expect(await page(project, "")).toMatchObject({ total: 12, more: false });
    expect((await page(project, "")).names).toHaveLength(12);
    for (let at = 0; at < 9; at++) {
      const { body } = await project.get("/v1/categories?limit=1");
      await project.delete(`/v1/categories/${body.data[0].id}`);
    }
    expect(await page(project, "?limit=2")).toEqual({ names: ["c", "b"], total: 3, more: true });
    expect(await page(project, "?limit=2&page=2")).toEqual({ names: ["a"], total: 3, more: false });
    expect(await page(project, `?limit=1&starting_after_id=${made[2]?.id}`)).toEqual({
      names: ["b"],
      total: 3,
      more: true,
    });
    for (const query of ["limit=1001", "page=0"]) {
      failure(await project.get(`/v1/categories?${query}`), 400, "invalid_query_params");
    }
  });

  it("200: one, in one round trip; 404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const mine = await create(project, { name: "Mine" });
    const foreign = await create(other, { name: "Far" });
    const reply = await project.get(`/v1/categories/${mine.id}`);
    expect(parsed(Category, reply)).toEqual(mine);
    expect(costOf(reply).roundTrips).toBe(1);
    for (const id of ["cat_unknown", foreign.id]) {
      const missing = await project.get(`/v1/categories/${id}`);
      failure(missing, 404, "not_found");
      expect(missing.body.details).toBe(`Cannot find category with id ${id}`);
    }
  });
});

describe("PUT and DELETE /v1/categories/{categoryId}", () => {
  it("200: absent keeps, and null takes the stacking type away", async () => {
    const project = await newProject();
    const made = await create(project, { name: "A", hierarchy: 5, stacking_rules_type: "JOINT" });
    const path = `/v1/categories/${made.id}`;
    const renamed = parsed(Category, await project.put(path, { name: "B", hierarchy: 33 }));
    expect(renamed).toEqual({
      ...made,
      name: "B",
      hierarchy: 33,
      updated_at: renamed.updated_at,
    });
    expect(renamed.updated_at).toMatch(/Z$/);
    const bare = parsed(
      Category,
      await project.put(path, { name: null, stacking_rules_type: null }),
    );
    expect(bare).not.toHaveProperty("stacking_rules_type");
    expect(bare).toMatchObject({ name: "B", hierarchy: 33 });
    expect((await project.get(path)).body).toEqual(bare);
  });

  it("409: a name that another category has, and nothing changes", async () => {
    const project = await newProject();
    await create(project, { name: "A" });
    const made = await create(project, { name: "B" });
    const path = `/v1/categories/${made.id}`;
    failure(await project.put(path, { name: "A", hierarchy: 9 }), 409, "duplicate_found");
    expect((await project.get(path)).body).toEqual(made);
    expect((await project.put(path, { name: "B" })).status).toBe(200);
  });

  it("204, then 404; another project's stays", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const mine = await create(project, { name: "Mine" });
    const foreign = await create(other, { name: "Far" });
    expect((await project.delete(`/v1/categories/${mine.id}`)).status).toBe(204);
    for (const id of [mine.id, foreign.id]) {
      failure(await project.get(`/v1/categories/${id}`), 404, "not_found");
      failure(await project.put(`/v1/categories/${id}`, { name: "X" }), 404, "not_found");
      failure(await project.delete(`/v1/categories/${id}`), 404, "not_found");
    }
    expect((await other.get(`/v1/categories/${foreign.id}`)).body).toEqual(foreign);
    expect((await project.get("/v1/categories")).body.total).toBe(0);
    await create(project, { name: "Mine" });
  });
});

describe("the category of a voucher", () => {
  it("200: by its id, with the category's name; null clears both", async () => {
    const project = await newProject();
    const { id } = await create(project, { name: "Sale", hierarchy: 1 });
    await voucher(project, "CAT", { category_id: id });
    const made = await project.get("/v1/vouchers/CAT");
    expect(made.body).toMatchObject({ category: "Sale", category_id: id });
    const other = await create(project, { name: "Other" });
    const changed = await project.put("/v1/vouchers/CAT", { category_id: other.id });
    expect(changed.body).toMatchObject({ category: "Other", category_id: other.id });
    const kept = await project.put("/v1/vouchers/CAT", { additional_info: "x" });
    expect(kept.body).toMatchObject({ category: "Other", category_id: other.id });
    const cleared = await project.put("/v1/vouchers/CAT", { category_id: null });
    expect(cleared.body).toMatchObject({ category: null, category_id: null });
    const listed = await project.get("/v1/vouchers?category=Sale");
    expect(listed.body.total).toBe(0);
  });

  it("200: a known name stands for its category, an unknown one is kept as text", async () => {
    const project = await newProject();
    const { id } = await create(project, { name: "Sale" });
    await voucher(project, "CAT", { category: "Sale" });
    expect((await project.get("/v1/vouchers/CAT")).body).toMatchObject({ category_id: id });
    const text = await project.put("/v1/vouchers/CAT", { category: "Loose" });
    expect(text.body).toMatchObject({ category: "Loose", category_id: null });
    const kept = await project.put("/v1/vouchers/CAT", { category_id: null });
    expect(kept.body).toMatchObject({ category: "Loose", category_id: null });
    const both = await project.put("/v1/vouchers/CAT", { category: "Loose", category_id: id });
    expect(both.body).toMatchObject({ category: "Sale", category_id: id });
    const none = await project.put("/v1/vouchers/CAT", { category: null });
    expect(none.body).toMatchObject({ category: null, category_id: null });
  });

  it("404: unknown ones, also of another project, and nothing is written", async () => {
    const [project, far] = [await newProject(), await newProject()];
    const foreign = await create(far, { name: "Far" });
    await voucher(project, "OLD");
    const before = await rowsOf("vouchers", project.id);
    for (const category_id of ["cat_unknown", foreign.id]) {
      const sent = { code: "NEW", discount: { type: "AMOUNT", amount_off: 1 }, category_id };
      failure(await project.post("/v1/vouchers", sent), 404, "not_found");
      failure(await project.put("/v1/vouchers/OLD", { category_id }), 404, "not_found");
    }
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
  });

  it("costs a round trip only where one is sent", async () => {
    const project = await newProject();
    const { id } = await create(project, { name: "Sale" });
    const make = async (code: string, sent: object) =>
      costOf(
        await project.post("/v1/vouchers", {
          code,
          discount: { type: "AMOUNT", amount_off: 1 },
          ...sent,
        }),
      ).roundTrips;
    expect(await make("A", {})).toBe(1);
    expect(await make("B", { category_id: id })).toBe(2);
  });

  it("is shown by a validation that asks for it, and only then", async () => {
    const project = await newProject();
    const category = await create(project, { name: "Sale", stacking_rules_type: "JOINT" });
    await voucher(project, "CAT", { category_id: category.id });
    await voucher(project, "PLAIN");
    const shown = async (expand: string[]) => {
      const reply = await project.post("/v1/validations", {
        redeemables: redeemables(["CAT", "PLAIN"]),
        order: { amount: 1000 },
        options: { expand },
      });
      expect(costOf(reply).roundTrips).toBe(1);
      return reply.body.redeemables.map((each: { categories?: unknown }) => each.categories);
    };
    expect(await shown([])).toEqual([undefined, undefined]);
    expect(await shown(["category"])).toEqual([[], [category]]);
    await project.delete(`/v1/categories/${category.id}`);
    expect(await shown(["category"])).toEqual([[], []]);
  });
});

describe("an empty name of a category", () => {
  it("is none, wherever a body names one", async () => {
    const project = await newProject();
    const discount = { type: "PERCENT", percent_off: 10 };
    const tier = { name: "t", category: "", action: { discount } };
    const promotion = { campaign_type: "PROMOTION", promotion: { tiers: [tier] } };
    for (const [path, body] of [
      ["/v1/campaigns", { name: "Made", category: "", voucher: { discount } }],
      ["/v1/campaigns", { name: "Put", category: "Old", voucher: { discount } }],
      ["/v1/campaigns", { name: "Promo", ...promotion }],
      ["/v1/campaigns/Made/vouchers/OWN", { category: "" }],
      ["/v1/vouchers/MADE", { category: "", discount }],
      ["/v1/vouchers/PUT", { category: "Old", discount }],
    ] as const) {
      expect((await project.post(path, body)).status, path).toBe(200);
    }
    expect((await project.put("/v1/campaigns/Put", { category: "" })).status).toBe(200);
    expect((await project.put("/v1/vouchers/PUT", { category: "" })).body.category).toBeNull();
    const tables = ["campaigns", "promotion_tiers", "vouchers"];
    const rows = await Promise.all(tables.map((table) => rowsOf(table, project.id)));
    expect(rows.map((each) => each.map(({ category }) => category))).toEqual([
      [null, null, null],
      [null],
      [null, null, null],
    ]);
  });
});
