import type { WebhookRow } from "../../db/tables/webhooks";
import { HIDDEN, type Webhook } from "./schema";

/** A webhook without the values of its headers. */
export const viewWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  target_url: row.target_url,
  events: row.events,
  active: row.active,
  inactive_because: row.inactive_because,
  custom_headers: Object.fromEntries(row.header_names.map((name) => [name, HIDDEN])),
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "webhook",
});
