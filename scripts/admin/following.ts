import { setTimeout as wait } from "node:timers/promises";
import { answerOf, type Schemas } from "@vouchsafe/client";
import { Incomplete } from "./exits.ts";
import type { Admin } from "./verb.ts";

const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/** Asks again, each time after a longer while, until the answer is there. */
export async function until<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
  isDone: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let pause = FIRST_MS; ; pause = Math.min(pause * 1.5, LONGEST_MS)) {
    const answer = await ask();
    if (isDone(answer)) return answer;
    await wait(pause, undefined, { signal });
  }
}

/** Follows work in the background to its end, with a bar; it may have failed then. */
export async function follow(
  { connection, progress, signal }: Admin,
  asyncActionId: string,
  [label, unit]: readonly [label: string, unit: string],
): Promise<Schemas["AsyncAction"]> {
  const bar = progress(label, unit);
  const { server } = connection;
  const params = { path: { asyncActionId } };
  try {
    return await until(
      signal,
      async () => {
        const action = await answerOf(server.GET("/v1/async-actions/{asyncActionId}", { params }));
        bar.to(action.counts.done, action.counts.total);
        return action;
      },
      ({ status }) => status === "DONE",
    );
  } finally {
    bar.end();
  }
}

/** The same of work that either is done wholly or has failed. */
export async function followed(
  admin: Admin,
  id: string,
  words: readonly [label: string, unit: string],
): Promise<Schemas["AsyncAction"]> {
  const action = await follow(admin, id, words);
  if (action.operation_status === "SUCCESS") return action;
  throw new Incomplete(`${action.result?.message ?? "The work has failed"} (${action.id})`);
}
