import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import {
  actionOf,
  begun,
  finished,
  manifestOf,
  step,
  steps,
  summed,
  visit,
} from "../support/exporting";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";

const LIMITS = { rows: 100, pages: 1, runPages: 1, characters: 1_000_000, counted: 10_000 };

const numbered = (count: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

/**
 * So many entries straight into the table, in turns of ten cards of two campaigns. Every two
 * neighbours have one id.
 */
async function filled(project: TestProject, count: number): Promise<void> {
  await homeDb()
    .prepare(
      `${numbered(count)} INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id,
      type, amount, total, balance, details, created_at)
    SELECT ?1, 'v_' || (i % 10), printf('vtx_0%017d', i / 2), 'camp_' || (i % 2),
      iif(i <= 10, 'OPENING', 'POINTS_ADDITION'), i, i, i, '{}', '2026-01-01T00:00:00.000Z' FROM n`,
    )
    .bind(project.id)
    .run();
}

/** The same of buckets; those of every third card never expire, and every fourth day is spent. */
async function filledBuckets(project: TestProject, count: number): Promise<void> {
  await homeDb()
    .prepare(
      `${numbered(count)} INSERT INTO loyalty_points_buckets (project_id, voucher_id, expires_at, id,
      campaign_id, points, created_at)
    SELECT ?1, 'v_' || i, iif(i % 3, '2030-01-0' || (1 + i % 4), 'never'), 'lopb_' || (i % 2000),
      'camp_' || (i % 2), iif(i % 4 = 3, 0, i), '2026-01-01T00:00:00.000Z' FROM n`,
    )
    .bind(project.id)
    .run();
}

const body = (parameters: object, exported_object = "voucher_transactions") => ({
  exported_object,
  parameters,
});

async function textOf(project: TestProject, id: string): Promise<string> {
  const { status, result } = await finished(project, id);
  expect(status).toBe("DONE");
  return (await visit(result?.url ?? "")).body;
}

async function linesOf(project: TestProject, sent: object): Promise<string[]> {
  const id = await begun(project, sent);
  await steps(project, id, LIMITS);
  return (await textOf(project, id)).split("\r\n").slice(1, -1);
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const one = (id: string) => ({ conditions: { $in: [id] } });

describe("an export of many entries", () => {
  it("has each once and in order, those of one id too, whichever way the table is walked", async () => {
    const project = await newProject();
    await filled(project, 1010);
    const told = numbers(1010).slice(10);
    // Of one id, the entry of the card that comes first by its id comes first.
    const key = (i: number) => [Math.floor(i / 2), i % 10] as const;
    const ordered = told.toSorted((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
    const cases: [object, (i: number) => boolean][] = [
      [{}, () => true],
      [{ voucher_id: one("v_3") }, (i) => i % 10 === 3],
      [{ campaign_id: one("camp_1") }, (i) => i % 2 === 1],
      [{ campaign_id: one("camp_1"), voucher_id: one("v_3") }, (i) => i % 10 === 3],
      [
        { voucher_id: { conditions: { $not_in: ["v_1", "v_2"] } } },
        (i) => ![1, 2].includes(i % 10),
      ],
      [
        { junction: "or", voucher_id: one("v_3"), campaign_id: one("camp_0") },
        (i) => i % 10 === 3 || i % 2 === 0,
      ],
    ];
    for (const [filters, isWanted] of cases) {
      const expected = ordered.filter(isWanted).map(String);
      for (const order of ["created_at", "-created_at"]) {
        const found = await linesOf(project, body({ order, filters, fields: ["amount"] }));
        expect(found).toEqual(order === "created_at" ? expected : expected.toReversed());
      }
    }
  });

  it("reads a bounded number of rows in a step, however many there are", async () => {
    const project = await newProject();
    await filled(project, 5000);
    await filledBuckets(project, 5000);
    const span = {
      created_at: { conditions: { $after: ["2000-01-01"], $before: ["2500-01-01"] } },
    };
    const ways = [{}, { campaign_id: one("camp_1") }, { voucher_id: one("v_3") }];
    const cases = ["created_at", "-created_at"].flatMap((order) =>
      [...ways, span].map((filters) => body({ order, filters })),
    );
    const ofPoints = ["expires_at", "-expires_at"].flatMap((order) =>
      ways.map((filters) => body({ order, filters }, "points_expiration")),
    );
    for (const sent of [...cases, ...ofPoints]) {
      const id = await begun(project, sent);
      const isCounting = async () => (await actionOf(project, id)).state.counted !== null;
      while (await isCounting()) {
        const read = await step(project, id, { ...LIMITS, counted: 1000 });
        expect(read, JSON.stringify(sent)).toBeLessThan(1000 + 230);
      }
      for (let at = 0; at < 3; at++) {
        // The project, the export, its action, and a hundred rows, each in an index and by its key.
        expect(await step(project, id, LIMITS), JSON.stringify(sent)).toBeLessThan(230);
      }
    }
  });

  it("of points has those that expire, by day", async () => {
    const project = await newProject();
    await filledBuckets(project, 2400);
    const expected = numbers(2400)
      .filter((i) => i % 3 !== 0 && i % 4 !== 3)
      .map((i) => `2030-01-0${1 + (i % 4)},v_${i}`);
    const fields = ["expires_at", "voucher_id"];
    for (const order of ["expires_at", "-expires_at"]) {
      const found = await linesOf(project, body({ order, fields }, "points_expiration"));
      const days = found.map((line) => line.slice(0, 10));
      const inOrder = days.toSorted();
      expect(days).toEqual(order === "expires_at" ? inOrder : inOrder.toReversed());
      expect(found.toSorted()).toEqual(expected.toSorted());
    }
  });
});

describe("the manifest of an export", () => {
  it("has the rows, bytes and SHA-256 of the file; the same rows make the same file", async () => {
    const project = await newProject();
    await filled(project, 1010);
    const found = [LIMITS, { ...LIMITS, rows: 77, pages: 3 }].map(async (limits) => {
      const id = await begun(project, body({ order: "created_at" }));
      await steps(project, id, limits);
      const text = await textOf(project, id);
      return { id, text, manifest: await manifestOf(project, id) };
    });
    const [first, second] = await Promise.all(found);
    expect(first?.text).toBe(second?.text);
    expect(first?.manifest).toEqual({
      export_id: first?.id,
      object: "export_manifest",
      created_at: expect.any(String),
      ...summed(first?.text ?? "", 1000),
    });
    expect(second?.manifest).toMatchObject(summed(first?.text ?? "", 1000));
  });

  it("404 not_found: before the file is there, and of another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await filled(project, 300);
    const id = await begun(project, body({}));
    const read = async (whose: TestProject) => await whose.get(`/v1/exports/${id}/manifest`);
    failure(await read(project), 404, "not_found");
    await step(project, id, LIMITS);
    expect((await actionOf(project, id)).done).toBe(100);
    failure(await read(project), 404, "not_found");
    await steps(project, id, LIMITS);
    expect((await read(project)).status).toBe(200);
    failure(await read(other), 404, "not_found");
  });
});
