import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import { newProject, rowsOf } from "../support/api";

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** So many keys and misses of a project, all of a day long gone by. */
async function old(projectId: string, count: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO idempotency_keys (project_id, family, key, fingerprint, status, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1, 'server', 'k' || i, '', 200, ?3 FROM n`,
    ).bind(projectId, count, LONG_AGO),
    env.DB.prepare(
      `INSERT INTO misses (project_id, bucket, minute, count)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1, 'b' || i, 1, 1 FROM n`,
    ).bind(projectId, count),
  ]);
}

const leftOf = async (projectId: string) => ({
  keys: (await rowsOf("idempotency_keys", projectId)).length,
  misses: (await rowsOf("misses", projectId)).length,
});

/** The database with one of its methods in other hands. */
const withOther = <K extends "batch" | "prepare">(method: K, other: D1Database[K]): D1Database =>
  new Proxy(env.DB, {
    get: (target, name) => {
      if (name === method) return other;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

describe("a sweep", () => {
  it("forgets what an outage has left over, two thousand rows at a time", async () => {
    const project = await newProject();
    await old(project.id, 4_500);
    const written: number[] = [];
    const counting = withOther("batch", async (statements) => {
      const results = await env.DB.batch(statements);
      written.push(...results.map(({ meta }) => meta.changes));
      return results as never;
    });
    await sweep({ ...env, DB: counting }, Date.now());
    expect(await leftOf(project.id)).toEqual({ keys: 0, misses: 0 });
    expect(Math.max(...written)).toBe(2_000);
  });

  it("forgets the rest though one part of it fails, and says that it failed", async () => {
    const project = await newProject();
    await old(project.id, 1);
    const broken = withOther("prepare", (sql) =>
      env.DB.prepare(sql.replace("DELETE FROM idempotency_keys", "DELETE FROM nothing")),
    );
    await expect(sweep({ ...env, DB: broken }, Date.now())).rejects.toThrow("a sweep failed");
    expect(await leftOf(project.id)).toEqual({ keys: 1, misses: 0 });
    await sweep(env, Date.now());
    expect(await leftOf(project.id)).toEqual({ keys: 0, misses: 0 });
  });
});
