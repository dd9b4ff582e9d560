import { describe, expect, it } from "vitest";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { resultOf, sendCsv, sendRaw } from "../support/imports";

const DOTS = "must not be . or .., which no path can name";
const PLAIN = "must be text without control characters";
const discount = { type: "PERCENT", percent_off: 20 } as const;
const TABLES = ["customers", "orders", "products", "skus", "publications", "campaigns"];

const managed = ({ id }: TestProject, path: string) => `/management/v1/projects/${id}/${path}`;

/** What takes a name of the shop's own, with what a refusal calls it. */
const naming = (project: TestProject, name: string): [string, string, unknown][] => [
  ["/v1/customers", "source_id", { source_id: name }],
  ["/v1/customers/bulk/async", "[0].source_id", [{ source_id: name }]],
  ["/v1/customers/metadata/async", "source_ids[0]", { source_ids: [name], metadata: {} }],
  ["/v1/products", "source_id", { source_id: name }],
  ["/v1/products/bulk/async", "[0].source_id", [{ source_id: name }]],
  ["/v1/products/kept/skus", "source_id", { source_id: name }],
  ["/v1/orders", "source_id", { source_id: name, amount: 100 }],
  ["/v1/orders", "customer.source_id", { amount: 100, customer: { source_id: name } }],
  [
    "/v1/orders",
    "items[0].product.source_id",
    { items: [{ quantity: 1, product: { source_id: name, override: true } }] },
  ],
  [
    "/v1/orders",
    "items[1].sku.source_id",
    {
      items: [
        { quantity: 1 },
        {
          source_id: name,
          related_object: "sku",
          product: { source_id: "kept" },
          sku: { override: true },
        },
      ],
    },
  ],
  [
    "/v1/publications",
    "source_id",
    { voucher: "KEPT", customer: { source_id: "jane" }, source_id: name },
  ],
  ["/v1/campaigns", "name", { name, voucher: { discount } }],
  [managed(project, "metadata-schemas"), "related_object", { related_object: name }],
];

const stored = async (project: TestProject) => [
  await Promise.all(TABLES.map((table) => rowsOf(table, project.id))),
  await eventKinds(project.id),
];

async function shop(): Promise<TestProject> {
  const project = await newProject();
  await project.post("/v1/products", { source_id: "kept" });
  await project.post("/v1/vouchers", { code: "KEPT", discount });
  return project;
}

describe("names of the shop's own", () => {
  it.each([
    [".", DOTS],
    ["..", DOTS],
    ["a\u0001b", PLAIN],
    ["\ud800", PLAIN],
  ])("400: %j names nothing, and nothing is written", async (name, must) => {
    const project = await shop();
    const before = await stored(project);
    for (const [path, at, body] of naming(project, name)) {
      const { details } = failure(await project.post(path, body), 400, "invalid_payload");
      const place = at.startsWith("[") ? at : `.${at}`;
      expect([path, details]).toEqual([path, `Property ${place} ${must}`]);
    }
    expect(await stored(project)).toEqual(before);
  });

  it.each([".", ".."])("a file that names %j is refused with its row", async (name) => {
    const project = await shop();
    const before = await stored(project);
    for (const kind of ["customers", "products"]) {
      const sheet = await sendCsv(project, `/v1/${kind}/importCSV`, `Source ID,Name\n${name},x`);
      expect((await resultOf(project, sheet)).failed).toMatchObject([
        { row: 2, column: "Source ID", reason: expect.stringContaining(DOTS) },
      ]);
    }
    const array = JSON.stringify([{ source_id: name, amount: 100 }]);
    const orders = await sendRaw(project, "/v1/orders/import", array, "application/json");
    expect((await resultOf(project, orders)).failed).toMatchObject([
      { row: 1, column: "source_id", reason: expect.stringContaining(DOTS) },
    ]);
    expect(await stored(project)).toEqual(before);
  });

  it("400: a campaign is not renamed so", async () => {
    const project = await newProject();
    await project.post("/v1/campaigns", { name: "Kept", voucher: { discount } });
    const before = await stored(project);
    const reply = await project.put("/v1/campaigns/Kept", { name: ".." });
    expect(failure(reply, 400, "invalid_payload").details).toBe(`Property .name ${DOTS}`);
    expect(await stored(project)).toEqual(before);
  });

  it("200: a line's goods that nobody stores are called anything", async () => {
    const project = await shop();
    const product = { source_id: "..", name: "a\ud800" };
    const line = { quantity: 1, price: 100, source_id: "a\ud800", product };
    const order = { items: [line, { ...line, source_id: "." }] };
    const { status, body } = await project.post("/v1/orders", order);
    expect([status, body.amount]).toEqual([200, 200]);
    const asked = { redeemables: [{ object: "voucher", id: "KEPT" }], order };
    expect((await project.post("/v1/validations", asked)).body.valid).toBe(true);
    expect(await rowsOf("products", project.id)).toHaveLength(1);
  });

  it("200: dots beside anything else", async () => {
    const project = await newProject();
    for (const name of ["...", ".a", "a.", ". ."]) {
      expect((await project.post("/v1/customers", { source_id: name })).status).toBe(200);
      const path = `/v1/customers/${encodeURIComponent(name)}`;
      expect((await project.get(path)).body.source_id).toBe(name);
    }
  });
});
