import type { DayMove } from "../commit/days";
import type { Env } from "../env";
import { gathering, OF_VALIDATIONS } from "./gather";
import type { JobMessage } from "./scope";
import { sendJobs } from "./send";

/** A message holds at most this many campaigns, which keeps it far below 128 KB. */
const MOST = 500;

type Moves = Map<DayMove["campaign_id"], DayMove>;
type Sums = Map<string, Moves>;

let waiting: Sums = new Map();

/** What a queue may not have taken waits for the next time; no more than so many messages. */
const MOST_UNSENT = 100;
let unsent: JobMessage[] = [];

function add(sums: Moves, { campaign_id, counters }: DayMove): void {
  const before: DayMove["counters"] = sums.get(campaign_id)?.counters ?? {};
  sums.set(campaign_id, {
    campaign_id,
    counters: {
      validations_succeeded:
        (before.validations_succeeded ?? 0) + (counters.validations_succeeded ?? 0),
      validations_failed: (before.validations_failed ?? 0) + (counters.validations_failed ?? 0),
    },
  });
}

function messagesOf(sums: Sums): JobMessage[] {
  return [...sums].flatMap(([key, campaigns]) => {
    const [project_id = "", day] = key.split(" ");
    const moves = [...campaigns.values()];
    const parts = Array.from({ length: Math.ceil(moves.length / MOST) }, (_, at) =>
      moves.slice(at * MOST, (at + 1) * MOST),
    );
    return parts.map((part) => ({
      job: "validations" as const,
      project_id,
      day,
      id: crypto.randomUUID(),
      moves: part,
    }));
  });
}

async function sendAll(env: Env): Promise<void> {
  const messages = [...unsent, ...messagesOf(waiting)];
  unsent = [];
  waiting = new Map();
  try {
    await sendJobs(env, messages);
  } catch (error) {
    // One that was taken after all is known by its id.
    unsent = [...messages, ...unsent].slice(0, MOST_UNSENT);
    console.error(JSON.stringify({ level: "error", job: "validations", failed: messages.length }));
    throw error;
  }
}

const send = gathering({ ...OF_VALIDATIONS, send: sendAll });

/**
 * Counts validations for summaries after the answer has left: validating writes nothing itself.
 * `day` is that of the project's calendar.
 */
export function countLater(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  owner: { projectId: string; day: string },
  moves: readonly DayMove[],
): void {
  if (moves.length === 0) return;
  const key = `${owner.projectId} ${owner.day}`;
  const sums = waiting.get(key) ?? new Map();
  waiting.set(key, sums);
  for (const move of moves) add(sums, move);
  send(env, ctx);
}
