import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { expect, vi } from "vitest";
import { decodeAction } from "../../src/resources/async-actions/store";
import type { Limits } from "../../src/resources/exports/reading";
import { exportPiece } from "../../src/resources/exports/run";
import { Export, ExportManifest } from "../../src/resources/exports/schema";
import { jobScope } from "../../src/scope/job-scope";
import { parsed, rowsOf, sendAsIs, type TestProject } from "./api";
import { DEAF_QUEUES, sendPausing } from "./faults";
import { PATIENCE } from "./patience";

/** The export once the queue is through with it. */
export async function finished(project: TestProject, id: string): Promise<Export> {
  const read = async () => parsed(Export, await project.get(`/v1/exports/${id}`));
  return vi.waitUntil(async () => {
    const found = await read();
    return found.status === "DONE" || found.status === "ERROR" ? found : undefined;
  }, PATIENCE);
}

/** Opens a link as a browser would: without any key. */
export const visit = (url: string) => {
  const { pathname, search } = new URL(url);
  return sendAsIs(pathname + search, {});
};

/** The manifest of an export that is done. */
export const manifestOf = async (project: TestProject, id: string): Promise<ExportManifest> =>
  parsed(ExportManifest, await project.get(`/v1/exports/${id}/manifest`));

/** What a manifest says of a text, summed up by the platform's own hash. */
export const summed = (text: string, rows: number) => ({
  rows,
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});

/** Exports and answers the file's text. */
export async function exported(project: TestProject, body: object): Promise<string> {
  const reply = await project.post("/v1/exports", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const { status, result } = await finished(project, reply.body.id);
  expect(status).toBe("DONE");
  const file = await visit(result?.url ?? "");
  expect(file.status).toBe(200);
  return file.body;
}

/** Starts an export that no queue hears of, so that the test makes each of its steps. */
export async function begun(project: TestProject, body: object): Promise<string> {
  const reply = await sendPausing(project, { path: "/v1/exports", body }, {}, DEAF_QUEUES);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

export async function actionOf(project: TestProject, exportId: string) {
  const rows = await rowsOf("async_actions", project.id);
  const row = rows.find(({ related_id }) => related_id === exportId);
  if (!row) throw new Error("an export has its background work");
  return decodeAction(row);
}

/** One step, as a worker would make it; answers how many rows it read. */
export async function step(
  project: TestProject,
  exportId: string,
  limits: Limits,
  files: R2Bucket = env.EXPORTS,
) {
  const job = await jobScope(env, { projectId: project.id, requestId: "test", baseUrl: "" });
  if (!job) throw new Error("the project is there");
  await exportPiece({ ...job.scope, files }, await actionOf(project, exportId), limits);
  return job.scope.db.cost.rows_read;
}

/** Steps until the work is over; answers how many. */
export async function steps(project: TestProject, exportId: string, limits: Limits) {
  for (let count = 0; ; count++) {
    if ((await actionOf(project, exportId)).status === "DONE") return count;
    await step(project, exportId, limits);
  }
}

/** The names of an export's pieces in the bucket. */
export async function piecesOf(project: TestProject, exportId: string): Promise<string[]> {
  const { objects } = await env.EXPORTS.list({ prefix: `exports/${project.id}/${exportId}/` });
  return objects.map(({ key }) => key.split("/").at(-1) ?? "");
}
