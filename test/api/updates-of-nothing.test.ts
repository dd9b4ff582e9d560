import { describe, expect, it } from "vitest";
import { done } from "../support/actions";
import { costOf, eventKinds, newProject, type TestProject } from "../support/api";
import { resultOf, sendCsv, sendRaw, stock } from "../support/imports";
import { promotion, stack, tier } from "../support/promotions";

const own = ({ id }: TestProject, path: string) => `/management/v1/projects/${id}${path}`;

/** Makes one of a kind with a POST; answers its path. */
async function made(project: TestProject, path: string, body: object): Promise<string> {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return `${path}/${reply.body.id}`;
}

const properties = { pages: { type: "number" }, seen: { type: "datetime", optional: true } };

interface Kind {
  kind: string;
  make: (project: TestProject) => Promise<string>;
  change: object;
}

const KINDS: Kind[] = [
  {
    kind: "a custom event schema",
    make: (project) =>
      made(project, own(project, "/custom-event-schemas"), { name: "visit", schema: {} }),
    change: { schema: { properties } },
  },
  {
    kind: "a metadata schema",
    make: (project) =>
      made(project, own(project, "/metadata-schemas"), { related_object: "order" }),
    change: { allow_defined_only: true, properties },
  },
  {
    kind: "stacking rules",
    make: (project) => made(project, own(project, "/stacking-rules"), { redeemables_limit: 20 }),
    change: { redeemables_limit: 10, redeemables_application_mode: "PARTIAL" },
  },
  {
    kind: "a project",
    make: async (project) => own(project, ""),
    change: { name: "Renamed", client_trusted_domains: ["https://shop.example"] },
  },
  {
    kind: "a promotion stack",
    make: async (project) => {
      const id = await promotion(project, "Sale");
      const { id: first } = await tier(project, id, "First");
      return `/v1/promotions/${id}/stacks/${(await stack(project, id, "One", [first])).id}`;
    },
    change: { name: "The one" },
  },
];

describe("an update that changes nothing", () => {
  it.each(KINDS)("of $kind writes nothing, and its updated_at stays", async ({ make, change }) => {
    const project = await newProject();
    const path = await make(project);
    const first = await project.put(path, change);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(costOf(first).written).toBeGreaterThan(0);
    expect(first.body).toMatchObject(change);
    const events = await eventKinds(project.id);
    await scheduler.wait(2);
    const again = await project.put(path, change);
    expect(again.body).toEqual(first.body);
    expect(costOf(again).written).toBe(0);
    expect(await eventKinds(project.id)).toEqual(events);
  });
});

const csv = (path: string, ...lines: string[]) => ({
  path,
  upload: (project: TestProject) => sendCsv(project, path, lines.join("\n")),
});

const ORDERS = "/v1/orders/import";
const UPLOADS = [
  csv(
    "/v1/customers/importCSV",
    "Source ID,Name,City,Birthdate,tier",
    "ada,Ada,Paris,1815-12-10,gold",
    "bob,Bob,,,",
  ),
  csv(
    "/v1/products/importCSV",
    "Source ID,Name,Price,Attributes,tier",
    'shirt,Shirt,19.99,"size, colour",gold',
  ),
  csv("/v1/skus/importCSV", "Source ID,Product ID,SKU,Price,tier", "blue,shirt,Blue,9.99,gold"),
  {
    path: ORDERS,
    upload: (project: TestProject) => {
      const items = [{ product_id: "shirt", quantity: 2, price: 500 }];
      const order = { source_id: "o-1", items, metadata: { tier: "gold" } };
      return sendRaw(project, ORDERS, JSON.stringify([order]), "application/json");
    },
  },
];

const metadata = { tier: "gold" };
const BULKS = [
  { path: "/v1/customers/bulk/async", entry: { source_id: "ada", name: "Ada", metadata } },
  { path: "/v1/products/bulk/async", entry: { source_id: "shirt", name: "Shirt", metadata } },
  { path: "/v1/vouchers/bulk/async", entry: { code: "ONE", metadata } },
];

describe("a bulk update of what stands already", () => {
  it.each(BULKS)("$path writes nothing, and tells it as updated", async ({ path, entry }) => {
    const project = await newProject();
    const discount = { type: "AMOUNT", amount_off: 100 };
    await made(project, "/v1/vouchers", { code: "ONE", discount });
    const { result: first } = await done(project, await project.post(path, [entry]));
    expect(first).toMatchObject({ done_count: 1 });
    const before = await stock(project);
    await scheduler.wait(2);
    const { result } = await done(project, await project.post(path, [entry, entry]));
    expect(result).toMatchObject({ done_count: 2, failed_count: 0 });
    expect(await stock(project)).toEqual(before);
  });
});

describe("a file whose rows all stand already", () => {
  it.each(UPLOADS)("$path writes none of them, and tells them as updated", async ({ upload }) => {
    const project = await newProject();
    await made(project, "/v1/products", { source_id: "shirt" });
    const first = await resultOf(project, await upload(project));
    expect(first).toMatchObject({ operation_status: "SUCCESS", rows: first.done_count });
    const before = await stock(project);
    await scheduler.wait(2);
    const again = await resultOf(project, await upload(project));
    const { rows } = first;
    expect(again).toMatchObject({ operation_status: "SUCCESS", created: 0, updated: rows, rows });
    expect(await stock(project)).toEqual(before);
  });
});
