import { describe, expect, it } from "vitest";
import { Voucher } from "../../src/model/voucher";
import { costOf, eventKinds, eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { strictly } from "../support/strict";

const discount = { type: "PERCENT", percent_off: 20 } as const;
const create = (project: TestProject, body: object = {}) =>
  project.post("/v1/vouchers/GONE", { discount, ...body });

describe("DELETE /v1/vouchers/{code}", () => {
  it("204: it is gone and its code stays reserved", async () => {
    const project = await newProject();
    const created = await create(project);
    const reply = await project.delete("/v1/vouchers/gone");
    expect([reply.status, reply.body]).toEqual([204, ""]);
    expect(costOf(reply).roundTrips).toBe(2);
    for (const name of ["GONE", created.body.id]) {
      expect((await project.get(`/v1/vouchers/${name}`)).status).toBe(404);
    }
    const list = await project.get("/v1/vouchers");
    expect([list.body.total, list.body.vouchers]).toEqual([0, []]);
    const again = await create(project);
    expect([again.status, again.body.key]).toEqual([409, "duplicate_found"]);
    expect(await eventKinds(project.id)).toEqual(["voucher.created", "voucher.deleted"]);
    const [, deleted] = await eventsOf(project.id);
    expect(deleted?.entity_id).toBe(created.body.id);
    expect(strictly(Voucher, deleted?.data.voucher)).toEqual({
      ...created.body,
      validation_rules_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
    });
  });

  it("204 with force: the code is free again", async () => {
    const project = await newProject();
    const created = await create(project);
    const reply = await project.delete(`/v1/vouchers/${created.body.id}?force=true`);
    expect(reply.status).toBe(204);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    const again = await create(project);
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(created.body.id);
    expect((await project.get("/v1/vouchers")).body.total).toBe(1);
  });

  it.each(["the code", "the id"])("204 with force frees what was deleted, by %s", async (by) => {
    const project = await newProject();
    const created = await create(project);
    await project.delete("/v1/vouchers/GONE");
    const name = by === "the id" ? created.body.id : "gOnE";
    expect((await project.delete(`/v1/vouchers/${name}?force=true`)).status).toBe(204);
    expect(await eventKinds(project.id)).toEqual(["voucher.created", "voucher.deleted"]);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ vouchers: 0 }]);
    expect((await create(project)).status).toBe(200);
    expect((await project.get("/v1/vouchers")).body.total).toBe(1);
  });

  it("takes its rule assignments and their counts along, and tells of each", async () => {
    const project = await newProject();
    const names = ["One", "Two"];
    const rules = await Promise.all(
      names.map((name) => project.post("/v1/validation-rules", { name, rules: {} })),
    );
    const ids = rules.map(({ body }) => body.id);
    await create(project, { validation_rules: ids });
    await project.post("/v1/vouchers/OTHER", { discount, validation_rules: [ids[0]] });
    expect((await project.delete("/v1/vouchers/GONE")).status).toBe(204);
    const counts = await Promise.all(
      ids.map(async (id) => (await project.get(`/v1/validation-rules/${id}`)).body),
    );
    expect(counts.map(({ assignments_count }) => assignments_count)).toEqual([1, 0]);
    const left = await project.get("/v1/validation-rules-assignments");
    expect(left.body.total).toBe(1);
    expect(await rowsOf("validation_rules_assignments", project.id)).toHaveLength(1);
    const told = (await eventsOf(project.id)).slice(-3);
    expect(told.map(({ kind }) => kind)).toEqual([
      "business_validation_rule.assignment.deleted",
      "business_validation_rule.assignment.deleted",
      "voucher.deleted",
    ]);
    expect(told.slice(0, 2).map(({ data }) => data.rule)).toEqual(
      expect.arrayContaining(counts.map((rule) => rule)),
    );
    expect((await create(project)).status).toBe(409);
  });

  it("keeps the redemptions that were made with it", async () => {
    const project = await newProject();
    await create(project);
    const used = await project.post("/v1/vouchers/GONE/redemption", { order: { amount: 100 } });
    await project.delete("/v1/vouchers/GONE?force=true");
    const got = await project.get(`/v1/redemptions/${used.body.id}`);
    expect([got.status, got.body.result]).toEqual([200, "SUCCESS"]);
  });

  it("404: unknown, deleted before, deleted for good before, of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await other.post("/v1/vouchers/THEIRS", { discount });
    await create(project);
    await project.delete("/v1/vouchers/GONE");
    for (const path of ["MISSING", "MISSING?force=true", "GONE", "THEIRS", "THEIRS?force=1"]) {
      const reply = await project.delete(`/v1/vouchers/${path}`);
      expect([path, reply.status, reply.body.key]).toEqual([path, 404, "not_found"]);
    }
    await project.delete("/v1/vouchers/GONE?force=true");
    expect((await project.delete("/v1/vouchers/GONE?force=true")).status).toBe(404);
    expect(await rowsOf("vouchers", other.id)).toMatchObject([{ deleted_at: null }]);
  });

  it("400 invalid_query_params: force that is neither true nor false", async () => {
    const project = await newProject();
    await create(project);
    const reply = await project.delete("/v1/vouchers/GONE?force=perhaps");
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
    expect((await project.get("/v1/vouchers/GONE")).status).toBe(200);
  });
});
