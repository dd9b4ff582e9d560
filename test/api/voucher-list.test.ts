import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listOf } from "../../src/http/page";
import { Voucher } from "../../src/model/voucher";
import { costOf, newProject, parsed, type Reply, type TestProject } from "../support/api";
import { homeDb } from "../support/places";

const discount = { type: "PERCENT", percent_off: 20 } as const;
const List = listOf("vouchers", Voucher).extend({ vouchers: z.array(Voucher) });
const codesOf = (reply: Reply): string[] => parsed(List, reply).vouchers.map(({ code }) => code);
const at = (hour: number, ms = 0) => new Date(Date.UTC(2026, 0, 1, hour, 0, 0, ms)).toISOString();

/** Rows as creates leave them, with times of our choosing: ids begin with the time. */
async function row(
  project: TestProject,
  code: string,
  made: { id: string; created_at: string; updated_at?: string; category?: string; holder?: string },
) {
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO vouchers (project_id, code_key, id, code, type, discount, category, holder_id, metadata, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, 'DISCOUNT_VOUCHER', ?5, ?6, ?7, '{}', ?8, ?9)`,
      )
      .bind(
        project.id,
        code.toLowerCase(),
        made.id,
        code,
        JSON.stringify(discount),
        made.category ?? null,
        made.holder ?? null,
        made.created_at,
        made.updated_at ?? null,
      ),
    homeDb()
      .prepare(
        "INSERT INTO tallies (project_id, vouchers) VALUES (?1, 1) ON CONFLICT DO UPDATE SET vouchers = vouchers + 1",
      )
      .bind(project.id),
  ]);
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
function idAt(time: string, tail: string): string {
  let text = "";
  for (let rest = Date.parse(time); text.length < 8; rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return `v_${text}${tail.padEnd(24, "0")}`;
}

/** Five vouchers: two made at one moment, two updated at one moment, two never updated. */
async function shelf() {
  const project = await newProject();
  const made = (hour: number, tail: string, more = {}) => ({
    id: idAt(at(hour), tail),
    created_at: at(hour),
    ...more,
  });
  await row(project, "d", made(1, "a", { updated_at: at(9), category: "x" }));
  await row(project, "B", made(2, "a", { category: "y" }));
  await row(project, "a", made(2, "b", { updated_at: at(8) }));
  await row(project, "C", made(3, "a", { updated_at: at(8), category: "x", holder: "cust_1" }));
  await row(project, "e", made(4, "a"));
  await homeDb()
    .prepare(
      "INSERT INTO customers (project_id, id, source_id, metadata, created_at) VALUES (?1, 'cust_1', 'alice', '{}', ?2)",
    )
    .bind(project.id, at(0))
    .run();
  return project;
}

describe("GET /v1/vouchers", () => {
  it("200: the newest ten first, with the total", async () => {
    const project = await shelf();
    const reply = await project.get("/v1/vouchers");
    expect(codesOf(reply)).toEqual(["e", "C", "a", "B", "d"]);
    expect(reply.body.total).toBe(5);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(costOf(await project.get("/v1/vouchers")).roundTrips).toBe(1);
  });

  it.each([
    ["created_at", ["d", "B", "a", "C", "e"]],
    ["-created_at", ["e", "C", "a", "B", "d"]],
    ["updated_at", ["B", "e", "a", "C", "d"]],
    ["-updated_at", ["d", "C", "a", "e", "B"]],
    ["code", ["a", "B", "C", "d", "e"]],
    ["-code", ["e", "d", "C", "B", "a"]],
  ])("200: order %s, whole and page by page", async (order, expected) => {
    const project = await shelf();
    expect(codesOf(await project.get(`/v1/vouchers?order=${order}`))).toEqual(expected);
    const pages: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const reply = await project.get(`/v1/vouchers?order=${order}&limit=2&page=${page}`);
      expect(reply.body.total).toBe(5);
      pages.push(...codesOf(reply));
    }
    expect(pages).toEqual(expected);
  });

  it.each([
    ["code=A", ["a"]],
    ["code=%20c", ["C"]],
    ["code=nothing", []],
    ["category=x", ["C", "d"]],
    ["category=X", []],
    ["customer=cust_1", ["C"]],
    ["customer=alice", ["C"]],
    ["customer=bob", []],
    ["campaign_id=camp_x", []],
    ["campaign=Spring", []],
    [`created_at[after]=${at(2)}`, ["e", "C"]],
    [`created_at[after]=${at(2, -1)}`, ["e", "C", "a", "B"]],
    [`created_at[before]=${at(2)}`, ["d"]],
    [`created_at[before]=${at(2, 1)}`, ["a", "B", "d"]],
    [`created_at[after]=${at(1)}&created_at[before]=${at(3)}`, ["a", "B"]],
    [`updated_at[after]=${at(8)}`, ["d"]],
    [`updated_at[before]=${at(9)}`, ["C", "a"]],
    [`updated_at[before]=${at(9)}&order=-code`, ["C", "a"]],
    ["category=x&order=code&code=d", ["d"]],
    [`ids[]=${idAt(at(2), "a")}&ids[]=${idAt(at(4), "a")}`, ["e", "B"]],
    [`ids=${idAt(at(2), "a")}&ids=${idAt(at(4), "a")}`, ["e", "B"]],
    [`ids=${idAt(at(2), "a")}`, ["B"]],
    [`ids=["${idAt(at(2), "a")}","${idAt(at(4), "a")}"]`, ["e", "B"]],
    ["ids=v_unknown", []],
    ["updated_at[x]=1&order=updated_at", ["B", "e", "a", "C", "d"]],
  ])("200: filter %s", async (filter, expected) => {
    const project = await shelf();
    const query = filter.replace(/["[\]]/g, encodeURIComponent);
    const reply = await project.get(`/v1/vouchers?${query}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(codesOf(reply)).toEqual(expected);
    expect(reply.body.total).toBe(expected.length);
  });

  it("200: a campaign by name and by id: none where they are two", async () => {
    const project = await newProject();
    const discount = { type: "AMOUNT", amount_off: 1 };
    const idOf = async (name: string) => {
      const made = await project.post("/v1/campaigns", { name, voucher: { discount } });
      await project.post(`/v1/campaigns/${name}/vouchers/${name}-1`);
      return made.body.id;
    };
    const [spring, autumn] = [await idOf("Spring"), await idOf("Autumn")];
    for (const [id, codes] of [
      [spring, ["Spring-1"]],
      [autumn, []],
    ]) {
      const reply = await project.get(`/v1/vouchers?campaign=Spring&campaign_id=${id}`);
      expect([codesOf(reply), reply.body.total]).toEqual([codes, codes.length]);
    }
  });

  it("200: the total of a filter counts all pages", async () => {
    const project = await shelf();
    const reply = await project.get("/v1/vouchers?category=x&limit=1&page=2");
    expect([codesOf(reply), reply.body.total]).toEqual([["d"], 2]);
  });

  it.each([
    ["limit=0", ".limit must be >= 1"],
    ["limit=101", ".limit must be <= 100"],
    ["limit=ten", ".limit must be"],
    ["limit=1.5", ".limit must be integer"],
    ["page=0", ".page must be >= 1"],
    ["page=101", ".page must be <= 100"],
    ["created_at[after]=noon", ".created_at.after cannot be recognized"],
  ])("400 invalid_query_params: %s", async (query, details) => {
    const reply = await (await newProject()).get(`/v1/vouchers?${query}`);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
    expect(reply.body.details).toContain(`Property ${details}`);
  });

  it("200: the bounds of limit and page", async () => {
    const project = await shelf();
    expect(codesOf(await project.get("/v1/vouchers?limit=100&page=1"))).toHaveLength(5);
    expect(codesOf(await project.get("/v1/vouchers?limit=1&page=100"))).toEqual([]);
  });

  it("shows nothing of another project", async () => {
    const project = await newProject();
    await shelf();
    const reply = await project.get("/v1/vouchers?order=code");
    expect([codesOf(reply), reply.body.total]).toEqual([[], 0]);
  });

  it.each([
    "order=code",
    "order=-created_at",
    "order=updated_at",
    "customer=alice",
    "customer=cust_1",
    "category=x",
    "code=c",
    "ids=v_1",
    "campaign_id=camp_x",
    `created_at[before]=${at(2)}`,
    `updated_at[before]=${at(9)}`,
    `updated_at[before]=${at(9)}&order=code`,
    "category=x&order=-updated_at",
  ])("reads no more rows with 300 vouchers more: %s", async (query) => {
    const project = await shelf();
    const path = `/v1/vouchers?limit=2&${query}`;
    await project.get(path);
    const before = costOf(await project.get(path)).read;
    await homeDb()
      .prepare(
        `INSERT INTO vouchers (project_id, code_key, id, code, type, discount, category, holder_id, metadata, created_at, updated_at)
       SELECT project_id, 'z' || n.value, 'v_zz' || (1000 + n.value), 'z' || n.value, type, discount, 'other', 'cust_2', metadata, created_at,
         CASE WHEN n.value % 2 THEN '2027-01-01T00:00:00.000Z' END
       FROM vouchers, (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 300) SELECT value FROM n) n
       WHERE project_id = ?1 AND code_key = 'd'`,
      )
      .bind(project.id)
      .run();
    await homeDb()
      .prepare(
        `INSERT INTO customers (project_id, id, metadata, created_at)
       SELECT ?1, 'cust_z' || n.value, '{}', '' FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 300) SELECT value FROM n) n`,
      )
      .bind(project.id)
      .run();
    expect(costOf(await project.get(path)).read).toBeLessThanOrEqual(before + 6);
  });
});
