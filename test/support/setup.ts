import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, type RunnerTask, vi } from "vitest";
import { type Follower, follow } from "./follower";
import { judgeEvents, projectsBefore } from "./judge-events";
import { idleExceptions, judgeStatements } from "./judge-statements";
import { preparePlaces } from "./places";
import { recordStatements } from "./statements";

await preparePlaces();
if (env.LAG !== undefined && !globalThis.follower) {
  await applyD1Migrations(env.COPY, env.TEST_MIGRATIONS);
  globalThis.follower = follow(env.DB, env.COPY, Number(env.LAG));
}

// One database serves many files. What an earlier one left undone is nobody's any more: the sweep,
// which takes up so many at a time, would find that instead.
await env.DB.batch([
  env.DB.prepare("UPDATE tallies SET events_taken = event_sequence"),
  env.DB.prepare("DELETE FROM async_actions WHERE status = 'IN_PROGRESS'"),
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
