import { env } from "cloudflare:workers";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { outboxJob } from "../../src/async/jobs/outbox";
import { noCost } from "../../src/db/client";
import type { ProjectRow } from "../../src/db/tables/control";
import type { Env } from "../../src/env";
import { archiveNext } from "../../src/resources/events/archive/seal";
import { EventFeed } from "../../src/resources/webhooks/schema";
import { parsed, rowsOf, type TestProject } from "./api";
import { withBatch } from "./batches";
import { Crash } from "./faults";
import { homeDb } from "./places";

const DAY = 86_400_000;
/** When the first event of an aged project happened. */
const BEGAN = Date.parse("2026-01-01T00:00:00.000Z");

const dayAt = (day: number): string => new Date(BEGAN + day * DAY).toISOString();

/** The project's events as if one had happened every other day, all listeners having heard them. */
export async function aged(project: TestProject): Promise<void> {
  await outboxJob(env, { project_id: project.id });
  await homeDb()
    .prepare(
      `UPDATE outbox SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?2, '+' || (2 * sequence) || ' days')
     WHERE project_id = ?1`,
    )
    .bind(project.id, dayAt(0))
    .run();
}

export const KEPT_DAYS = 30;

/** What the archive works on, so long after the `last` event has come of age. */
const placeAt = (
  project: TestProject,
  last: number,
  { DB, EXPORTS, hours = 36 }: Surroundings,
) => ({
  db: { d1: DB, cost: noCost() },
  files: EXPORTS,
  project: { id: project.id, events_kept_days: KEPT_DAYS } as ProjectRow,
  now: BEGAN + (2 * last + KEPT_DAYS) * DAY + hours * 3_600_000,
});

type Surroundings = Pick<Env, "DB" | "EXPORTS"> & { hours?: number };

/** Lets aged events up to this number leave for one file. */
export async function archiveTo(
  project: TestProject,
  last: number,
  surroundings: Surroundings = { ...env, DB: homeDb() },
): Promise<void> {
  const place = placeAt(project, last, surroundings);
  while (await archiveNext(place));
}

/** The project's archives in their order, by first and last number. */
export const archivesOf = async (project: TestProject): Promise<[number, number][]> =>
  (await rowsOf("event_archives", project.id)).map(({ first, last }) => [
    Number(first),
    Number(last),
  ]);

/** What stands in the files of a project, by name. */
export async function filesOf(project: TestProject): Promise<Map<string, string>> {
  const prefix = `events/${project.id}/`;
  const { objects } = await env.EXPORTS.list({ prefix });
  const texts = objects.map(async ({ key }): Promise<[string, string]> => {
    const found = await env.EXPORTS.get(key);
    if (!found) throw new Error(`no ${key}`);
    const text = gunzipSync(await found.arrayBuffer()).toString("utf8");
    return [key.slice(prefix.length), text];
  });
  return new Map(await Promise.all(texts));
}

/** All that the feed tells, page after page. */
export async function feedOf(project: TestProject, limit = 100): Promise<EventFeed["data"]> {
  const told: EventFeed["data"] = [];
  for (let hasMore = true; hasMore; ) {
    const after = told.at(-1)?.sequence ?? 0;
    const page = parsed(
      EventFeed,
      await project.get(`/v1/event-feed?after=${after}&limit=${limit}`),
    );
    expect(page.data.length, "a page that is not the last has something").toBeGreaterThan(0);
    told.push(...page.data);
    hasMore = page.has_more;
  }
  return told;
}

/** Numbers of events that stand in the outbox. */
export const inOutbox = async (project: TestProject): Promise<number[]> =>
  (await rowsOf("outbox", project.id))
    .map(({ sequence }) => Number(sequence))
    .sort((a, b) => a - b);

/** Ends the process before or after one step of what goes through the database and the files. */
export function endingAt(moment: "before" | "after", at: number) {
  const steps = { count: 0 };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    steps.count += 1;
    const isEnd = steps.count === at;
    if (isEnd && moment === "before") throw new Crash("the process ended");
    const done = await work();
    if (isEnd) throw new Crash("the process ended");
    return done;
  };
  const batches = withBatch(homeDb(), (all) => step(() => homeDb().batch(all)));
  const files = new Proxy(env.EXPORTS, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => step(() => value.apply(target, given));
    },
  });
  return { bindings: { DB: batches, EXPORTS: files }, steps };
}
