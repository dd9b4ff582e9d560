import { describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { homeDb } from "../support/places";
import { qualify } from "../support/qualifying";

/*
 * Clients read `more_starting_after` into their own type of a date, and send what that writes. Each
 * of these finds everything, however many offers were made at once, and comes to an end.
 */

type Sent = Record<string, unknown>;

const partsOf = (cursor: string): { date: string; decimals: string } => {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.(\d{1,9})Z$/.exec(cursor);
  if (!found) throw new Error(`no date holds ${cursor}`);
  return { date: found[1] ?? "", decimals: found[2] ?? "" };
};

/** What each writes of a date that it has read. */
const READERS: Record<string, (cursor: string) => string> = {
  text: (cursor) => cursor,
  "JavaScript, Date": (cursor) => new Date(cursor).toISOString(),
  "Java, OffsetDateTime": (cursor) => {
    const { date, decimals } = partsOf(cursor);
    return `${date}${Number(decimals) === 0 ? "" : `.${decimals}`}Z`;
  },
  "Python, microseconds": (cursor) => {
    const { date, decimals } = partsOf(cursor);
    const micros = decimals.padEnd(6, "0").slice(0, 6);
    return `${date}${micros === "000000" ? "" : `.${micros}`}+00:00`;
  },
  "PHP, whole seconds": (cursor) => `${partsOf(cursor).date}+00:00`,
};

/** So many campaigns of the same instant, straight into the table; each takes off another amount. */
async function madeAtOnce(project: TestProject, count: number, at: string): Promise<void> {
  await homeDb()
    .prepare(
      `WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at + 1 < ?2)
     INSERT INTO campaigns (project_id, id, name, campaign_type, type, auto_join, join_once, use_voucher_metadata_schema,
       voucher, metadata, creation_status, vouchers_generation_status, created_at)
     SELECT ?1, printf('camp_%s%08d', ?4, at), 'Campaign ' || ?4 || at, 'DISCOUNT_COUPONS', 'STATIC', 0, 0, 0,
       '{"type":"DISCOUNT_VOUCHER","discount":{"type":"AMOUNT","amount_off":' || (100 + at * 7 % 50) || '}}', '{}', 'DONE', 'DONE',
       ?3 FROM n`,
    )
    .bind(project.id, count, at, at.slice(8, 19).replace(/\D/g, ""))
    .run();
}

/** All that a reader finds, page by page, in the order of the answers. */
async function allPages(project: TestProject, read: (cursor: string) => string, options: Sent) {
  const sent = { order: { amount: 100_000 } };
  const found: string[] = [];
  const sizes: number[] = [];
  let starting: Sent = {};
  while (sizes.length < 150) {
    const { ids, list } = await qualify(project, sent, { ...options, ...starting });
    found.push(...ids);
    sizes.push(ids.length);
    if (!list.has_more) return { found, sizes };
    expect(list.more_starting_after).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    starting = { starting_after: read(String(list.more_starting_after)) };
  }
  throw new Error("the pages do not end");
}

const EXACT = Object.entries(READERS).filter(([name]) => !name.startsWith("PHP"));

describe("250 offers made in one instant", () => {
  it.each(EXACT)("%s: all of them, each once, no page too long", async (_, read) => {
    const project = await newProject();
    await madeAtOnce(project, 250, "2026-03-01T00:00:00.026Z");
    const { found, sizes } = await allPages(project, read, { limit: 20 });
    expect(new Set(found).size).toBe(250);
    expect(found).toHaveLength(250);
    expect(Math.max(...sizes)).toBe(20);
  });

  it("PHP, whole seconds: all of them, some again rather than lost", async () => {
    const project = await newProject();
    await madeAtOnce(project, 250, "2026-03-01T00:00:00.026Z");
    const { found, sizes } = await allPages(project, READERS["PHP, whole seconds"] ?? String, {
      limit: 5,
    });
    expect(new Set(found).size).toBe(250);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(105);
  });

  it.each(["BEST_DEAL", "LEAST_DEAL"])("PHP, whole seconds, %s: none is left out", async (rule) => {
    const project = await newProject();
    await madeAtOnce(project, 250, "2026-03-01T00:00:00.026Z");
    await madeAtOnce(project, 40, "2026-02-02T00:00:01.500Z");
    for (const limit of [1, 5, 50]) {
      const options = { limit, sorting_rule: rule };
      const { found, sizes } = await allPages(
        project,
        READERS["PHP, whole seconds"] ?? String,
        options,
      );
      expect(new Set(found).size).toBe(290);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limit + 100);
    }
  });

  it.each(EXACT)("%s, the best deal first: all of them, each once", async (_, read) => {
    const project = await newProject();
    await madeAtOnce(project, 250, "2026-03-01T00:00:00.000Z");
    const { found } = await allPages(project, read, { limit: 10, sorting_rule: "BEST_DEAL" });
    expect(found).toHaveLength(250);
    expect(new Set(found).size).toBe(250);
  });
});

describe("offers of several instants", () => {
  it.each(Object.entries(READERS))("%s: none is left out", async (_, read) => {
    const project = await newProject();
    await madeAtOnce(project, 12, "2026-03-01T00:00:05.267Z");
    await madeAtOnce(project, 1, "2026-03-01T00:00:06.000Z");
    await madeAtOnce(project, 30, "2026-03-01T00:00:07.026Z");
    const { found } = await allPages(project, read, { limit: 5 });
    expect(new Set(found).size).toBe(43);
  });

  it("what shares a moment since before each had its own stands on one page", async () => {
    const project = await newProject();
    await madeAtOnce(project, 60, "2026-03-01T00:00:00.026Z");
    await homeDb()
      .prepare(
        `UPDATE qualifiables SET sort_key = '2026-03-01T00:00:00.026' || '00' || substr(id, -8)
       WHERE project_id = ?1`,
      )
      .bind(project.id)
      .run();
    await madeAtOnce(project, 3, "2026-03-02T00:00:00.026Z");
    const { found, sizes } = await allPages(project, READERS["JavaScript, Date"] ?? String, {
      limit: 5,
    });
    expect(new Set(found).size).toBe(63);
    expect(sizes).toEqual([63]);
  });
});

const MIGRATIONS = import.meta.glob<string>("../../migrations/*_spread_earlier_offers.sql", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The migration that spreads offers, as it is applied. */
async function spread(): Promise<void> {
  const [sql = ""] = Object.values(MIGRATIONS);
  await homeDb().prepare(sql).run();
}

describe("offers that were made at once before each had a moment of its own", () => {
  const asBefore = (project: TestProject) =>
    homeDb()
      .prepare(
        `UPDATE qualifiables SET sort_key = substr(sort_key, 1, 20) || '02600' || substr(id, -8)
         WHERE project_id = ?1`,
      )
      .bind(project.id)
      .run();

  it.each(EXACT)("%s: all are found, each once, behind the migration", async (_, read) => {
    const project = await newProject();
    await madeAtOnce(project, 250, "2026-03-01T00:00:00.026Z");
    await asBefore(project);
    await spread();
    const { found, sizes } = await allPages(project, read, { limit: 20 });
    expect(new Set(found).size).toBe(250);
    expect([found.length, Math.max(...sizes)]).toEqual([250, 20]);
  });

  it("moves nothing that has a moment of its own, and nothing twice", async () => {
    const project = await newProject();
    await madeAtOnce(project, 30, "2026-03-01T00:00:00.026Z");
    const keys = async () => (await rowsOf("qualifiables", project.id)).map((row) => row.sort_key);
    const before = await keys();
    await spread();
    expect(await keys()).toEqual(before);
  });
});

describe("by deal, with a cursor of pages before", () => {
  it("counts what was shown: a century for each", async () => {
    const project = await newProject();
    await madeAtOnce(project, 12, "2026-03-01T00:00:00.026Z");
    const sent = { order: { amount: 100_000 } };
    const { list } = await qualify(project, sent, { limit: 5, sorting_rule: "LEAST_DEAL" });
    expect(list.more_starting_after).toBe("2526-03-01T00:00:00.136Z");
  });
});
