import * as z from "zod";
import { listOf } from "../../http/page";
import { CustomHeaders } from "./headers";
import { SUBSCRIBABLE } from "./kinds";

const Events = z.array(z.enum(SUBSCRIBABLE)).min(1).max(SUBSCRIBABLE.length);

const TargetUrl = z.string().max(2_000);

/** Body of a create. */
export const WebhookCreate = z.object({
  target_url: TargetUrl,
  events: Events,
  active: z.boolean().default(true),
  custom_headers: CustomHeaders.nullish(),
});
export type WebhookCreate = z.infer<typeof WebhookCreate>;

/** Body of an update: absent keeps, `events` and `custom_headers` are replaced as a whole. */
export const WebhookUpdate = z
  .object({
    target_url: TargetUrl,
    events: Events,
    active: z.boolean(),
    custom_headers: CustomHeaders.nullable(),
  })
  .partial();
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

/** What stands in place of a custom header's value, which may be a secret of the receiver's. */
export const HIDDEN = "***";

/** A webhook's configuration (contract, "Webhook configuration"). */
export const Webhook = z
  .object({
    id: z.string(),
    target_url: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    inactive_because: z.enum(["REQUESTED", "TARGET_GONE", "RETRIES_EXHAUSTED"]).nullable(),
    custom_headers: z.record(z.string(), z.literal(HIDDEN)),
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("webhook"),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = listOf("data", Webhook).meta({ id: "WebhookList" });
