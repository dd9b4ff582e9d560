import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { done } from "../support/actions";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { DEAF_QUEUES, pausing, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";

const CARD = { gift: { amount: 100 } };

async function withVouchers(metadata: Record<string, object>): Promise<TestProject> {
  const project = await newProject();
  for (const [code, notes] of Object.entries(metadata)) {
    const reply = await project.post(`/v1/vouchers/${code}`, { ...CARD, metadata: notes });
    expect(reply.status).toBe(200);
  }
  return project;
}

const notesOf = async (project: TestProject, code: string) =>
  (await project.get(`/v1/vouchers/${code}`)).body.metadata;

describe("vouchers", () => {
  it("get metadata each of its own, without an event; an unknown code is told", async () => {
    const project = await withVouchers({ A: { tier: "gold", age: 33 }, B: {} });
    const before = await eventKinds(project.id);
    const action = await done(
      project,
      await project.post("/v1/vouchers/bulk/async", [
        { code: "A", metadata: { age: null, shoe: 38 } },
        { code: "NONE", metadata: { shoe: 1 } },
        { code: "B", metadata: { shoe: 40 } },
        { code: "A", metadata: { shoe: 39 } },
      ]),
    );
    expect(action).toMatchObject({
      type: "VOUCHERS.BULK_UPDATE",
      operation_status: "SUCCESS",
      result: {
        done_count: 3,
        failed_count: 1,
        results: [
          { code: "A", found: true, updated: true },
          { code: "NONE", found: false, updated: false },
          { code: "B", found: true, updated: true },
          { code: "A", found: true, updated: true },
        ],
        errors: [{ code: "NONE", key: "not_found", details: "Cannot find voucher with id NONE" }],
        reports: [],
      },
    });
    expect(await notesOf(project, "A")).toEqual({ tier: "gold", shoe: 39 });
    expect(await notesOf(project, "B")).toEqual({ shoe: 40 });
    expect(await eventKinds(project.id)).toEqual(before);
    expect(await rowsOf("vouchers", project.id)).toHaveLength(2);
    await expectSound(project.id);
  });

  it("have codes that could be paths of JSON", async () => {
    const codes = ["$10OFF", "[1]", 'a"b', "a\\b", "12"];
    const project = await newProject();
    for (const code of codes) await project.post("/v1/vouchers", { ...CARD, code });
    const sent = { codes, metadata: { sale: true } };
    const action = await done(project, await project.post("/v1/vouchers/metadata/async", sent));
    expect(action).toMatchObject({ operation_status: "SUCCESS", result: { done_count: 5 } });
    for (const code of codes) {
      expect(await notesOf(project, encodeURIComponent(code))).toEqual({ sale: true });
    }
  });

  it("get one metadata for all of them, two hundred in two steps", async () => {
    const project = await newProject();
    const codes = Array.from({ length: 200 }, (_, at) => `C-${at}`);
    const body = codes.map((code) => ({ code, ...CARD }));
    await done(project, await project.post("/v1/vouchers/import", body));
    const sent = { codes: [...codes, "C-0"], metadata: { wave: 2 } };
    const action = await done(project, await project.post("/v1/vouchers/metadata/async", sent));
    expect(action.result).toMatchObject({ done_count: 200, failed_count: 0, errors: [] });
    for (const code of ["C-0", "C-99", "C-100", "C-199"]) {
      expect(await notesOf(project, code), code).toEqual({ wave: 2 });
    }
  });

  it("are held against the metadata's schema, one by one", async () => {
    const project = await withVouchers({ A: {}, B: {} });
    await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "voucher",
      properties: { age: { type: "number", optional: true } },
    });
    const sent = [
      { code: "A", metadata: { age: "old" } },
      { code: "B", metadata: { age: 40 } },
    ];
    const action = await done(project, await project.post("/v1/vouchers/bulk/async", sent));
    expect(action.result).toMatchObject({
      done_count: 1,
      errors: [{ code: "A", key: "metadata_validation_failed" }],
    });
    expect(await notesOf(project, "A")).toEqual({});
    expect(await notesOf(project, "B")).toEqual({ age: 40 });
  });

  it("lose nothing that was written between reading and writing", async () => {
    const project = await withVouchers({ A: { kept: true } });
    const path = "/v1/vouchers/metadata/async";
    const body = { codes: ["A"], metadata: { wave: 1 } };
    const begun = await sendPausing(project, { path, body }, {}, DEAF_QUEUES);
    let times = 0;
    const before = async (batch: number) => {
      if (batch > 4) return;
      times = batch;
      await project.put("/v1/vouchers/A", { metadata: { times } });
    };
    const DB = pausing(homeDb(), { before }, { count: 0 });
    const message = { project_id: project.id, action_id: begun.body.async_action_id };
    await actionJob({ ...env, [homeName()]: DB, ...DEAF_QUEUES }, message);
    expect(times).toBeGreaterThan(0);
    expect(await notesOf(project, "A")).toEqual({ kept: true, times, wave: 1 });
  });

  it("refuse what they cannot read, and name it", async () => {
    const project = await withVouchers({ A: {} });
    for (const [path, body, field] of [
      ["/v1/vouchers/bulk/async", [{ code: "A" }], "metadata"],
      ["/v1/vouchers/bulk/async", [{ metadata: {} }], "code"],
      ["/v1/vouchers/metadata/async", { codes: [1], metadata: {} }, "codes"],
      ["/v1/vouchers/metadata/async", { codes: ["A"] }, "metadata"],
      ["/v1/products/bulk/async", [{ name: "Shirt" }], "source_id"],
      ["/v1/products/bulk/async", [{ source_id: "s", price: -1 }], "price"],
      ["/v1/products/metadata/async", { source_ids: [""], metadata: {} }, "source_ids"],
    ] as const) {
      const reply = await project.post(path, body);
      expect(failure(reply, 400, "invalid_payload").details, path).toContain(field);
    }
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });
});

describe("products", () => {
  it("are written by their source ids, and unknown ones are created", async () => {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "shirt", name: "Shirt", price: 500 });
    const action = await done(
      project,
      await project.post("/v1/products/bulk/async", [
        { source_id: "shirt", price: 600, metadata: { hue: "red" } },
        { source_id: "sock", name: "Sock", attributes: ["size"] },
        { source_id: "shirt", metadata: { cut: "slim" } },
      ]),
    );
    expect(action).toMatchObject({
      type: "PRODUCTS.BULK_UPDATE",
      result: {
        done_count: 3,
        results: [
          { source_id: "shirt", found: true, updated: true },
          { source_id: "sock", found: false, updated: true },
          { source_id: "shirt", found: true, updated: true },
        ],
      },
    });
    expect((await project.get("/v1/products/shirt")).body).toMatchObject({
      name: "Shirt",
      price: 600,
      metadata: { hue: "red", cut: "slim" },
    });
    expect((await project.get("/v1/products/sock")).body).toMatchObject({
      name: "Sock",
      price: null,
      attributes: ["size"],
    });
    expect((await project.get("/v1/products")).body.total).toBe(2);
  });

  it("get one metadata for all of them", async () => {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "shirt", metadata: { hue: "red" } });
    const sent = { source_ids: ["shirt", "sock"], metadata: { season: 1 } };
    const action = await done(project, await project.post("/v1/products/metadata/async", sent));
    expect(action.result).toMatchObject({ done_count: 2 });
    const metadata = async (id: string) => (await project.get(`/v1/products/${id}`)).body.metadata;
    expect(await metadata("shirt")).toEqual({ hue: "red", season: 1 });
    expect(await metadata("sock")).toEqual({ season: 1 });
  });
});
