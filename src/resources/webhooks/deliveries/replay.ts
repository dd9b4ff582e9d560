import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import type { Statement } from "../../../db/client";
import { totalOf } from "../../../db/page";
import type { WebhookDeliveryRow, WebhookRow } from "../../../db/tables/webhooks";
import { ApiError, notFound } from "../../../errors";
import { assert } from "../../../lib/assert";
import { isoNow, type Scope } from "../../../scope/scope";
import { getWebhook } from "../store";
import { sequenceIn } from "./delivery-id";
import { armLanes } from "./fan-out-store";
import {
  countEvents,
  deadSequences,
  findDelivery,
  REPLAYED,
  replayDeliveries,
  replayEvents,
} from "./log-store";
import type { Replay, ReplayRange } from "./schema";
import { viewDelivery } from "./view";

/** A webhook and one of its deliveries; refuses an id that is none of its own. */
export async function getDelivery(
  scope: Scope,
  webhookId: string,
  id: string,
): Promise<{ webhook: WebhookRow; row: WebhookDeliveryRow }> {
  const webhook = await getWebhook(scope, webhookId);
  const sequence = sequenceIn(webhook, id);
  const row = sequence === null ? null : await findDelivery(webhook, sequence, scope);
  if (!row) throw notFound("webhook_delivery", id.slice(0, 100));
  return { webhook, row };
}

/** Writes a replay, and has the queue take it up. */
const commitReplay = (scope: Scope, statements: readonly Statement[], answer: Answer) =>
  commit(scope, {
    statements: [...statements, armLanes(scope.project.id, isoNow(scope))],
    jobs: [{ job: "fan-out", project_id: scope.project.id }],
    answer,
  });

/** Sends one delivery again, whatever came of it, under the same id and with all retries. */
export async function replayOne(scope: Scope, webhookId: string, id: string): Promise<Answer> {
  const { webhook, row } = await getDelivery(scope, webhookId, id);
  const now = isoNow(scope);
  const answer = viewDelivery(webhook, {
    ...row,
    status: "PENDING",
    attempts: 0,
    due_at: now,
    replays: row.replays + 1,
  });
  const done = await commitReplay(scope, replayDeliveries(webhook, [row.sequence], now), answer);
  if (!done.ok) throw notFound("webhook_delivery", id.slice(0, 100));
  return answer;
}

const answerOf = (replayed: number, next: number | null, hasMore = next !== null): Replay => ({
  replayed,
  next_sequence: next,
  has_more: hasMore,
  object: "webhook_replay",
});

async function replayRange(
  scope: Scope,
  webhook: WebhookRow,
  { from_sequence: from, to_sequence: end }: { from_sequence: number; to_sequence: number },
): Promise<Answer> {
  if (from > end) {
    const details = "Property .to_sequence must NOT be before .from_sequence";
    throw new ApiError("invalid_payload", { details });
  }
  const range = { from, to: Math.min(end, from + REPLAYED - 1) };
  const { total } = await load(scope, { total: countEvents(webhook, range) });
  const last = Math.min(end, Number(total[0]?.last_sequence ?? 0));
  const answer = answerOf(totalOf(total), range.to < last ? range.to + 1 : null);
  const done = await commitReplay(scope, [replayEvents(webhook, range, isoNow(scope))], answer);
  assert(done.ok, "a replay breaks no constraint");
  return answer;
}

async function replayDead(scope: Scope, webhook: WebhookRow): Promise<Answer> {
  const { rows } = await load(scope, { rows: deadSequences(webhook) });
  const dead = rows.slice(0, REPLAYED).map(({ sequence }) => Number(sequence));
  const answer = answerOf(dead.length, null, rows.length > REPLAYED);
  const statements = replayDeliveries(webhook, dead, isoNow(scope));
  const done = await commitReplay(scope, statements, answer);
  if (!done.ok) throw new ApiError("multiple_requests");
  return answer;
}

/**
 * Sends many deliveries again: those of a range of events, also of those that the webhook was never
 * told of, or all that were given up. A thousand at once; the answer says where to go on.
 */
export async function replayMany(
  scope: Scope,
  webhookId: string,
  input: ReplayRange,
): Promise<Answer> {
  const webhook = await getWebhook(scope, webhookId);
  return input.status === "DEAD" ? replayDead(scope, webhook) : replayRange(scope, webhook, input);
}
