import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import type { RawRow, Statement } from "../../../db/client";
import { archivesAfter, readArchives } from "../../../db/event-archives";
import type { WebhookDeliveryRow, WebhookRow } from "../../../db/tables/webhooks";
import { ApiError, notFound } from "../../../errors";
import { assert } from "../../../lib/assert";
import { isoNow, type Scope } from "../../../scope/scope";
import { linesAfter } from "../../events/archive/read";
import { lastEvent, MOST_OPENED } from "../../events/archive/read-store";
import { getWebhook } from "../store";
import { sequenceIn } from "./delivery-id";
import { armLanes } from "./fan-out-store";
import {
  deadSequences,
  eventsIn,
  findDelivery,
  type Range,
  REPLAYED,
  type Replayed,
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

/** What a range has that the webhook asks for, where it ends, and the project's last event. */
interface InRange {
  events: Replayed[];
  to: number;
  last: number;
}

const replayed = ({ sequence, kind }: RawRow): Replayed => ({
  sequence: Number(sequence),
  kind: String(kind),
});

/** The events of a range, wherever they stand; a range in many archives ends early. */
async function eventsOf(scope: Scope, webhook: WebhookRow, range: Range): Promise<InRange> {
  const { archives, young, end } = await load(scope, {
    archives: archivesAfter(scope, range.from - 1, MOST_OPENED + 1),
    young: eventsIn(webhook, range),
    end: lastEvent(scope),
  });
  const opened = readArchives(scope, archives.slice(0, MOST_OPENED));
  const to =
    archives.length > MOST_OPENED ? Math.min(range.to, opened.at(-1)?.last ?? 0) : range.to;
  const place = { after: range.from - 1, count: to - range.from + 1 };
  const old = opened.length > 0 ? await linesAfter(scope, opened, place) : [];
  const events = [...old.map(({ text }) => replayed(JSON.parse(text))), ...young.map(replayed)];
  const kinds = new Set<string>(webhook.kinds);
  return {
    events: events.filter(({ sequence, kind }) => sequence <= to && kinds.has(kind)),
    to,
    last: Number(end[0]?.event_sequence ?? 0),
  };
}

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
  const { events, to, last } = await eventsOf(scope, webhook, range);
  const answer = answerOf(events.length, to < Math.min(end, last) ? to + 1 : null);
  const done = await commitReplay(scope, [replayEvents(webhook, events, isoNow(scope))], answer);
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
