import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { Order } from "../../src/model/order";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";

const OrderList = listOf("orders", Order);

async function made(project: TestProject, names: readonly string[]) {
  for (const name of names) {
    await project.post("/v1/orders", {
      source_id: name,
      amount: 5,
      customer: { source_id: name.slice(0, 1) },
    });
  }
}

async function namesAt(project: TestProject, query: string) {
  const reply = await project.get(`/v1/orders${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const { orders, total } = parsed(OrderList, reply);
  expect(costOf(reply).roundTrips).toBe(1);
  return { names: orders.map(({ source_id }) => source_id), total };
}

/** Other orders of the project, straight into the tables; half of them were never updated. */
async function crowd(project: TestProject, count: number) {
  const AT = "2026-01-01T00:00:00.000Z";
  await homeDb().batch([
    homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO orders (project_id, id, source_id, status, metadata, redemptions, customer_id, created_at, updated_at)
       SELECT ?1, printf('ord_0%017d', i), printf('crowd-%d', i), 'CREATED', '{}', '{}', printf('cust_%d', i % 50), '${AT}',
         iif(i % 2, '${AT}', NULL) FROM n`,
      )
      .bind(project.id, count),
    homeDb()
      .prepare("UPDATE tallies SET orders = orders + ?2 WHERE project_id = ?1")
      .bind(project.id, count),
  ]);
}

describe("GET /v1/orders", () => {
  it("200: an empty project has an empty list", async () => {
    const project = await newProject();
    const empty = { object: "list", data_ref: "orders", orders: [], total: 0, has_more: false };
    expect((await project.get("/v1/orders")).body).toEqual(empty);
  });

  it("200: pages in all orders, with the total of all", async () => {
    const project = await newProject();
    await made(project, ["a1", "b1", "c1"]);
    const oldest = await namesAt(project, "?order=created_at");
    expect(oldest).toEqual({ names: ["a1", "b1", "c1"], total: 3 });
    expect(await namesAt(project, "?limit=2")).toEqual({ names: ["c1", "b1"], total: 3 });
    expect(await namesAt(project, "?limit=2&page=2")).toEqual({ names: ["a1"], total: 3 });
    await project.put("/v1/orders/b1", { amount: 6 });
    await project.put("/v1/orders/a1", { amount: 6 });
    const { names } = await namesAt(project, "?order=-updated_at");
    expect(names).toEqual(["a1", "b1", "c1"]);
    expect((await namesAt(project, "?order=updated_at")).names).toEqual(["c1", "b1", "a1"]);
  });

  it("200: shows what GET by id shows", async () => {
    const project = await newProject();
    await project.post("/v1/orders", {
      source_id: "a1",
      items: [{ price: 5 }],
      metadata: { a: 1 },
    });
    const { orders } = (await project.get("/v1/orders")).body;
    expect(orders).toEqual([(await project.get("/v1/orders/a1")).body]);
  });

  it("200: filters by customer and by time of creation", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await made(project, ["a1", "b1", "a2"]);
    await made(other, ["a3"]);
    const ofA = { names: ["a1", "a2"], total: 2 };
    expect(await namesAt(project, "?customer=a&order=created_at")).toEqual(ofA);
    const { id } = (await project.get("/v1/customers/a")).body;
    expect(await namesAt(project, `?customer=${id}&order=created_at`)).toEqual(ofA);
    expect(await namesAt(project, "?customer=nobody")).toEqual({ names: [], total: 0 });
    const { created_at } = (await project.get("/v1/orders/b1")).body;
    const before = await namesAt(project, `?created_at[before]=${created_at}`);
    const after = await namesAt(project, `?created_at[after]=${created_at}`);
    expect([before.names, after.names]).toEqual([["a1"], ["a2"]]);
    const early = await namesAt(project, "?created_at[after]=1950-01-01&order=created_at");
    const late = await namesAt(project, "?created_at[before]=9999-12-31&order=created_at");
    expect([early.names, late.names]).toEqual([
      ["a1", "b1", "a2"],
      ["a1", "b1", "a2"],
    ]);
    const none = await namesAt(project, `?customer=b&created_at[after]=${created_at}`);
    expect(none.names).toEqual([]);
  });

  it("200: the rows read do not grow with the number of orders", async () => {
    const project = await newProject();
    await made(project, ["a1", "a2", "a3", "b1", "b2"]);
    for (const name of ["a1", "a2", "a3"]) await project.put(`/v1/orders/${name}`, { amount: 6 });
    const queries = [
      "?limit=2",
      "?limit=2&order=created_at",
      "?limit=2&order=-updated_at",
      "?limit=2&customer=a",
      "/a1",
    ];
    const read = async (query: string) => costOf(await project.get(`/v1/orders${query}`)).read;
    const write = async (amount: number) => [
      costOf(await project.put("/v1/orders/b1", { amount, status: "PAID" })).read,
      costOf(await project.post("/v1/orders", { amount, customer: { source_id: "a" } })).read,
    ];
    await write(7);
    const written = await write(8);
    const before = await Promise.all(queries.map(read));
    await crowd(project, 20_000);
    expect(await Promise.all(queries.map(read))).toEqual(before);
    expect(await write(9)).toEqual(written);
  });

  it("400 invalid_query_params: out of range, unknown, or not served by an index", async () => {
    const project = await newProject();
    const queries = [
      "?limit=0",
      "?limit=101",
      "?page=101",
      "?created_at[before]=soon",
      "?customer=a&order=updated_at",
      "?created_at[after]=2026-01-01&order=-updated_at",
    ];
    for (const query of queries) {
      failure(await project.get(`/v1/orders${query}`), 400, "invalid_query_params");
    }
  });
});
