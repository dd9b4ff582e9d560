import { describe, expect, it } from "vitest";
import {
  CustomEventSchema,
  CustomEventSchemaList,
} from "../../src/resources/management/custom-event-schemas/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";

const base = (project: TestProject) => `/management/v1/projects/${project.id}/custom-event-schemas`;

async function create(project: TestProject, body: object = {}) {
  const reply = await project.post(base(project), {
    name: "visit",
    schema: {
      properties: { page: { type: "string" }, seconds: { type: "number", optional: true } },
    },
    ...body,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(CustomEventSchema, reply);
}

describe("custom-event-schemas", () => {
  it("200: defines an event and reads it back, alone and in the list", async () => {
    const project = await newProject();
    const schema = await create(project);
    const { id, created_at, ...rest } = schema;
    expect(id).toMatch(/^ms_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      name: "visit",
      schema: {
        properties: {
          page: { type: "string", optional: false },
          seconds: { type: "number", optional: true },
        },
      },
      object: "custom-event-schema",
    });
    expect((await project.get(`${base(project)}/${id}`)).body).toEqual(schema);
    const list = parsed(CustomEventSchemaList, await project.get(base(project)));
    expect(list).toEqual({
      object: "list",
      data_ref: "data",
      data: [schema],
      total: 1,
      has_more: false,
    });
  });

  it("200: an event without a schema of its metadata", async () => {
    const project = await newProject();
    expect((await create(project, { schema: null })).schema).toEqual({ properties: {} });
  });

  it.each(["order.paid", "customer.segment.entered", "customer.loyalty.tier.upgraded"])(
    "400: %s is an event of the service, and nothing is defined",
    async (name) => {
      const project = await newProject();
      const { details } = failure(
        await project.post(base(project), { name }),
        400,
        "invalid_payload",
      );
      expect(details).toBe(`Property .name must not be ${name}, which is an event of the service`);
      expect(await rowsOf("custom_event_schemas", project.id)).toEqual([]);
      expect((await create(project, { name: `${name}.here` })).name).toBe(`${name}.here`);
    },
  );

  it("200: an update adds and replaces definitions, the name stays", async () => {
    const project = await newProject();
    const { id } = await create(project);
    const reply = await project.put(`${base(project)}/${id}`, {
      name: "other",
      schema: { properties: { page: { type: "string", deleted: true }, at: { type: "datetime" } } },
    });
    const after = parsed(CustomEventSchema, reply);
    expect(after.name).toBe("visit");
    expect(after.updated_at).toMatch(/Z$/);
    expect(after.schema.properties).toEqual({
      page: { type: "string", optional: false, deleted: true },
      seconds: { type: "number", optional: true },
      at: { type: "datetime", optional: false },
    });
  });

  it("204: deleted once, then 404", async () => {
    const project = await newProject();
    const { id } = await create(project);
    expect((await project.delete(`${base(project)}/${id}`)).status).toBe(204);
    expect((await project.delete(`${base(project)}/${id}`)).status).toBe(404);
    expect((await project.get(`${base(project)}/${id}`)).status).toBe(404);
    expect(await rowsOf("custom_event_schemas", project.id)).toEqual([]);
  });

  it("400: a type that events do not have, and a body without a name", async () => {
    const project = await newProject();
    const wrong = await project.post(base(project), {
      name: "visit",
      schema: { properties: { page: { type: "object" } } },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.details).toContain(
      "Property .schema.properties.page.type must be equal to one",
    );
    const nameless = await project.post(base(project), {});
    expect(nameless.body.details).toBe("Payload must have required property 'name'");
    expect((await project.post(base(project), { name: "x".repeat(301) })).status).toBe(400);
    expect(await rowsOf("custom_event_schemas", project.id)).toEqual([]);
  });

  it("404: another project's schema", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { id } = await create(other);
    expect((await project.get(`${base(project)}/${id}`)).status).toBe(404);
    expect((await project.put(`${base(project)}/${id}`, {})).status).toBe(404);
    expect((await project.delete(`${base(project)}/${id}`)).status).toBe(404);
    expect(await rowsOf("custom_event_schemas", other.id)).toHaveLength(1);
  });

  it("409: a name that is taken, also in a race", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      [1, 2].map(() => project.post(base(project), { name: "visit" })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      key: "duplicate_found",
      details: "Duplicated custom_event_schema exists with name visit",
      resource_id: "visit",
      resource_type: "custom_event_schema",
    });
    expect(await rowsOf("custom_event_schemas", project.id)).toHaveLength(1);
  });
});
