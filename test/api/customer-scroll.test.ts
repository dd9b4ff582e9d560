import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { CustomerList } from "../../src/resources/customers/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { homeDb } from "../support/places";

const AT = Date.parse("2026-03-01T00:00:00.000Z");
const day = (at: number): string => new Date(AT + at * 86_400_000).toISOString();

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const inBase62 = (value: number): string =>
  value === 0 ? "" : inBase62(Math.floor(value / 62)) + BASE62.charAt(value % 62);

/** Customers `c0` and on, made on one day after the other; every second one was updated 100 days later. */
async function customers(project: TestProject, count: number, made = day): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const id = `cust_${inBase62(Date.parse(made(at))).padStart(8, "0")}${String(at).padStart(16, "0")}`;
    return { id, at, created: made(at), updated: at % 2 === 1 ? day(at + 100) : null };
  });
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO customers (project_id, id, source_id, metadata, created_at, updated_at)
       SELECT ?1, value->>'$.id', 'c' || (value->>'$.at'), '{}', value->>'$.created', value->>'$.updated' FROM json_each(?2)`,
      )
      .bind(project.id, JSON.stringify(rows)),
    homeDb()
      .prepare("INSERT INTO tallies (project_id, customers) VALUES (?1, ?2)")
      .bind(project.id, count),
  ]);
}

async function list(project: TestProject, query: string) {
  const reply = await project.get(`/v1/customers?${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const { customers: items, total, has_more } = parsed(CustomerList, reply);
  return { names: items.map(({ source_id }) => source_id), items, total, has_more, reply };
}

/** Goes on from the time of the last customer until there is no more, as SDKs do. */
async function scrolled(project: TestProject, order: string, from: string): Promise<string[]> {
  const names: string[] = [];
  for (let after = from; ; ) {
    const page = await list(project, `limit=3&order=${order}&starting_after=${after}`);
    expect(page.total).toBe(8);
    names.push(...page.items.map(({ source_id }) => source_id ?? ""));
    after = page.items.at(-1)?.created_at ?? "";
    if (!page.has_more) return names;
  }
}

describe("GET /v1/customers, scrolling", () => {
  it("200: goes through all of them once, in both orders", async () => {
    const project = await newProject();
    await customers(project, 8);
    const up = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];
    expect(await scrolled(project, "created_at", "1970-01-01T00:00:00Z")).toEqual(up);
    expect(await scrolled(project, "-created_at", "2200-01-01T00:00:00Z")).toEqual(up.toReversed());
  });

  it("200: passes nobody over who was made in the millisecond in which a page ends", async () => {
    const project = await newProject();
    // One, then four at once, then three at once.
    await customers(project, 8, (at) => day(Math.floor((at + 3) / 4)));
    const up = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];
    expect(await scrolled(project, "created_at", "1970-01-01T00:00:00Z")).toEqual(up);
    expect(await scrolled(project, "-created_at", "2200-01-01T00:00:00Z")).toEqual(up.toReversed());
    const first = await list(
      project,
      "limit=3&order=created_at&starting_after=1970-01-01T00:00:00Z",
    );
    expect(first).toMatchObject({ names: ["c0", "c1", "c2", "c3", "c4"], has_more: true });
    const last = await list(project, `limit=3&order=created_at&starting_after=${day(1)}`);
    expect(last).toMatchObject({ names: ["c5", "c6", "c7"], has_more: false });
  });

  it("200: looks for names from where the scroll stands, and passes nobody over", async () => {
    const project = await newProject();
    // Four on each day: more than a request looks at stand before the oldest.
    await customers(project, 5_100, (at) => day(Math.floor(at / 4)));
    await homeDb()
      .prepare(
        "UPDATE customers SET name = 'Ann' WHERE project_id = ?1 AND source_id IN ('c0', 'c1', 'c2', 'c3', 'c5')",
      )
      .bind(project.id)
      .run();
    const query = (after: string) => `limit=2&name=Ann&starting_after=${after}`;
    const first = await list(project, query(day(3)));
    expect(first).toMatchObject({ names: ["c5", "c3", "c2", "c1", "c0"], has_more: true });
    expect(await list(project, query(day(0)))).toMatchObject({ names: [], has_more: false });
    const up = await list(project, `${query("1970-01-01T00:00:00Z")}&order=created_at`);
    expect(up).toMatchObject({ names: ["c0", "c1", "c2", "c3"], has_more: true });
    const on = await list(project, `${query(day(0))}&order=created_at`);
    expect(on.names).toEqual(["c5"]);
    const made = { name: "Some", customers: ["c1", "c2", "c3", "c9"] };
    const { id } = (await project.post("/v1/segments", made)).body;
    const some = await list(project, `limit=1&segment_id=${id}&starting_after=${day(1)}`);
    expect(some).toMatchObject({ names: ["c3", "c2", "c1"], has_more: true });
  });

  it("200: passes over nobody who was updated in a span", async () => {
    const project = await newProject();
    await customers(project, 8);
    // Updated the other way round than they were made: c7, c5, c3, c1.
    await homeDb()
      .prepare(
        "UPDATE customers SET updated_at = CASE source_id WHEN 'c1' THEN ?2 WHEN 'c3' THEN ?3 WHEN 'c5' THEN ?4 ELSE ?5 END WHERE project_id = ?1 AND updated_at IS NOT NULL",
      )
      .bind(project.id, day(107), day(105), day(103), day(101))
      .run();
    const span = `limit=2&updated_at[after]=${day(101)}`;
    const first = await list(project, `${span}&starting_after=2200-01-01T00:00:00Z`);
    expect(first).toMatchObject({ names: ["c5", "c3"], has_more: true });
    const last = await list(project, `${span}&starting_after=${first.items.at(-1)?.created_at}`);
    expect(last).toMatchObject({ names: ["c1"], has_more: false });
    const up = `${span}&order=created_at&starting_after=1970-01-01T00:00:00Z`;
    expect(await list(project, up)).toMatchObject({ names: ["c1", "c3"], has_more: true });
    expect((await list(project, span)).names).toEqual(["c1", "c3"]);
  });

  it("400: in an order that is not of creation", async () => {
    const project = await newProject();
    for (const order of ["updated_at", "-updated_at", "source_id", "-source_id"]) {
      const reply = await project.get(`/v1/customers?order=${order}&starting_after=${day(1)}`);
      expect(reply.body).toMatchObject({ code: 400, key: "invalid_query_params" });
      expect(reply.body.details).toContain("order");
      expect(reply.body.details).toContain("created_at");
    }
  });

  it("200: pages without a cursor say has_more, too", async () => {
    const project = await newProject();
    await customers(project, 3);
    const { reply } = await list(project, "limit=2");
    expect(Object.keys(reply.body)).toEqual([
      "object",
      "data_ref",
      "customers",
      "total",
      "has_more",
    ]);
    expect(Customer.parse(reply.body.customers[0]).source_id).toBe("c2");
  });
});

describe("GET /v1/customers, by the time of the last update", () => {
  it("200: those updated in a span, in the order of their updates", async () => {
    const project = await newProject();
    await customers(project, 8);
    const after = await list(project, `updated_at[after]=${day(101)}`);
    expect(after).toMatchObject({ names: ["c7", "c5", "c3"], total: 3 });
    const before = await list(project, `updated_at[before]=${day(105)}&order=updated_at`);
    expect(before).toMatchObject({ names: ["c1", "c3"], total: 2 });
    const both = `updated_at[after]=${day(101)}&updated_at[before]=${day(107)}`;
    expect(await list(project, both)).toMatchObject({ names: ["c5", "c3"], total: 2 });
    expect(await list(project, `${both}&order=created_at`)).toMatchObject({ names: ["c3", "c5"] });
    expect(await list(project, `${both}&email=a@example.com`)).toMatchObject({ total: 0 });
  });

  it("reads as much of 2,000 customers as of 100", async () => {
    const few = await newProject();
    await customers(few, 100);
    const many = await newProject();
    await customers(many, 2000);
    const queries = [
      `updated_at[after]=${day(110)}&updated_at[before]=${day(120)}`,
      `limit=5&starting_after=${day(50)}`,
      `limit=5&order=created_at&starting_after=${day(50)}`,
    ];
    for (const query of queries) {
      const [small, large] = [await list(few, query), await list(many, query)];
      expect(large.names).toEqual(small.names);
      expect(costOf(large.reply)).toEqual(costOf(small.reply));
    }
  });

  it("400: what is no time", async () => {
    const project = await newProject();
    for (const query of ["starting_after=now", "updated_at[after]=x"]) {
      expect((await project.get(`/v1/customers?${query}`)).status).toBe(400);
    }
  });
});
