import type { Answer } from "../../../commit/answer";
import { load } from "../../../commit/load";
import type { WebhookRow } from "../../../db/tables/webhooks";
import { ApiError } from "../../../errors";
import { kindsOf } from "../../../model/webhook-kinds";
import { isoNow, type Scope } from "../../../scope/scope";
import { getWebhook } from "../store";
import { attempt } from "./attempt";
import { envelopeOf } from "./envelope";
import { newestEvent, readNewest } from "./event-store";
import { messageOf, senderOf } from "./message";
import type { WebhookTest } from "./schema";

/** The event that a sample is like: the one that was asked for, else the webhook's first. */
function eventOf({ events }: WebhookRow, sent: string | undefined): string {
  const event = sent ?? events[0];
  if (event !== undefined && events.includes(event)) return event;
  throw new ApiError("invalid_payload", {
    details: `Property .event must be one of the webhook's own: ${events.join(", ")}`,
  });
}

/** So that no receiver takes a sample for what it is like, and does its effect twice. */
const eventId = (scope: Scope): string => scope.newId("evtest");

/** What a sample tells of an event that has not happened yet: nothing. */
const madeUp = (scope: Scope, webhook: WebhookRow, type: string) => ({
  project_id: scope.project.id,
  created_at: isoNow(scope),
  type,
  data: {},
  event: {
    id: eventId(scope),
    type,
    created_at: isoNow(scope),
    entity_id: webhook.id,
    group_id: scope.request_id,
    event_source: { channel: "API" },
  },
});

/** A sample: the newest event of its kind told once more, with number 0 and ids of its own. */
async function sampleOf(scope: Scope, webhook: WebhookRow, type: string) {
  const [kind = type] = kindsOf([type]);
  const { rows } = await load(scope, { rows: newestEvent(scope, kind) });
  const event = readNewest(rows);
  const id = scope.newId("whs");
  const source = { id: webhook.id, object: "webhook" as const, target_url: webhook.target_url };
  if (!event) return { id, ...madeUp(scope, webhook, type), source, sequence: 0 };
  const place = { ...scope, base_url: webhook.base_url };
  const told = envelopeOf(place, event, { id, type, source });
  return { ...told, event: { ...told.event, id: eventId(scope) }, sequence: 0 };
}

/** Sends a signed sample at once and answers what the receiver said; it leaves no trace here. */
export async function sendSample(
  scope: Scope,
  webhookId: string,
  sent: { event?: string | undefined },
): Promise<Answer> {
  const webhook = await getWebhook(scope, webhookId);
  const sample = await sampleOf(scope, webhook, eventOf(webhook, sent.event));
  const sender = senderOf(scope, webhook, scope.now);
  const message = messageOf(sender, JSON.stringify(sample), sample.id, scope.now);
  const { status, cause, milliseconds } = await attempt(sender.target, message);
  const answer: WebhookTest = {
    id: sample.id,
    type: sample.type,
    delivered: cause === null,
    status,
    cause,
    milliseconds,
    object: "webhook_test",
  };
  return answer;
}
