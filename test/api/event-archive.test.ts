import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { archiveJob } from "../../src/async/jobs/archive";
import { archiveEvents } from "../../src/async/sweeps/archive-events";
import { EventFeed } from "../../src/resources/webhooks/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import {
  aged,
  archivesOf,
  archiveTo,
  endingAt,
  feedOf,
  filesOf,
  inOutbox,
} from "../support/archiving";
import { Crash, sendPausing } from "../support/faults";
import { homeDb, homeName, visitOf } from "../support/places";

/** A project in which customers were made, one each day. */
async function shopOf(days: number): Promise<TestProject> {
  const project = await newProject();
  for (let at = 1; at <= days; at++) {
    const reply = await project.post("/v1/customers", { source_id: `c${at}`, name: `Name ${at}` });
    expect(reply.status).toBe(200);
  }
  await aged(project);
  return project;
}
const twelve = () => shopOf(12);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe("events that are older than the project keeps them", () => {
  it("leave the database for files, each by its first and last number", async () => {
    const project = await twelve();
    const before = await feedOf(project);
    await archiveTo(project, 3);
    await archiveTo(project, 8);
    expect(await archivesOf(project)).toEqual([
      [1, 3],
      [4, 8],
    ]);
    expect(await inOutbox(project)).toEqual([9, 10, 11, 12]);
    const files = await filesOf(project);
    expect([...files.keys()]).toEqual([
      "000000000000001-000000000000003.ndjson.gz",
      "000000000000004-000000000000008.ndjson.gz",
    ]);
    const lines = [...files.values()].flatMap((text) => text.trimEnd().split("\n"));
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual(range(1, 8));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      sequence: 1,
      kind: "customer.created",
      id: before[0]?.id,
      customer_id: before[0]?.event.entity_id,
      data: { customer: { source_id: "c1", name: "Name 1" } },
    });
  });

  it("are read on by the feed as if they had never left", async () => {
    const project = await twelve();
    const before = await feedOf(project);
    expect(before.map(({ sequence }) => sequence)).toEqual(range(1, 12));
    for (const last of [2, 5, 6, 11]) await archiveTo(project, last);
    expect(await archivesOf(project)).toEqual([
      [1, 2],
      [3, 5],
      [6, 6],
      [7, 11],
    ]);
    for (const limit of [1, 2, 3, 100]) expect(await feedOf(project, limit)).toEqual(before);
    for (const after of range(0, 13)) {
      const page = parsed(EventFeed, await project.get(`/v1/event-feed?after=${after}&limit=4`));
      expect(page.data).toEqual(before.slice(after, after + 4));
      expect(page.has_more).toBe(after < 8);
    }
    await archiveTo(project, 12);
    expect(await inOutbox(project)).toEqual([]);
    expect(await feedOf(project, 5)).toEqual(before);
  });

  it("are told once though they leave while the feed is read", async () => {
    const project = await twelve();
    const before = await feedOf(project);
    await archiveTo(project, 4);
    const leaving = { before: (batch: number) => (batch > 1 ? archiveTo(project, 9) : undefined) };
    const request = { method: "GET", path: "/v1/event-feed?after=1&limit=6" };
    const page = parsed(EventFeed, await sendPausing(project, request, leaving));
    expect(await inOutbox(project)).toEqual([10, 11, 12]);
    expect(page.data).toEqual(before.slice(1, 4));
    expect(page.has_more).toBe(true);
    expect(await feedOf(project, 6)).toEqual(before);
  });

  it("cost the feed one round trip more, whatever there is before and behind", async () => {
    const project = await twelve();
    const young = await project.get("/v1/event-feed?after=8&limit=2");
    for (const last of [2, 5, 8]) await archiveTo(project, last);
    const old = await project.get("/v1/event-feed?after=3&limit=2");
    expect(costOf(young).roundTrips).toBe(1);
    expect(costOf(old).roundTrips).toBe(2);
    expect(costOf(await project.get("/v1/event-feed?after=8&limit=2")).roundTrips).toBe(1);
  });

  it("stay while listeners or webhooks have not been told of them", async () => {
    const project = await twelve();
    await homeDb()
      .prepare("UPDATE tallies SET events_taken = 7 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    await archiveTo(project, 12);
    expect(await archivesOf(project)).toEqual([[1, 7]]);
    expect(await inOutbox(project)).toEqual(range(8, 12));
    const span = homeDb()
      .prepare(
        `INSERT INTO webhook_spans (project_id, webhook_id, until, after, kinds)
       VALUES (?1, 'wh_1', 12, 9, '[]')`,
      )
      .bind(project.id);
    await homeDb().batch([
      homeDb()
        .prepare("UPDATE tallies SET events_taken = 12 WHERE project_id = ?1")
        .bind(project.id),
      span,
    ]);
    await archiveTo(project, 12);
    expect(await inOutbox(project)).toEqual([10, 11, 12]);
  });

  it("wait a day for others to leave with, unless there are enough", async () => {
    const project = await twelve();
    await archiveTo(project, 2, { ...env, DB: homeDb(), hours: -25 });
    expect(await archivesOf(project)).toEqual([]);
    await archiveTo(project, 2, { ...env, DB: homeDb(), hours: -23 });
    expect(await archivesOf(project)).toEqual([[1, 1]]);
    await archiveTo(project, 3, { ...env, DB: homeDb(), hours: -23 });
    expect(await archivesOf(project)).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe("the sweep and its job", () => {
  it("look at a project when it is due, and move as much as one file holds at a time", async () => {
    const project = await newProject();
    const old = "2026-01-01T00:00:00.000Z";
    await homeDb().batch([
      homeDb()
        .prepare(
          `INSERT INTO outbox (project_id, sequence, id, kind, entity_id, group_id, source, data, created_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1005)
         SELECT ?1, i, 'ev_' || i, 'voucher.deleted', 'v_' || i, 'g', '{"channel":"API"}',
           '{"voucher":{"id":"v_' || i || '","code":"C","object":"voucher","is_slim":1}}', ?2 FROM n`,
        )
        .bind(project.id, old),
      homeDb()
        .prepare(
          `INSERT INTO tallies (project_id, event_sequence, events_taken, archive_at)
         VALUES (?1, 1005, 1005, '2000-01-01')`,
        )
        .bind(project.id),
    ]);
    const sent: unknown[] = [];
    const queue = {
      sendBatch: async (all: { body: unknown }[]) => sent.push(...all.map(({ body }) => body)),
    } as unknown as Queue;
    const now = Date.now();
    const swept = async (at: number) => {
      sent.length = 0;
      await archiveEvents.run({ ...visitOf(homeName(), at), env: { ...env, LONG_JOBS: queue } });
      return sent.some((body) => JSON.stringify(body) === JSON.stringify(job));
    };
    const job = { job: "archive", project_id: project.id };
    expect(await swept(now)).toBe(true);
    expect(await swept(now)).toBe(false);
    await archiveJob({ ...env, LONG_JOBS: queue }, job);
    expect(await archivesOf(project)).toEqual([
      [1, 1_000],
      [1_001, 1_005],
    ]);
    expect(await inOutbox(project)).toEqual([]);
    await project.post("/v1/customers", { source_id: "new" });
    // It is looked at again six hours later.
    expect(await swept(now + 5 * 3_600_000)).toBe(false);
    expect(await swept(now + 7 * 3_600_000)).toBe(true);
    await archiveJob({ ...env, LONG_JOBS: queue }, job);
    expect(await inOutbox(project)).toEqual([1_006]);
  });
});

describe("a run of the archive that is cut off", () => {
  it("is as if it had not begun, or done, wherever that happens", async () => {
    const project = await shopOf(17);
    const before = await feedOf(project);
    const whole = endingAt("before", 0);
    await archiveTo(project, 2, whole.bindings);
    const { count } = whole.steps;
    // To begin, to look at the file, to read, to write, to seal; to find that nothing is left.
    expect(count).toBe(7);
    let last = 2;
    for (const moment of ["before", "after"] as const) {
      for (let at = 1; at <= count; at++) {
        last += 1;
        const ending = endingAt(moment, at);
        await expect(archiveTo(project, last, ending.bindings)).rejects.toThrow(Crash);
        expect(await feedOf(project, 5)).toEqual(before);
        await archiveTo(project, last);
        expect((await archivesOf(project)).at(-1)).toEqual([last, last]);
        expect(await inOutbox(project)).toEqual(range(last + 1, 17));
        expect(await feedOf(project, 5)).toEqual(before);
      }
    }
    expect((await filesOf(project)).size).toBe(15);
    expect(await rowsOf("event_archive_customers", project.id)).toHaveLength(16);
  });

  it("is done once by two workers at a time", async () => {
    const project = await twelve();
    const before = await feedOf(project);
    await Promise.all([archiveTo(project, 9), archiveTo(project, 9), archiveTo(project, 9)]);
    expect(await archivesOf(project)).toEqual([[1, 9]]);
    expect((await filesOf(project)).size).toBe(1);
    expect(await feedOf(project)).toEqual(before);
  });
});
