import { describe, expect, it } from "vitest";
import { AuditList } from "../../src/resources/management/audit-log/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { homeDb } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

// Redemptions and publications keep their entries of the audit log in their own rows.

const pathOf = ({ id }: TestProject) => `/management/v1/projects/${id}/audit-log`;

const pageOf = async (project: TestProject, query = "") =>
  parsed(AuditList, await project.get(`${pathOf(project)}?${query}`));

/**
 * The first of the changes by a back end's key, page by page. Calls of management stand in the log,
 * too: who goes up page by page comes to no end.
 */
async function told(project: TestProject, order: "id" | "-id", limit = 100, most = 1_000) {
  const all = [];
  let after = "";
  for (;;) {
    const page = await pageOf(project, `order=${order}&limit=${limit}${after}`);
    all.push(...page.data.filter(({ actor }) => actor.family === "server"));
    if (!page.has_more || all.length >= most) return all;
    after = `&starting_after_id=${page.more_starting_after}`;
  }
}

const run = (text: string, ...values: unknown[]) =>
  homeDb()
    .prepare(text)
    .bind(...values)
    .run();

/** A project in which a redemption, a refused one and a rollback stand between other changes. */
async function changed() {
  const project = await newProject();
  await voucher(project, "SAVE");
  const order = { amount: 1000 };
  const done = await redeem(project, "SAVE", { customer: { source_id: "ada" }, order });
  await project.post("/v1/categories", { name: "One" });
  const refused = await redeem(project, "SAVE", {
    order: { source_id: "o", amount: 1, items: [] },
  });
  expect(refused.status).toBe(200);
  await project.put("/v1/vouchers/SAVE", { active: false });
  const failed = await redeem(project, "SAVE");
  expect(failed.status).toBe(400);
  const id = done.body.redemptions[0].id;
  const back = await project.post(`/v1/redemptions/${id}/rollback`, {});
  const again = await project.post(`/v1/redemptions/${id}/rollback`, {});
  expect([back.status, again.status]).toEqual([200, 400]);
  return { project, done, refused, failed, back, again };
}

describe("the entry of a redemption", () => {
  it("stands among all others at its time, in both orders and page by page", async () => {
    const { project, done, refused, failed, back, again } = await changed();
    const [ada] = await rowsOf("customers", project.id);
    const operations = [
      ["POST /v1/vouchers", 200, expect.stringMatching(/^v_/)],
      // Whoever is new is announced first.
      ["POST /v1/redemptions", 200, ada?.id],
      ["POST /v1/categories", 200, expect.stringMatching(/^cat_/)],
      ["POST /v1/redemptions", 200, refused.body.redemptions[0].id],
      ["PUT /v1/vouchers/:code", 200, expect.stringMatching(/^v_/)],
      ["POST /v1/redemptions", 400, failed.body.resource_id],
      ["POST /v1/redemptions/:id/rollback", 200, back.body.id],
      ["POST /v1/redemptions/:id/rollback", 400, again.body.resource_id],
    ];
    for (const limit of [100, 3, 1]) {
      const up = await told(project, "id", limit, operations.length);
      expect(
        up.map(({ operation, status, object_id }) => [operation, status, object_id]),
        String(limit),
      ).toEqual(operations);
      const down = await told(project, "-id", limit);
      expect(down, String(limit)).toEqual(up.toReversed());
    }
    const redemption = (await rowsOf("redemptions", project.id)).find(
      ({ id }) => id === done.body.redemptions[0].id,
    );
    const [, entry] = await told(project, "id");
    const [key] = (await rowsOf("api_keys", project.id)).filter(({ kind }) => kind === "server");
    expect(entry).toEqual({
      id: `aud_${redemption?.sort_key}`,
      created_at: redemption?.created_at,
      request_id: done.headers.get("x-request-id"),
      actor: { family: "server", key_id: key?.id, name: null, by_token: false },
      operation: "POST /v1/redemptions",
      status: 200,
      object_id: ada?.id,
      fields: ["redeemables", "customer", "order"],
      object: "audit_entry",
    });
    const own = (await rowsOf("audit_log", project.id)).filter(({ family }) => family === "server");
    // Three of other changes, and the rollback's, whose row has no room for it.
    expect(own).toHaveLength(4);
  });

  it("stands with a publication, made or refused, as with a redemption", async () => {
    const project = await newProject();
    await voucher(project, "ONE");
    const publication = { voucher: "ONE", customer: { source_id: "ada" } };
    const made = await project.post("/v1/publications", publication);
    await project.post("/v1/categories", { name: "One" });
    const refused = await project.post("/v1/publications", publication);
    expect([made.status, refused.status]).toEqual([200, 400]);
    const before = await told(project, "-id");
    expect(
      before.map(({ operation, status, object_id }) => [operation, status, object_id]),
    ).toEqual([
      ["POST /v1/publications", 400, refused.body.resource_id],
      ["POST /v1/categories", 200, expect.stringMatching(/^cat_/)],
      // Whoever is new is announced first.
      ["POST /v1/publications", 200, made.body.customer_id],
      ["POST /v1/vouchers", 200, expect.stringMatching(/^v_/)],
    ]);
    const [key] = (await rowsOf("api_keys", project.id)).filter(({ kind }) => kind === "server");
    expect(before[0]).toEqual({
      id: `aud_${String(refused.body.resource_id).slice(4)}`,
      created_at: (await rowsOf("publications", project.id)).at(-1)?.created_at,
      request_id: refused.headers.get("x-request-id"),
      actor: { family: "server", key_id: key?.id, name: null, by_token: false },
      operation: "POST /v1/publications",
      status: 400,
      object_id: refused.body.resource_id,
      fields: ["voucher", "customer"],
      object: "audit_entry",
    });
    expect(await told(project, "-id", 1)).toEqual(before);
    expect(await told(project, "id", 2, before.length)).toEqual(before.toReversed());
    const own = (await rowsOf("audit_log", project.id)).filter(({ family }) => family === "server");
    expect(own).toHaveLength(2);
    const change = "UPDATE publications SET audit = NULL WHERE project_id = ?1";
    await expect(run(change, project.id)).rejects.toThrow("audit_log_only_grows");
    await run("DELETE FROM publications WHERE project_id = ?1", project.id);
    expect(await told(project, "-id")).toEqual(before);
  });

  it("is one for all redeemables of a request", async () => {
    const project = await newProject();
    for (const code of ["A", "B", "C"]) await voucher(project, code);
    const { status } = await redeem(project, ["A", "B", "C"], { order: { amount: 1000 } });
    expect(status).toBe(200);
    const found = (await told(project, "id")).map(({ operation }) => operation);
    expect(found).toEqual([...Array(3).fill("POST /v1/vouchers"), "POST /v1/redemptions"]);
  });

  it("is none of its own only where the row has room for it, or is too long without it", async () => {
    const project = await newProject();
    await voucher(project, "SAVE");
    const kept = async (metadata: object) => {
      const { body, headers } = await redeem(project, "SAVE", { order: { amount: 1 }, metadata });
      const rows = await rowsOf("redemptions", project.id);
      const row = rows.find(({ id }) => id === body.redemptions[0].id);
      const own = (await rowsOf("audit_log", project.id)).filter(
        ({ request_id }) => request_id === headers.get("x-request-id"),
      );
      return [row?.audit !== null, own.length];
    };
    // A row of more than 1,000 bytes or so takes a page for itself.
    expect(await kept({})).toEqual([true, 0]);
    expect(await kept({ note: "x".repeat(350) })).toEqual([false, 1]);
    expect(await kept({ note: "ü".repeat(175) })).toEqual([false, 1]);
    expect(await kept({ note: "x".repeat(1_000) })).toEqual([true, 0]);
    const found = (await told(project, "id")).slice(1);
    expect(found).toMatchObject(
      Array.from({ length: 4 }, () => ({ operation: "POST /v1/redemptions", status: 200 })),
    );
    expect(new Set(found.map(({ object_id }) => object_id)).size).toBe(4);
    expect(new Set(found.map(({ actor }) => JSON.stringify(actor))).size).toBe(1);
  });

  it("is filtered as all others are", async () => {
    const { project, failed } = await changed();
    const of = async (field: string, value: unknown) =>
      (await pageOf(project, `filters[${field}][conditions][$is]=${value}`)).data;
    const id = failed.headers.get("x-request-id");
    expect(await of("request_id", id)).toMatchObject([{ status: 400 }]);
    expect(await of("operation", "POST /v1/redemptions")).toHaveLength(3);
    expect(await of("object_id", failed.body.resource_id)).toHaveLength(1);
    const [entry] = await of("status", 200);
    expect(await of("id", entry?.id)).toEqual([entry]);
  });

  it("is not changed, and stays when its redemption goes and when it comes back", async () => {
    const { project } = await changed();
    const before = await told(project, "-id");
    const changes = [
      ...["audit = NULL", `audit = json_set(audit, '$.status', 1)`, "result = 'FAILED'"],
      ...["created_at = ''", "id = id || 'x'"],
    ];
    for (const change of changes) {
      const done = run(`UPDATE redemptions SET ${change} WHERE project_id = ?1`, project.id);
      await expect(done, change).rejects.toThrow("audit_log_only_grows");
    }
    expect(await told(project, "-id")).toEqual(before);
    const rows = await rowsOf("redemptions", project.id);
    await run("DELETE FROM redemptions WHERE project_id = ?1", project.id);
    expect(await told(project, "-id")).toEqual(before);
    for (const row of rows) {
      const names = Object.keys(row);
      await run(
        `INSERT INTO redemptions (${names.map((name) => `"${name}"`).join()})
         VALUES (${names.map(() => "?").join()})`,
        ...Object.values(row),
      );
    }
    for (const limit of [100, 2]) expect(await told(project, "-id", limit)).toEqual(before);
  });

  it("ends after 400 days, as those of the log do", async () => {
    const { project } = await changed();
    const days = async (count: number) => {
      const at = Date.now() - count * 86_400_000;
      const key = at.toString(16).padStart(11, "0");
      await run(
        `INSERT INTO redemptions (project_id, sort_key, id, object, result, status, effects, channel,
          created_at, audit)
         SELECT project_id, ?2 || '0000000', 'r_' || ?2 || '0000000', object, result, status, effects,
          channel, ?3, audit FROM redemptions WHERE project_id = ?1 AND audit IS NOT NULL LIMIT 1`,
        project.id,
        key,
        new Date(at).toISOString(),
      );
      return `aud_${key}0000000`;
    };
    const [gone, kept] = [await days(401), await days(399)];
    for (const order of ["id", "-id"] as const) {
      const ids = (await told(project, order)).map(({ id }) => id);
      expect(ids).toContain(kept);
      expect(ids).not.toContain(gone);
    }
    await run(
      "DELETE FROM redemptions WHERE project_id = ?1 AND 'aud_' || sort_key IN (?2, ?3)",
      ...[project.id, gone, kept],
    );
    const ids = (await rowsOf("audit_log", project.id)).map(({ id }) => id);
    expect(ids).toContain(kept);
    expect(ids).not.toContain(gone);
  });
});

describe("a page of the log", () => {
  /** Redemptions that no key of a back end has made. */
  const unlogged = (project: TestProject, from: number, count: number) =>
    run(
      `INSERT INTO redemptions (project_id, sort_key, id, object, result, status, effects, channel,
        created_at)
       SELECT ?1, printf('%011x0000000', ?2 + value), printf('r_%011x0000000', ?2 + value),
        'redemption', 'SUCCESS', 'SUCCEEDED', '{}', '{}', '2026-01-01T00:00:00.000Z'
       FROM (WITH RECURSIVE n (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n
         WHERE value < ?3 - 1) SELECT value FROM n)`,
      project.id,
      from,
      count,
    );

  it("looks at 5,000 redemptions that keep none, and goes on behind them", async () => {
    const { project } = await changed();
    const before = await told(project, "id");
    await unlogged(project, Date.now() + 60_000, 10_500);
    const reply = await project.get(`${pathOf(project)}?limit=5`);
    const first = parsed(AuditList, reply);
    // None of the log is newer than the last redemption that was looked at.
    expect([first.data, first.has_more]).toEqual([[], true]);
    expect(costOf(reply).read).toBeLessThan(25_000);
    expect(await told(project, "-id", 5)).toEqual(before.toReversed());
    expect(await told(project, "id", 5, before.length)).toEqual(before);
  });

  it("reads none of the redemptions that are older than what it shows", async () => {
    const project = await newProject();
    for (const name of ["A", "B", "C"]) await project.post("/v1/categories", { name });
    await unlogged(project, Date.now() - 86_400_000, 1_000);
    await project.get(`${pathOf(project)}?limit=1`);
    const read = async () => costOf(await project.get(`${pathOf(project)}?limit=1`)).read;
    expect(await read()).toBeLessThan(20);
  });
});
