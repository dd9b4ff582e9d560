import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { causeOf } from "../../src/async/dead-jobs";
import { runJobs } from "../../src/async/queue";
import { ApiError } from "../../src/errors";
import { DeadJob, DeadJobList } from "../../src/resources/management/dead-jobs/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { pausing, sendPausing } from "../support/faults";
import { PATIENCE } from "../support/patience";
import { homeDb, homeName } from "../support/places";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const base = (project: TestProject) => `/management/v1/projects/${project.id}/dead-jobs`;

interface Delivery {
  body: unknown;
  attempts?: number;
}

/** Delivers messages of a queue as the platform does; answers what became of each. */
async function deliver(queue: string, deliveries: readonly Delivery[], bound = env) {
  const said: string[] = [];
  const messages = deliveries.map(({ body, attempts = 1 }, at) => ({
    id: `m-${at}`,
    timestamp: new Date(0),
    body,
    attempts,
    ack: () => said.push("ack"),
    retry: ({ delaySeconds }: QueueRetryOptions) => said.push(`retry after ${delaySeconds} s`),
  }));
  const batch = { queue, messages } as unknown as MessageBatch;
  await runJobs(batch, bound);
  return said;
}

/** Errors are logged; the test that makes them keeps them out of its own log. */
async function quietly<T>(run: () => Promise<T>): Promise<{ result: T; log: string }> {
  const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const result = await run();
    return { result, log: spy.mock.calls.flat().join("\n") };
  } finally {
    spy.mockRestore();
  }
}

/** A job whose deliveries were all cut off. */
const cutOff = (body: unknown) => quietly(() => deliver("vouchsafe-dead-jobs", [{ body }]));

const strange = (project: TestProject, more: object = {}) => ({
  job: "validations",
  project_id: project.id,
  ...more,
});

const listed = async (project: TestProject, query = "") =>
  parsed(DeadJobList, await project.get(base(project) + query));

describe("a job that fails", () => {
  it("is tried again, and with its last delivery kept with its cause", async () => {
    const project = await newProject();
    const body = strange(project);
    const first = await quietly(() => deliver("vouchsafe-jobs", [{ body, attempts: 10 }]));
    expect(first.result).toEqual(["retry after 1024 s"]);
    const of = { job: "validations", project: project.id, cause: "ZodError" };
    expect(first.log).toBe(
      JSON.stringify({ level: "error", queue: "vouchsafe-jobs", id: "m-0", ...of }),
    );
    expect((await listed(project)).total).toBe(0);
    const last = await quietly(() => deliver("vouchsafe-jobs", [{ body, attempts: 11 }]));
    expect(last.result).toEqual(["ack"]);
    const { dead_jobs, total } = await listed(project);
    expect(total).toBe(1);
    expect(dead_jobs).toMatchObject([
      { queue: "vouchsafe-jobs", body, attempts: 11, cause: "ZodError", due_at: null },
    ]);
  });

  it("is told by its key or its kind, and never by words that may be a customer's", () => {
    expect(causeOf(new ApiError("project_moving", { details: "Ada" }))).toBe("project_moving");
    expect(causeOf(new RangeError("Ada"))).toBe("RangeError");
    expect(causeOf("Ada")).toBe("unknown");
  });

  it("is there once, however often it comes and whatever the order of its body", async () => {
    const project = await newProject();
    const [job, project_id] = ["action", project.id];
    const body = { job, project_id, action_id: "aa_gone", more: 1 };
    const again = { more: 1, action_id: "aa_gone", project_id, job };
    const bodies = [body, body, again].map((each) => ({ body: each }));
    const { log } = await quietly(() => deliver("vouchsafe-dead-jobs", bodies));
    const said = JSON.stringify({ level: "error", dead: job, project: project_id, cause: null });
    expect(log).toBe([said, said, said].join("\n"));
    const { dead_jobs } = await listed(project);
    expect(dead_jobs).toMatchObject([
      { queue: "vouchsafe-long-jobs", attempts: 33, cause: null, body },
    ]);
  });

  it("is dropped and logged where its project is gone, or where it names none", async () => {
    const before = await homeDb().prepare("SELECT count(*) AS n FROM dead_jobs").first("n");
    const body = { job: "outbox", project_id: "proj_gone" };
    const dropped = await quietly(() => deliver("vouchsafe-dead-jobs", [{ body }, { body: "?" }]));
    expect(dropped.result).toEqual(["ack", "ack"]);
    expect(dropped.log).toContain('"dropped":"outbox","project":"proj_gone"');
    expect(dropped.log).toContain('"dropped":"unknown"');
    expect(await homeDb().prepare("SELECT count(*) AS n FROM dead_jobs").first("n")).toBe(before);
  });

  it("keeps no other of its batch from being done", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/CARD", { gift: { amount: 100 } });
    await homeDb()
      .prepare("UPDATE tallies SET events_taken = 0 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const good = { job: "outbox", project_id: project.id };
    const { result } = await quietly(() =>
      deliver("vouchsafe-jobs", [{ body: "?" }, { body: good }]),
    );
    expect(result).toEqual(["retry after 2 s", "ack"]);
    expect((await rowsOf("tallies", project.id))[0]).toMatchObject({ events_taken: 1 });
  });

  it("comes again while its place does not answer, and keeps no other from being kept", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const down = pausing(
      homeDb(),
      { before: (batch) => (batch === 1 ? Promise.reject(new Error("down")) : undefined) },
      { count: 0 },
    );
    const { result } = await quietly(() =>
      deliver("vouchsafe-dead-jobs", [{ body: strange(project) }, { body: strange(other) }], {
        ...env,
        [homeName()]: down,
      }),
    );
    expect(result).toEqual(["retry after 2 s", "ack"]);
    expect((await listed(project)).total).toBe(0);
    expect((await listed(other)).total).toBe(1);
    await cutOff(strange(project));
    expect((await listed(project)).total).toBe(1);
  });

  it("is forgotten after a month", async () => {
    const project = await newProject();
    const body = strange(project);
    await cutOff(body);
    await sweep(env, Date.now() + 30 * DAY_MS - MINUTE_MS, undefined, homeName());
    expect((await listed(project)).total).toBe(1);
    await sweep(env, Date.now() + 30 * DAY_MS + MINUTE_MS, undefined, homeName());
    expect((await listed(project)).total).toBe(0);
  });
});

describe("GET /management/v1/projects/{projectId}/dead-jobs", () => {
  it("200: the last to fail first, by pages, and none of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const bodies = [1, 2, 3].map((at) => strange(project, { at }));
    for (const body of bodies) {
      await cutOff(body);
      await scheduler.wait(2);
    }
    const page = await listed(project, "?limit=2");
    expect(page.dead_jobs.map(({ body }) => body.at)).toEqual([3, 2]);
    expect(page.total).toBe(3);
    const rest = await listed(project, "?limit=2&page=2");
    expect(rest.dead_jobs.map(({ body }) => body.at)).toEqual([1]);
    expect(await listed(other)).toMatchObject({ dead_jobs: [], total: 0 });
  });

  it("200: as many rows are read for a page whatever is beside it", async () => {
    const project = await newProject();
    await cutOff(strange(project));
    await listed(project);
    const few = costOf(await project.get(base(project))).read;
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 5000)
       INSERT INTO dead_jobs (project_id, id, queue, body, attempts, died_at, due_at)
       SELECT 'proj_beside', 'dj_' || at, 'q', '{}', 11, ?1, NULL FROM n`,
      )
      .bind(new Date(Date.now()).toISOString())
      .run();
    // Beside them the walk sees that the next row is of another project.
    expect(costOf(await project.get(base(project))).read).toBeLessThanOrEqual(few + 1);
    await homeDb().prepare("DELETE FROM dead_jobs WHERE project_id = 'proj_beside'").run();
  });

  it.each(["limit=0", "limit=101", "page=0"])("400: %s", async (query) => {
    const project = await newProject();
    expect((await project.get(`${base(project)}?${query}`)).status).toBe(400);
  });
});

describe("POST /management/v1/projects/{projectId}/dead-jobs/{id}/retry", () => {
  async function dead(project: TestProject): Promise<DeadJob> {
    await project.post("/v1/vouchers/CARD", { gift: { amount: 100 } });
    await cutOff({ job: "outbox", project_id: project.id });
    await homeDb()
      .prepare("UPDATE tallies SET events_taken = 0 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const [job] = (await listed(project)).dead_jobs;
    return DeadJob.parse(job);
  }

  const retry = (project: TestProject, id: string) =>
    project.post(`${base(project)}/${id}/retry`, {});

  it("204: the job runs, and is no longer listed", async () => {
    const project = await newProject();
    const { id } = await dead(project);
    expect((await retry(project, id)).status).toBe(204);
    expect((await listed(project)).total).toBe(0);
    await vi.waitUntil(
      async () => (await rowsOf("tallies", project.id))[0]?.events_taken === 1,
      PATIENCE,
    );
  });

  it("404: one that was sent again, one of another project, and one that never was", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { id } = await dead(project);
    expect((await retry(other, id)).status).toBe(404);
    expect((await listed(project)).total).toBe(1);
    await retry(project, id);
    expect((await retry(project, id)).body).toMatchObject({ key: "not_found" });
    expect((await retry(project, "dj_none")).status).toBe(404);
  });

  /** A queue that does this with what it is sent. */
  const queueDoing = (take: (bodies: unknown[]) => Promise<unknown>) => ({
    JOBS: {
      sendBatch: (all: { body: unknown }[]) => take(all.map(({ body }) => body)),
    } as unknown as Queue,
  });

  const retryOn = (project: TestProject, id: string, bindings: { JOBS: Queue }) =>
    quietly(() =>
      sendPausing(
        project,
        { path: `${base(project)}/${id}/retry`, headers: project.management },
        {},
        bindings,
      ),
    );

  it("what the queue never got is sent by the sweep, and then taken off the list", async () => {
    const project = await newProject();
    const { id } = await dead(project);
    const deaf = queueDoing(() => Promise.reject(new Error("cut off")));
    await retryOn(project, id, deaf).catch(() => undefined);
    expect((await listed(project)).dead_jobs).toMatchObject([{ id, due_at: expect.any(String) }]);
    expect((await retry(project, id)).status).toBe(404);
    const sent: unknown[] = [];
    await sweep(
      { ...env, ...queueDoing(async (all) => sent.push(...all)) },
      Date.now(),
      undefined,
      homeName(),
    );
    expect(sent).toContainEqual({ job: "outbox", project_id: project.id });
    expect((await listed(project)).total).toBe(0);
  });

  it("what has failed once more by then stays on the list", async () => {
    const project = await newProject();
    const { id, body } = await dead(project);
    const failing = queueDoing(() => cutOff(body));
    expect((await retryOn(project, id, failing)).result.status).toBe(204);
    expect((await listed(project)).dead_jobs).toMatchObject([{ id, attempts: 22, due_at: null }]);
  });

  it("of five at once one sends it", async () => {
    const project = await newProject();
    const { id } = await dead(project);
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => retry(project, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });
});
