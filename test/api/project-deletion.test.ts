import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { CONTROL_TABLES, removeProjects } from "../../src/async/sweeps/remove-projects";
import { controlOwner } from "../../src/commit/stored-answer";
import { TABLES } from "../../src/db/project-tables";
import { DEPLOYMENT, newProject, rowsOf, send, type TestProject } from "../support/api";
import { declaredTables } from "../support/declared-tables";
import { failure } from "../support/failure";
import { newShop } from "../support/one-of-each";
import { homeDb, visitOf } from "../support/places";

const MINUTE = 60_000;

const remove = ({ id }: Pick<TestProject, "id">, headers: Record<string, string> = DEPLOYMENT) =>
  send("DELETE", `/management/v1/projects/${id}`, headers);

const sweepAt = (now: number) => removeProjects.run(visitOf(undefined, now));

const isLeft = async (projectId: string) =>
  (await rowsOf("removed_projects", projectId)).length > 0;

/** Sweeps until the project is gone, as the cron would minute by minute. */
async function sweepAway(projectId: string): Promise<number> {
  let sweeps = 0;
  for (; sweeps < 20 && (await isLeft(projectId)); sweeps++) {
    await sweepAt(Date.now() + 6 * MINUTE);
  }
  return sweeps;
}

async function rowsLeft(projectId: string): Promise<Record<string, number>> {
  const names = [...TABLES, ...CONTROL_TABLES].map(([name]) => name);
  const counts = await Promise.all(
    names.map(async (name) => [name, (await rowsOf(name, projectId)).length] as const),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe("DELETE /management/v1/projects/:projectId", () => {
  it("goes over every table of projects, but for keys, the audit log and the rounds of sweeps", () => {
    const control = [
      ...["api_keys", "oauth_tokens", "project_moves", "projects", "removed_projects"],
      "trusted_origins",
    ];
    const kept = [
      ...control,
      ...[
        "audit_log",
        "backup_parts",
        "backups",
        "changed_rows",
        "departures",
        "erased_customers",
        "job_leases",
        "places",
        "restores",
        "rounds",
        "sweep_runs",
        "transit_ends",
        "transits",
      ],
    ];
    const declared = declaredTables.map(getTableName).filter((name) => !kept.includes(name));
    const gone = [...TABLES, ...CONTROL_TABLES].map(([name]) => name);
    expect(gone.sort()).toEqual(declared.sort());
  });

  it("204: lets nobody in any more, and takes away all there was, and nothing else", async () => {
    const [{ project }, neighbour] = [await newShop(), await newShop()];
    const before = await rowsLeft(neighbour.project.id);
    const keys = `/management/v1/projects/${project.id}/api-keys`;
    await project.post(keys, { kind: "server" }, { "idempotency-key": "kept" });
    await env.EXPORTS.put(`exports/${project.id}/exp_1/000000`, "a");
    await env.EXPORTS.put(`exports/${neighbour.project.id}/exp_1/000000`, "b");
    expect(Object.keys(await rowsLeft(project.id)).length).toBeGreaterThan(20);
    expect((await remove(project)).status).toBe(204);
    failure(await project.get("/v1/vouchers"), 401, "unauthorized");
    failure(await project.get("/client/v1/promotions/tiers"), 401, "unauthorized");
    failure(await project.get(`/management/v1/projects/${project.id}`), 401, "unauthorized");
    failure(await remove(project), 404, "not_found");
    await sweepAt(Date.now() + 4 * MINUTE);
    expect(await rowsOf("vouchers", project.id)).not.toEqual([]);
    expect(await sweepAway(project.id)).toBeLessThan(5);
    expect(await rowsLeft(project.id)).toEqual({});
    const answers = env.DB.prepare("SELECT key FROM idempotency_keys WHERE project_id = ?1");
    expect((await answers.bind(controlOwner(project.id)).all()).results).toEqual([]);
    for (const table of ["api_keys", "oauth_tokens", "trusted_origins"]) {
      expect(await rowsOf(table, project.id)).toEqual([]);
    }
    expect((await rowsOf("audit_log", project.id)).at(-1)).toMatchObject({
      operation: "DELETE /management/v1/projects/:projectId",
      status: 204,
    });
    const files = await env.EXPORTS.list({ prefix: "exports/" });
    expect(files.objects.map(({ key }) => key)).toContain(
      `exports/${neighbour.project.id}/exp_1/000000`,
    );
    expect(files.objects.some(({ key }) => key.includes(project.id))).toBe(false);
    expect(await rowsLeft(neighbour.project.id)).toEqual(before);
  });

  it("403: a project's own key; nothing goes", async () => {
    const project = await newProject();
    const reply = await remove(project, project.management);
    failure(reply, 403, "missing_required_permission");
    expect((await project.get("/v1/vouchers")).status).toBe(200);
    expect(await isLeft(project.id)).toBe(false);
  });

  it("works through many rows a piece at a time", async () => {
    const project = await newProject();
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      INSERT INTO categories (project_id, id, name, hierarchy, created_at)
      SELECT ?1, 'cat_' || i, 'c' || i, 0, '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id)
      .run();
    await remove(project);
    await sweepAway(project.id);
    expect(await rowsLeft(project.id)).toEqual({});
  });
});
