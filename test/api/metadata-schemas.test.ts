import { describe, expect, it } from "vitest";
import {
  ManagedSchema,
  ManagedSchemaList,
  MetadataSchema,
} from "../../src/resources/management/metadata-schemas/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";

const base = (project: TestProject) => `/management/v1/projects/${project.id}/metadata-schemas`;

const PROPERTIES = {
  tier: { type: "string", optional: true, eq: ["gold", "silver"] },
  age: { type: "number", gte: 0, lt: 150 },
  tags: { type: "string", array: true, optional: true },
  home: { type: "object", object_type: "address", optional: true },
};

async function create(project: TestProject, body: object = {}) {
  const reply = await project.post(base(project), {
    related_object: "customer",
    properties: PROPERTIES,
    ...body,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(ManagedSchema, reply);
}

const SHOWN = {
  related_object: "customer",
  allow_defined_only: false,
  properties: {
    tier: {
      type: "string",
      array: false,
      optional: true,
      object_type: null,
      eq: ["gold", "silver"],
    },
    age: { type: "number", array: false, optional: false, object_type: null, gte: 0, lt: 150 },
    tags: { type: "string", array: true, optional: true, object_type: null },
    home: { type: "object", array: false, optional: true, object_type: "address" },
  },
  updated_at: null,
  object: "metadata_schema",
};

const oneProperty = (project: TestProject, property: object) =>
  project.post(base(project), { related_object: "order", properties: { p: property } });

describe("POST metadata-schemas", () => {
  it("200: defines the metadata of a kind of object", async () => {
    const project = await newProject();
    const { id, created_at, ...rest } = await create(project);
    expect(id).toMatch(/^ms_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual(SHOWN);
  });

  it("200: lengths are read in both spellings, and shown in that of each family", async () => {
    const project = await newProject();
    const limits = { min_length: 2, maxLength: 9 };
    const { properties } = await create(project, {
      properties: { name: { type: "string", ...limits }, zip: { type: "string", exactLength: 5 } },
    });
    const plain = { type: "string", array: false, optional: false };
    expect(properties).toEqual({
      name: { ...plain, object_type: null, min_length: 2, max_length: 9 },
      zip: { ...plain, object_type: null, exact_length: 5 },
    });
    const listed = parsed(MetadataSchema, await project.get("/v1/metadata-schemas/customer"));
    expect(listed.properties).toEqual({
      name: { ...plain, objectType: null, minLength: 2, maxLength: 9 },
      zip: { ...plain, objectType: null, exactLength: 5 },
    });
    const bad = await project.post("/v1/customers", { metadata: { name: "x", zip: "12345" } });
    expect([bad.status, bad.body.key]).toEqual([400, "metadata_validation_failed"]);
  });

  it("200: nulls are absent, and the spelling of the SDK's types is read", async () => {
    const project = await newProject();
    const { properties } = await create(project, {
      allow_defined_only: null,
      properties: { home: { type: "object", array: null, eq: null, objectType: "address" } },
    });
    expect(properties).toEqual({
      home: { type: "object", array: false, optional: false, object_type: "address" },
    });
    const empty = await create(project, { related_object: "address", properties: null });
    expect(empty.properties).toEqual({});
  });

  it.each([
    [{ type: "text" }, "Property .properties.p.type must be equal to one of the allowed values"],
    [{}, "Property .properties.p must have required property 'type'"],
    [{ type: "number", lt: "two" }, "Property .properties.p.lt must be number"],
    [{ type: "string", lt: 2 }, "Property .properties.p.lt has no meaning for a string"],
    [
      { type: "number", minLength: 2 },
      "Property .properties.p.minLength has no meaning for a number",
    ],
    [
      { type: "number", max_length: 2 },
      "Property .properties.p.max_length has no meaning for a number",
    ],
    [{ type: "number", eq: [1, "2"] }, "Property .properties.p.eq must be values of a number"],
    [{ type: "string", ne: [1] }, "Property .properties.p.ne must be values of a string"],
    [
      { type: "string", object_type: "a" },
      "Property .properties.p.object_type has no meaning for a string",
    ],
  ])("400: %j", async (property, details) => {
    const project = await newProject();
    const reply = await oneProperty(project, property);
    expect(reply.status).toBe(400);
    expect(reply.body.key).toBe("invalid_payload");
    expect(reply.body.details).toContain(details);
    expect(await rowsOf("metadata_schemas", project.id)).toEqual([]);
  });

  it("400: more than 100 definitions, or more text than a schema can be", async () => {
    const project = await newProject();
    const many = Array.from({ length: 101 }, (_, at) => [`p${at}`, { type: "string" }]);
    const reply = await project.post(base(project), {
      related_object: "order",
      properties: Object.fromEntries(many),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.details).toBe("Property .properties must NOT have more than 100 definitions");
    const long = await oneProperty(project, {
      type: "string",
      eq: Array(60).fill("x".repeat(1000)),
    });
    expect(long.status).toBe(400);
    expect(long.body.details).toBe("Property .properties must NOT have more than 50000 characters");
    expect(await rowsOf("metadata_schemas", project.id)).toEqual([]);
  });

  it("400: no name for the kind of object", async () => {
    const project = await newProject();
    const reply = await project.post(base(project), { properties: {} });
    expect(reply.status).toBe(400);
    expect(reply.body.details).toBe("Payload must have required property 'related_object'");
  });

  it("400: a hundred schemas are enough, also for two at once", async () => {
    const project = await newProject();
    const names = Array.from({ length: 99 }, (_, at) => `kind_${at}`);
    for (const name of names) await create(project, { related_object: name, properties: {} });
    const replies = await Promise.all(
      ["a", "b"].map((name) => project.post(base(project), { related_object: name })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.details).toBe(
      "A project can have 100 metadata schemas at most",
    );
    expect(await rowsOf("metadata_schemas", project.id)).toHaveLength(100);
  });

  it("409: a second schema for one kind of object, also in a race", async () => {
    const project = await newProject();
    const bodies = [{ related_object: "customer" }, { related_object: "customer" }];
    const replies = await Promise.all(bodies.map((body) => project.post(base(project), body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      key: "duplicate_found",
      details: "Duplicated metadata schema exists with related_object customer",
      resource_type: "metadata schema",
    });
    expect(await rowsOf("metadata_schemas", project.id)).toHaveLength(1);
  });
});

describe("GET metadata-schemas", () => {
  it("200: one by its id, all in one list", async () => {
    const project = await newProject();
    const first = await create(project);
    const second = await create(project, { related_object: "order" });
    expect((await project.get(`${base(project)}/${first.id}`)).body).toEqual(first);
    const reply = await project.get(base(project));
    const list = parsed(ManagedSchemaList, reply);
    expect(list.data.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(list.total).toBe(2);
    expect(list.data_ref).toBe("data");
  });

  it("404: an unknown id, and the id of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { id } = await create(other);
    for (const name of ["ms_1", id]) {
      const reply = await project.get(`${base(project)}/${name}`);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ resource_id: name, resource_type: "metadata schema" });
    }
  });
});

describe("PUT metadata-schemas", () => {
  it("200: adds and replaces definitions by name, keeps the others and what it is for", async () => {
    const project = await newProject();
    const before = await create(project);
    const reply = await project.put(`${base(project)}/${before.id}`, {
      related_object: "order",
      allow_defined_only: true,
      properties: {
        age: { type: "string" },
        shoe: { type: "number" },
        tier: { type: "string", deleted: true },
      },
    });
    const after = parsed(ManagedSchema, reply);
    expect(after).toEqual({
      ...before,
      allow_defined_only: true,
      properties: {
        ...before.properties,
        age: { type: "string", array: false, optional: false, object_type: null },
        shoe: { type: "number", array: false, optional: false, object_type: null },
        tier: { type: "string", array: false, optional: false, object_type: null, deleted: true },
      },
      updated_at: after.updated_at,
    });
    expect(after.updated_at).toMatch(/Z$/);
    expect((await project.get(`${base(project)}/${before.id}`)).body).toEqual(after);
  });

  it("200: two updates at once both hold", async () => {
    const project = await newProject();
    const { id } = await create(project, { properties: {} });
    await Promise.all(
      ["a", "b", "c"].map((name) =>
        project.put(`${base(project)}/${id}`, { properties: { [name]: { type: "string" } } }),
      ),
    );
    const { body } = await project.get(`${base(project)}/${id}`);
    expect(Object.keys(body.properties).sort()).toEqual(["a", "b", "c"]);
  });

  it("400: deleted definitions count", async () => {
    const project = await newProject();
    const many = Array.from({ length: 100 }, (_, at) => [
      `p${at}`,
      { type: "string", deleted: true },
    ]);
    const { id } = await create(project, { properties: Object.fromEntries(many) });
    const reply = await project.put(`${base(project)}/${id}`, {
      properties: { q: { type: "string" } },
    });
    expect(reply.status).toBe(400);
  });

  it("404: an unknown id", async () => {
    const project = await newProject();
    expect((await project.put(`${base(project)}/ms_1`, {})).status).toBe(404);
  });
});

describe("DELETE metadata-schemas", () => {
  it("204: once, then 404", async () => {
    const project = await newProject();
    const { id } = await create(project);
    expect((await project.delete(`${base(project)}/${id}`)).status).toBe(204);
    expect((await project.delete(`${base(project)}/${id}`)).status).toBe(404);
    expect(await rowsOf("metadata_schemas", project.id)).toEqual([]);
  });
});

describe("GET /v1/metadata-schemas", () => {
  it("200: what back ends may know", async () => {
    const project = await newProject();
    const schema = await create(project);
    const shown = {
      ...schema,
      properties: {
        tier: {
          type: "string",
          array: false,
          optional: true,
          objectType: null,
          eq: ["gold", "silver"],
        },
        age: { type: "number", array: false, optional: false, objectType: null, gte: 0, lt: 150 },
        tags: { type: "string", array: true, optional: true, objectType: null },
        home: { type: "object", array: false, optional: true, objectType: "address" },
      },
    };
    expect((await project.get("/v1/metadata-schemas")).body).toEqual({
      object: "list",
      data_ref: "schemas",
      schemas: [shown],
      total: 1,
      has_more: false,
    });
    expect((await project.get("/v1/metadata-schemas/customer")).body).toEqual(shown);
  });

  it("404: a kind of object without a schema", async () => {
    const project = await newProject();
    expect((await project.get("/v1/metadata-schemas/order")).status).toBe(404);
  });
});
