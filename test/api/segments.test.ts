import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { CustomerSegments, Segment } from "../../src/resources/segments/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { parallel } from "../support/redeeming";

const SegmentList = listOf("data", Segment);

async function create(project: TestProject, sent: object): Promise<Segment> {
  const reply = await project.post("/v1/segments", sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Segment, reply);
}

const customer = async (project: TestProject, source_id: string, sent: object = {}) =>
  (await project.post("/v1/customers", { source_id, ...sent })).body.id as string;

const listedMembers = async (project: TestProject, id: string): Promise<string[]> => {
  const rows = await rowsOf("segment_members", project.id);
  return rows.filter((row) => row.segment_id === id).map((row) => String(row.customer_id));
};

async function segmentsOf(project: TestProject, name: string): Promise<string[]> {
  const reply = await project.get(`/v1/customers/${name}/segments`);
  const { data, total } = parsed(CustomerSegments, reply);
  expect(costOf(reply).roundTrips).toBe(1);
  expect(total).toBe(data.length);
  return data.map((each) => each.name);
}

const gold = { "metadata.tier": { conditions: { $is: ["gold"] } } };

/** So many customers, straight into the table. */
const crowd = (project: TestProject, count: number) =>
  homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO customers (project_id, id, source_id, metadata, created_at)
     SELECT ?1, printf('cust_0%023d', i), printf('crowd-%d', i), '{}', '2026-01-01T00:00:00.000Z' FROM n`,
    )
    .bind(project.id, count)
    .run();

describe("POST /v1/segments", () => {
  it("200: a static segment lists customers by id and by source id, each once", async () => {
    const project = await newProject();
    const [jane, john] = [await customer(project, "jane"), await customer(project, "john")];
    const customers = [jane, "john", "jane"];
    const made = await create(project, { name: "Us", type: "static", customers });
    const { id, created_at, ...rest } = made;
    expect(id).toMatch(/^seg_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      name: "Us",
      updated_at: null,
      type: "static",
      filter: null,
      initial_sync_status: "DONE",
      object: "segment",
    });
    expect((await listedMembers(project, id)).toSorted()).toEqual([jane, john].toSorted());
  });

  it.each(["auto-update", "passive"])("200: an %s segment keeps its filter", async (type) => {
    const project = await newProject();
    const filter = { junction: "OR", ...gold, email: { conditions: { $has_value: true } } };
    expect(await create(project, { name: "Gold", type, filter })).toMatchObject({ type, filter });
  });

  it("200: without a type a filter makes it auto-update, anything else static", async () => {
    const project = await newProject();
    expect(await create(project, { name: "F", filter: gold })).toMatchObject({
      type: "auto-update",
      filter: { junction: "and", ...gold },
    });
    expect(await create(project, { name: "S" })).toMatchObject({ type: "static", filter: null });
  });

  it("200: twenty thousand customers, and 400: one more", async () => {
    const project = await newProject();
    await crowd(project, 20_000);
    const customers = Array.from({ length: 20_001 }, (_, at) => `crowd-${at + 1}`);
    const made = await create(project, { name: "All", customers: customers.slice(0, 20_000) });
    expect(await listedMembers(project, made.id)).toHaveLength(20_000);
    const reply = await project.post("/v1/segments", { name: "More", customers });
    failure(reply, 400, "invalid_payload");
    expect(reply.body.details).toBe("Property .customers must NOT have more than 20000 items");
    expect((await project.delete(`/v1/segments/${made.id}`)).status).toBe(204);
    expect(await rowsOf("segment_members", project.id)).toEqual([]);
  });

  it("400: malformed ones name the property, and nothing is written", async () => {
    const project = await newProject();
    await customer(project, "jane");
    const bad = (filter: object) => ({ name: "A", type: "passive", filter });
    const cases: [object, string][] = [
      [{}, "Payload must have required property 'name'"],
      [{ name: "A", type: "dynamic" }, "Property .type must be equal to one of the allowed values"],
      [{ name: "A", type: "passive" }, "Payload must have required property 'filter'"],
      [{ name: "A", customers: [5] }, "Property .customers[0] must be string"],
      [bad({}), "Property .filter must name a field"],
      [bad({ colour: { conditions: { $is: [1] } } }), "Property .filter.colour is not a field"],
      [bad({ name: { conditions: { $like: [1] } } }), "Property .filter.name is refused"],
      [bad({ ...gold, junction: "xor" }), "Property .filter.junction must be equal to one of"],
      [
        { name: "A", type: "static", filter: gold },
        "Property .filter must NOT be sent for a segment of type static",
      ],
      ...[{}, { type: "auto-update" }, { type: "passive" }].map((sent): [object, string] => [
        { name: "A", filter: gold, customers: ["jane"], ...sent },
        "Property .customers must NOT be sent for a segment of type",
      ]),
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post("/v1/segments", sent);
      failure(reply, 400, "invalid_payload");
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("segments", project.id)).toEqual([]);
    expect(await rowsOf("segment_members", project.id)).toEqual([]);
  });

  it("400: more than a hundred with filters, also at once; static ones go on", async () => {
    const project = await newProject();
    const add = (at: number) =>
      project.post("/v1/segments", { name: `F${at}`, type: "passive", filter: gold });
    await parallel(97, add);
    const replies = await parallel(8, add);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      failure(reply, 400, "invalid_payload");
      expect(reply.body.details).toContain("at most 100 auto-update and passive segments");
    }
    await create(project, { name: "Static" });
    const rows = await rowsOf("segments", project.id);
    expect(rows).toHaveLength(101);
    const [filtered] = rows.filter(({ type }) => type === "passive");
    expect((await project.delete(`/v1/segments/${filtered?.id}`)).status).toBe(204);
    expect((await add(1)).status).toBe(200);
    failure(await add(2), 400, "invalid_payload");
    await expectSound(project.id);
  });

  it("404: unknown customers, also of another project, and nothing is written", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await customer(project, "jane");
    const foreign = await customer(other, "far");
    for (const name of ["nobody", foreign, "far"]) {
      const reply = await project.post("/v1/segments", { name: "S", customers: ["jane", name] });
      failure(reply, 404, "not_found");
      expect(reply.body.details).toBe(`Cannot find customer with id ${name}`);
    }
    expect(await rowsOf("segments", project.id)).toEqual([]);
  });
});

describe("GET and DELETE /v1/segments", () => {
  it("200: pages, newest first, with the total of all", async () => {
    const project = await newProject();
    for (const name of ["a", "b", "c"]) await create(project, { name });
    const page = async (query: string) => {
      const { data, total } = parsed(SegmentList, await project.get(`/v1/segments${query}`));
      return { names: data.map(({ name }) => name), total };
    };
    expect(await page("")).toEqual({ names: ["c", "b", "a"], total: 3 });
    expect(await page("?order=created_at&limit=2")).toEqual({ names: ["a", "b"], total: 3 });
    expect(await page("?limit=2&page=2")).toEqual({ names: ["a"], total: 3 });
    failure(await project.get("/v1/segments?limit=0"), 400, "invalid_query_params");
  });

  it("200: one; 204, then 404; another project's stays", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const mine = await create(project, { name: "Mine", filter: gold });
    const foreign = await create(other, { name: "Far" });
    expect(parsed(Segment, await project.get(`/v1/segments/${mine.id}`))).toEqual(mine);
    expect((await project.delete(`/v1/segments/${mine.id}`)).status).toBe(204);
    for (const id of [mine.id, foreign.id]) {
      failure(await project.get(`/v1/segments/${id}`), 404, "not_found");
      failure(await project.delete(`/v1/segments/${id}`), 404, "not_found");
    }
    expect(await rowsOf("segment_members", project.id)).toEqual([]);
    expect((await other.get(`/v1/segments/${foreign.id}`)).body).toEqual(foreign);
    expect((await project.get("/v1/segments")).body.total).toBe(0);
  });
});

describe("GET /v1/customers/{customerId}/segments", () => {
  it("200: those that list the customer and those whose filter it meets, oldest first", async () => {
    const project = await newProject();
    const jane = await customer(project, "jane", { metadata: { tier: "gold" } });
    await customer(project, "john");
    await create(project, { name: "Listed", customers: [jane] });
    await create(project, { name: "Gold", filter: gold });
    await create(project, { name: "Others", customers: ["john"] });
    const silver = { "metadata.tier": { conditions: { $is: ["silver"] } } };
    await create(project, { name: "Silver", type: "passive", filter: silver });
    expect(await segmentsOf(project, "jane")).toEqual(["Listed", "Gold"]);
    expect(await segmentsOf(project, jane)).toEqual(["Listed", "Gold"]);
    await project.put("/v1/customers/jane", { metadata: { tier: "silver" } });
    expect(await segmentsOf(project, "jane")).toEqual(["Listed", "Silver"]);
    const { body } = await project.get("/v1/customers/john/segments");
    expect(body).toEqual({
      object: "list",
      data_ref: "data",
      data: [{ id: expect.stringMatching(/^seg_/), name: "Others", object: "segment" }],
      total: 1,
      has_more: false,
    });
  });

  it("404: nobody's name, and another project's customer", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const far = await customer(other, "far");
    await create(project, {
      name: "New",
      filter: { phone: { conditions: { $is_unknown: true } } },
    });
    for (const name of ["nobody", far, "far"]) {
      const reply = await project.get(`/v1/customers/${name}/segments`);
      expect(reply).toMatchObject({ status: 404, body: { key: "not_found" } });
    }
    expect(await segmentsOf(other, "far")).toEqual([]);
  });

  it("200: a deleted customer is in no list any more", async () => {
    const project = await newProject();
    await customer(project, "jane");
    await customer(project, "john");
    const { id } = await create(project, { name: "Us", customers: ["jane", "john"] });
    await project.delete("/v1/customers/jane");
    expect(await listedMembers(project, id)).toHaveLength(1);
    await customer(project, "jane");
    expect(await segmentsOf(project, "jane")).toEqual([]);
    expect(await segmentsOf(project, "john")).toEqual(["Us"]);
    await expectSound(project.id);
  });

  it("200: the rows read do not grow with other segments and customers", async () => {
    const project = await newProject();
    await customer(project, "jane");
    await create(project, { name: "Us", customers: ["jane"] });
    const read = async () => costOf(await project.get("/v1/customers/jane/segments")).read;
    await crowd(project, 500);
    await create(project, { name: "S", customers: ["crowd-1"] });
    await read();
    const before = await read();
    for (let at = 0; at < 20; at++) await create(project, { name: "S", customers: ["crowd-2"] });
    expect(await read()).toBe(before);
  });
});
