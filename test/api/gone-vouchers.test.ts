import { describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { actionOf, begun, step, steps, visit } from "../support/exporting";
import { homeDb } from "../support/places";

const GONE = 300;
const LIVE = ["A", "B", "C"];
const discount = { type: "PERCENT", percent_off: 10 } as const;

async function shelf(): Promise<TestProject> {
  const project = await newProject();
  for (const code of LIVE) {
    const made = await project.post(`/v1/vouchers/${code}`, { type: "DISCOUNT_VOUCHER", discount });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
  }
  const changed = await project.put("/v1/vouchers/B", { additional_info: "changed" });
  expect(changed.status).toBe(200);
  return project;
}

/** As many that are gone as `GONE`, whose ids begin so: all of them older, or newer, than the live ones. */
async function throwAway(project: TestProject, prefix: string, deletedAt: string): Promise<void> {
  await homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${GONE})
       INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, created_at, deleted_at)
       SELECT ?1, printf('%s%05d', ?2, i), printf('%s%05d', ?2, i), printf('%s%05d', ?2, i), 'DISCOUNT_VOUCHER',
         '{"type":"PERCENT","percent_off":10}', '{}', '2026-01-01T00:00:00.000Z', ?3 FROM n`,
    )
    .bind(project.id, prefix, deletedAt)
    .run();
}

/** What is in the bin, and what an import that is not through has made, on both sides of the live ones. */
async function throwManyAway(project: TestProject): Promise<void> {
  await throwAway(project, "v_0A", "2026-02-01T00:00:00.000Z");
  await throwAway(project, "v_0W", "2026-02-01T00:00:00.000Z");
  await throwAway(project, "v_0B", "import:async_1");
  await throwAway(project, "v_0X", "import:async_1");
}

const codesOf = ({ body }: Reply): string[] =>
  body.vouchers.map(({ code }: { code: string }) => code);

describe("a list of vouchers beside 1,200 that are gone reads what it read without them", () => {
  it.each([
    ["", ["C", "B", "A"]],
    ["order=created_at", ["A", "B", "C"]],
    ["limit=2&page=2", ["A"]],
    ["order=updated_at", ["A", "C", "B"]],
    ["order=-updated_at", ["B", "C", "A"]],
    ["ids[]=ID", ["B"]],
    ["ids[]=ID&ids[]=v_0W00001&ids[]=v_0X00001", ["B"]],
    ["created_at[after]=2001-01-01T00:00:00Z", ["C", "B", "A"]],
    ["created_at[before]=2999-01-01T00:00:00Z&order=created_at", ["A", "B", "C"]],
    ["filters[additional_info][conditions][$is]=changed", ["B"]],
    ["filters[additional_info][conditions][$is]=changed&order=created_at", ["B"]],
    ["filters[additional_info][conditions][$is]=changed&order=updated_at", ["B"]],
    ["filters[id][conditions][$is]=ID", ["B"]],
    ["filters[created_at][conditions][$after]=2001-01-01T00:00:00Z", ["C", "B", "A"]],
    ["filters[created_at][conditions][$before]=2999-01-01T00:00:00Z&order=code", ["A", "B", "C"]],
  ])("%s", async (query, expected) => {
    const project = await shelf();
    const { id } = (await project.get("/v1/vouchers/B")).body;
    const asked = query.replaceAll("ID", id).replace(/["[\]$]/g, encodeURIComponent);
    const path = `/v1/vouchers?${asked}`;
    await project.get(path);
    const before = await project.get(path);
    expect(before.status, JSON.stringify(before.body)).toBe(200);
    expect(codesOf(before)).toEqual(expected);
    await throwManyAway(project);
    const after = await project.get(path);
    expect(after.body).toEqual(before.body);
    expect(costOf(after).read).toBeLessThanOrEqual(costOf(before).read + 6);
  });
});

describe("an export of vouchers beside 1,200 that are gone", () => {
  it.each([
    ["in their order", {}],
    ["newest first", { order: "-created_at" }],
    ["by another order", { order: "code" }],
    ["by what no index serves", { filters: { type: { conditions: { $is: "DISCOUNT_VOUCHER" } } } }],
    [
      "of a span",
      { filters: { created_at: { conditions: { $after: ["2001-01-01T00:00:00Z"] } } } },
    ],
  ])("%s, reads what it read without them", async (_, parameters) => {
    const project = await shelf();
    const limits = { rows: 100, pages: 20, runPages: 20, characters: 100_000, counted: 10_000 };
    const cost = async () => {
      const id = await begun(project, { exported_object: "voucher", parameters });
      let read = 0;
      while ((await actionOf(project, id)).status !== "DONE")
        read += await step(project, id, limits);
      const { result } = (await project.get(`/v1/exports/${id}`)).body;
      expect(result).not.toBeNull();
      return { read, done: (await actionOf(project, id)).done };
    };
    await cost();
    const before = await cost();
    await throwManyAway(project);
    const after = await cost();
    expect(after.done).toBe(before.done);
    expect(after.read).toBeLessThanOrEqual(before.read + 10);
  });

  it("of a campaign goes on behind a page of nothing else", async () => {
    const project = await newProject();
    const campaignId = await campaign(project, "Spring", {});
    await code(project, campaignId, "LEFT");
    await throwAway(project, "v_0A", "2026-02-01T00:00:00.000Z");
    await homeDb()
      .prepare("UPDATE vouchers SET campaign_id = ?2 WHERE project_id = ?1")
      .bind(project.id, campaignId)
      .run();
    const filters = { campaign_id: { conditions: { $is: campaignId } } };
    const parameters = { order: "created_at", fields: ["code"], filters };
    const id = await begun(project, { exported_object: "voucher", parameters });
    await steps(project, id, {
      rows: 100,
      pages: 2,
      runPages: 2,
      characters: 100_000,
      counted: 10_000,
    });
    const { result } = (await project.get(`/v1/exports/${id}`)).body;
    expect((await visit(result.url)).body.trim().split(/\s+/)).toEqual(["Code", "LEFT"]);
  });
});

describe("what keeping live vouchers apart from gone ones costs", () => {
  const run = async (sql: string, ...values: string[]) =>
    (
      await homeDb()
        .prepare(sql)
        .bind(...values)
        .all()
    ).meta;

  it("is three rows for a code of a campaign, and one row for a look-up by its id", async () => {
    const { id } = await newProject();
    for (const name of ["a", "b"]) {
      const made = await run(
        `INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, metadata, created_at)
         VALUES (?1, ?2, 'v_' || ?2, ?2, 'DISCOUNT_VOUCHER', 'camp_1', '{}', '2026-01-01T00:00:00.000Z')`,
        id,
        name,
      );
      expect(made.rows_written).toBe(3);
    }
    const found = await run(
      "SELECT code FROM vouchers INDEXED BY vouchers_id WHERE project_id = ?1 AND is_live = 1 AND id = 'v_a'",
      id,
    );
    expect(found.rows_read).toBe(1);
  });

  it("is three rows for a code that goes into the bin or comes back", async () => {
    const project = await newProject();
    await code(project, await campaign(project, "Spring"), "HOT");
    for (const value of ["'2026-02-01T00:00:00.000Z'", "NULL"]) {
      const moved = await run(
        `UPDATE vouchers SET deleted_at = ${value} WHERE project_id = ?1`,
        project.id,
      );
      expect(moved.rows_written).toBe(3);
    }
  });
});
