import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listOf } from "../../src/http/page";
import { Customer } from "../../src/model/customer";
import { costOf, newProject, parsed, type TestProject } from "../support/api";

const CustomerList = listOf("customers", Customer);

async function named(project: TestProject, names: readonly string[]) {
  for (const name of names) {
    await project.post("/v1/customers", {
      source_id: name,
      name,
      email: `${name.slice(0, 1)}@example.com`,
    });
  }
}

async function namesAt(project: TestProject, query: string) {
  const reply = await project.get(`/v1/customers${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  parsed(CustomerList, reply);
  const items = z.array(Customer.strict()).parse(reply.body.customers);
  expect(costOf(reply).roundTrips).toBe(1);
  return { names: items.map(({ name }) => name), total: reply.body.total };
}

describe("GET /v1/customers", () => {
  it("200: an empty project has an empty list", async () => {
    const project = await newProject();
    expect((await project.get("/v1/customers")).body).toEqual({
      object: "list",
      data_ref: "customers",
      customers: [],
      total: 0,
      has_more: false,
    });
  });

  it("200: pages in both orders, with the total of all", async () => {
    const project = await newProject();
    await named(project, ["a", "b", "c"]);
    expect(await namesAt(project, "?order=created_at")).toEqual({
      names: ["a", "b", "c"],
      total: 3,
    });
    expect(await namesAt(project, "?limit=2")).toEqual({ names: ["c", "b"], total: 3 });
    expect(await namesAt(project, "?limit=2&page=2")).toEqual({ names: ["a"], total: 3 });
    expect(await namesAt(project, "?page=100")).toEqual({ names: [], total: 3 });
    await project.put("/v1/customers/b", { phone: "1" });
    await project.put("/v1/customers/a", { phone: "1" });
    const { names } = await namesAt(project, "?order=-updated_at");
    expect(names).toEqual(["a", "b", "c"]);
    expect((await namesAt(project, "?order=updated_at")).names).toEqual(["c", "b", "a"]);
  });

  it("200: filters by email and by time of creation", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await named(project, ["a1", "b1", "a2"]);
    await named(other, ["a3"]);
    expect(await namesAt(project, "?email=a@example.com&order=created_at")).toEqual({
      names: ["a1", "a2"],
      total: 2,
    });
    expect(await namesAt(project, "?email=nobody@example.com")).toEqual({ names: [], total: 0 });
    const { created_at } = (await project.get("/v1/customers/b1")).body;
    const before = await namesAt(
      project,
      `?created_at[before]=${encodeURIComponent(created_at)}&order=created_at`,
    );
    const after = await namesAt(project, `?created_at[after]=${created_at}&order=created_at`);
    expect([before.names, before.total]).toEqual([["a1"], 1]);
    expect([after.names, after.total]).toEqual([["a2"], 1]);
  });

  it("200: the rows read do not grow with the number of customers", async () => {
    const project = await newProject();
    await named(project, ["a", "b", "c"]);
    const read = async (query: string) => costOf(await project.get(`/v1/customers${query}`)).read;
    const queries = ["?limit=2", "?limit=2&order=created_at", "?email=a@example.com"];
    const before = await Promise.all(queries.map(read));
    await named(project, ["d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]);
    expect(await Promise.all(queries.map(read))).toEqual(before);
  });

  it("400: parameters out of range or unknown", async () => {
    const project = await newProject();
    const queries = ["?limit=0", "?limit=101", "?page=0", "?page=101", "?created_at[before]=soon"];
    for (const query of queries) {
      const reply = await project.get(`/v1/customers${query}`);
      expect([query, reply.status, reply.body.key]).toEqual([query, 400, "invalid_query_params"]);
    }
  });
});
