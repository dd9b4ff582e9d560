import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listOf } from "../../src/http/page";
import { Assignment } from "../../src/model/assignment";
import { costOf, newProject, parsed, type TestProject } from "../support/api";

const PATH = "/v1/validation-rules";
const ALL = "/v1/validation-rules-assignments";

async function newRule(project: TestProject): Promise<string> {
  return (await project.post(PATH, { name: "Rule" })).body.id;
}

async function newVoucher(project: TestProject, code: string): Promise<string> {
  const discount = { type: "AMOUNT", amount_off: 100 };
  return (await project.post("/v1/vouchers", { code, discount })).body.id;
}

async function assign(project: TestProject, rule: string, voucher: string): Promise<Assignment> {
  const reply = await project.post(`${PATH}/${rule}/assignments`, { voucher });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Assignment, reply);
}

async function idsAt(project: TestProject, path: string) {
  const reply = await project.get(path);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  parsed(listOf("data", Assignment), reply);
  expect(costOf(reply).roundTrips).toBe(1);
  const items = z.array(Assignment.strict()).parse(reply.body.data);
  return { ids: items.map(({ id }) => id), total: reply.body.total };
}

describe("GET /v1/validation-rules/{id}/assignments and /v1/validation-rules-assignments", () => {
  it("200: an unknown rule has none", async () => {
    const project = await newProject();
    await project.get(PATH);
    const reply = await project.get(`${PATH}/val_unknown/assignments`);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      object: "list",
      data_ref: "data",
      data: [],
      total: 0,
      has_more: false,
    });
  });

  it("200: pages of a rule, of an object, of both and of all", async () => {
    const project = await newProject();
    const [rule, second] = [await newRule(project), await newRule(project)];
    const a = await newVoucher(project, "A");
    await newVoucher(project, "B");
    const one = (await assign(project, rule, "A")).id;
    const two = (await assign(project, rule, "B")).id;
    const three = (await assign(project, second, "A")).id;
    const own = `${PATH}/${rule}/assignments`;
    expect(await idsAt(project, own)).toEqual({ ids: [two, one], total: 2 });
    expect(await idsAt(project, `${own}?order=created_at&limit=1&page=2`)).toEqual({
      ids: [two],
      total: 2,
    });
    expect(await idsAt(project, ALL)).toEqual({ ids: [three, two, one], total: 3 });
    expect(await idsAt(project, `${ALL}?rule=${rule}&order=created_at`)).toEqual({
      ids: [one, two],
      total: 2,
    });
    expect(await idsAt(project, `${ALL}?related_object_id=${a}`)).toEqual({
      ids: [three, one],
      total: 2,
    });
    expect(await idsAt(project, `${ALL}?related_object_id=${a}&rule=${rule}`)).toEqual({
      ids: [one],
      total: 1,
    });
    expect(await idsAt(project, `${ALL}?rule=val_unknown`)).toEqual({ ids: [], total: 0 });
  });

  it("200: the rows read do not grow with the number of assignments", async () => {
    const project = await newProject();
    const [rule, second] = [await newRule(project), await newRule(project)];
    const first = await newVoucher(project, "A");
    await assign(project, rule, "A");
    const paths = [`${PATH}/${rule}/assignments?limit=1`, `${ALL}?limit=1`];
    const read = async (path: string) => costOf(await project.get(path)).read;
    const all = [...paths, `${ALL}?related_object_id=${first}`, `${PATH}/${rule}`];
    const fill = async (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        await newVoucher(project, `V${at}`);
        await assign(project, second, `V${at}`);
      }
    };
    await fill(0, 3);
    const before = await Promise.all(all.map(read));
    await fill(3, 12);
    expect(await Promise.all(all.map(read))).toEqual(before);
  });

  it("200: an order that no list has counts as not sent, and is named", async () => {
    const project = await newProject();
    const rule = await newRule(project);
    await newVoucher(project, "A");
    await newVoucher(project, "B");
    const one = await assign(project, rule, "A");
    const two = await assign(project, rule, "B");
    for (const path of [ALL, `${PATH}/${rule}/assignments`]) {
      const reply = await project.get(`${path}?order=id`);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(reply.body).toEqual({
        object: "list",
        data_ref: "data",
        data: [two, one],
        total: 2,
        has_more: false,
      });
      expect(reply.headers.get("x-vouchsafe-ignored")).toBe("order");
    }
  });

  it("400: parameters out of range", async () => {
    const project = await newProject();
    for (const query of ["?limit=0", "?limit=101", "?page=101"]) {
      for (const path of [ALL, `${PATH}/val_1/assignments`]) {
        const reply = await project.get(path + query);
        expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
      }
    }
  });
});
