import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, type RunnerTask, vi } from "vitest";
import { type Follower, follow, together } from "./follower";
import { judgeEvents, projectsBefore } from "./judge-events";
import { idleExceptions, judgeStatements } from "./judge-statements";
import { homeDb, moveIn, preparePlace, preparePlaces } from "./places";
import { recordStatements } from "./statements";

await preparePlaces();
moveIn(expect.getState().testPath?.split("/test/").at(-1) ?? "");
if (env.LAG !== undefined && !globalThis.follower) {
  await applyD1Migrations(env.COPY, env.TEST_MIGRATIONS);
  await Promise.all([env.COPY_1, env.COPY_2].map(preparePlace));
  const pairs = [
    [env.DB, env.COPY],
    [env.DB_1, env.COPY_1],
    [env.DB_2, env.COPY_2],
  ] as const;
  const all = pairs.map(([place, copy]) => follow(place, copy, Number(env.LAG)));
  globalThis.follower = together(all);
}

// One database serves many files. What an earlier one left undone is nobody's any more: the sweep,
// which takes up so many at a time, would find that instead.
await homeDb().batch([
  homeDb().prepare(
    "UPDATE tallies SET events_taken = event_sequence, archive_at = '2999-01-01T00:00:00.000Z'",
  ),
  homeDb().prepare("DELETE FROM async_actions WHERE status = 'IN_PROGRESS'"),
]);
// Nor does anybody trust all origins still, whose projects nobody calls any more, and new projects
// live in the first place again.
await env.DB.batch([
  env.DB.prepare("DELETE FROM trusted_origins WHERE origin = '*'"),
  env.DB.prepare("UPDATE places SET bytes = 0, milliseconds = 0, seen_at = NULL"),
]);

declare global {
  /** The copy that is read near the caller, where the project of tests has one. */
  var follower: Follower | undefined;
}

const hasRun = (task: RunnerTask): boolean =>
  task.type === "test" ? task.mode === "run" : task.tasks.every(hasRun);

const before = await projectsBefore();
const sent = recordStatements(env.DB);
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that no fixture is asked for
afterAll(async ({}, file) => {
  vi.useRealTimers();
  const found = await judgeStatements(sent);
  // Where only some of its tests were asked for, a file says nothing of what it needs.
  if (hasRun(file)) found.push(...idleExceptions(file.name));
  // Files with a database of their own write rows past the service, and events that it never told.
  const told = file.file.projectName === "alone" ? [] : await judgeEvents(before);
  if (told.length > 0) throw new Error(`not as the catalogue says:\n${told.join("\n")}`);
  if (found.length > 0) throw new Error(`what a large project does not bear:\n${found.join("\n")}`);
});
