import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { done } from "../support/actions";
import { eventKinds, newProject, rowsOf } from "../support/api";
import { DEAF_QUEUES, pausing, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";

const BULK = "/v1/customers/bulk/async";
const METADATA = "/v1/customers/metadata/async";

describe("POST /v1/customers/bulk/async", () => {
  it("202: updates known customers without an event, and creates the others", async () => {
    const project = await newProject();
    const { body: jane } = await project.post("/v1/customers", {
      source_id: "jane",
      name: "Jane",
      address: { city: "Berlin" },
      metadata: { tier: "gold", age: 33 },
    });
    const action = await done(
      project,
      await project.post(BULK, [
        { source_id: "jane", email: "jane@example.com", metadata: { age: null, shoe: 38 } },
        { source_id: "john", name: "John" },
        { source_id: "jane", address: { city: null, country: "DE" }, name: null },
      ]),
    );
    expect(action).toMatchObject({
      type: "CUSTOMERS.BULK_UPDATE",
      operation_status: "SUCCESS",
      counts: { done: 3, total: 3 },
      result: {
        done_count: 3,
        results: [
          { source_id: "jane", found: true, updated: true },
          { source_id: "john", found: false, updated: true },
          { source_id: "jane", found: true, updated: true },
        ],
      },
    });
    const { name: _, ...rest } = jane;
    const { body } = await project.get("/v1/customers/jane");
    expect(body).toEqual({
      ...rest,
      email: "jane@example.com",
      address: { city: null, country: "DE" },
      metadata: { tier: "gold", shoe: 38 },
      updated_at: body.updated_at,
    });
    expect(body.updated_at).toMatch(/Z$/);
    expect((await project.get("/v1/customers/john")).body.name).toBe("John");
    expect(await eventKinds(project.id)).toEqual(["customer.created", "customer.created"]);
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
    await expectSound(project.id);
    const [row] = await rowsOf("async_actions", project.id);
    expect(row?.state).toBe("{}");
    expect(row?.input).not.toContain("jane");
  });

  it("202: an entry that does not fit the metadata schema is told, the others are written", async () => {
    const project = await newProject();
    await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "customer",
      properties: { age: { type: "number", optional: true } },
    });
    const action = await done(
      project,
      await project.post(BULK, [
        { source_id: "jane", metadata: { age: "old" } },
        { source_id: "john", metadata: { age: 40 } },
      ]),
    );
    expect(action.operation_status).toBe("SUCCESS");
    expect(action.result).toMatchObject({
      done_count: 1,
      failed_count: 1,
      results: [
        {
          source_id: "jane",
          found: false,
          updated: false,
          error: {
            key: "metadata_validation_failed",
            message: "Metadata validation failed",
            details: "age: must be a number (actual value is 'old')",
          },
        },
        { source_id: "john", found: false, updated: true },
      ],
      errors: [
        {
          source_id: "jane",
          key: "metadata_validation_failed",
          message: "Metadata validation failed",
          details: "age: must be a number (actual value is 'old')",
        },
      ],
    });
    expect((await project.get("/v1/customers/jane")).status).toBe(404);
    const none = await done(
      project,
      await project.post(BULK, [{ source_id: "john", metadata: { age: "old" } }]),
    );
    expect(none).toMatchObject({ operation_status: "FAILED", result: { done_count: 0 } });
    expect((await project.get("/v1/customers/john")).body.metadata).toEqual({ age: 40 });
  });

  it("400: no list, one that is too long, an entry without a source id", async () => {
    const project = await newProject();
    const many = Array.from({ length: 101 }, (_, at) => ({ source_id: `c${at}` }));
    for (const body of [
      { source_id: "jane" },
      many,
      [{ name: "Jane" }],
      [{ source_id: null }],
      [{ source_id: "" }],
    ]) {
      const reply = await project.post(BULK, body);
      expect(reply.status, JSON.stringify(body).slice(0, 50)).toBe(400);
      expect(reply.body.key).toBe("invalid_payload");
    }
    const wrong = await project.post(BULK, [{ source_id: "a" }, { source_id: "b", name: 1 }]);
    expect(wrong.body.details).toBe("Property [1].name must be string");
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("202: the same request under one idempotency key begins once", async () => {
    const project = await newProject();
    const send = () => project.post(BULK, [{ source_id: "jane" }], { "idempotency-key": "k" });
    const [one, two] = [await send(), await send()];
    expect(two.body).toEqual(one.body);
    await done(project, one);
    expect(await rowsOf("async_actions", project.id)).toHaveLength(1);
  });

  it("two updates of the same hundred customers at once are both written, whole", async () => {
    const project = await newProject();
    const all = Array.from({ length: 100 }, (_, at) => ({ source_id: `c${at}` }));
    const [one, two] = await Promise.all([
      project.post(
        BULK,
        all.map((each) => ({ ...each, name: "N" })),
      ),
      project.post(
        BULK,
        all.map((each) => ({ ...each, email: "e@x.y" })),
      ),
    ]);
    await Promise.all([done(project, one), done(project, two)]);
    const rows = await rowsOf("customers", project.id);
    expect(rows).toHaveLength(100);
    expect(rows.filter(({ name, email }) => name === "N" && email === "e@x.y")).toHaveLength(100);
    await expectSound(project.id);
  });
});

describe("a bulk update that others get in the way of", () => {
  it("keeps what was written between its read and its write", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane" });
    const request = { path: METADATA, body: { source_ids: ["jane"], metadata: { lang: "en" } } };
    const begun = await sendPausing(project, request, {}, DEAF_QUEUES);
    let last = "";
    const before = async (batch: number) => {
      if (batch > 4) return;
      last = `Jane ${batch}`;
      await project.put("/v1/customers/jane", { name: last });
    };
    const DB = pausing(homeDb(), { before }, { count: 0 });
    const message = { project_id: project.id, action_id: begun.body.async_action_id };
    await actionJob({ ...env, [homeName()]: DB, ...DEAF_QUEUES }, message);
    const { body } = await project.get("/v1/customers/jane");
    expect(last).not.toBe("");
    expect(body).toMatchObject({ name: last, metadata: { lang: "en" } });
    const [action] = await rowsOf("async_actions", project.id);
    expect(action).toMatchObject({ status: "DONE", cursor: 1, done: 1 });
  });
});

describe("POST /v1/customers/metadata/async", () => {
  it("202: adds metadata to all of them, in steps, and creates those that are unknown", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "c7", metadata: { lang: "de", old: 1 } });
    const source_ids = Array.from({ length: 250 }, (_, at) => `c${at}`);
    const action = await done(
      project,
      await project.post(METADATA, { source_ids: [...source_ids, "c7"], metadata: { lang: "en" } }),
    );
    expect(action).toMatchObject({
      type: "CUSTOMERS.METADATA_UPDATE",
      operation_status: "SUCCESS",
      counts: { done: 250, total: 250 },
      result: { done_count: 250 },
    });
    const rows = await rowsOf("customers", project.id);
    expect(rows).toHaveLength(250);
    expect(rows.filter(({ metadata }) => metadata === '{"lang":"en"}')).toHaveLength(249);
    expect((await project.get("/v1/customers/c7")).body.metadata).toEqual({ lang: "en", old: 1 });
    expect((await rowsOf("async_actions", project.id))[0]?.cursor).toBe(3);
    await expectSound(project.id);
  });

  it("a message that comes twice does nothing twice", async () => {
    const project = await newProject();
    const source_ids = Array.from({ length: 250 }, (_, at) => `c${at}`);
    const reply = await project.post(METADATA, { source_ids, metadata: { lang: "en" } });
    const message = { project_id: project.id, action_id: reply.body.async_action_id };
    const deliveries = [1, 2, 3].map(() => actionJob(env, message));
    for (const delivery of await Promise.allSettled(deliveries)) {
      // One that loses each of its attempts to another is delivered again.
      if (delivery.status === "rejected") expect(delivery.reason.key).toBe("multiple_requests");
    }
    const action = await done(project, reply);
    expect(action.result?.done_count).toBe(250);
    expect(await rowsOf("customers", project.id)).toHaveLength(250);
    expect(await eventKinds(project.id)).toHaveLength(250);
    await expectSound(project.id);
  });

  it("400: without metadata, or with a source id that is none", async () => {
    const project = await newProject();
    for (const body of [
      { source_ids: ["a"] },
      { source_ids: [""], metadata: {} },
      { source_ids: "a", metadata: {} },
    ]) {
      expect((await project.post(METADATA, body)).status).toBe(400);
    }
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });
});
