import type { WebhookDeliveryRow, WebhookRow } from "../../../db/tables/webhooks";
import { spelledAs } from "../../../model/webhook-kinds";
import { deliveryId } from "./delivery-id";
import type { Delivery } from "./schema";

/** A delivery of the webhook, in the spelling that it was asked for. */
export const viewDelivery = (webhook: WebhookRow, row: WebhookDeliveryRow): Delivery => ({
  id: deliveryId(webhook, row.sequence),
  webhook_id: webhook.id,
  sequence: row.sequence,
  type: spelledAs(row.kind, webhook.events),
  status: row.status,
  attempts: row.attempts,
  replays: row.replays,
  due_at: row.due_at,
  last_attempt:
    row.last_at === null
      ? null
      : {
          at: row.last_at,
          status: row.last_status,
          cause: row.last_cause,
          milliseconds: row.last_ms ?? 0,
        },
  created_at: row.created_at,
  object: "webhook_delivery",
});
