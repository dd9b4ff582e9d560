import * as z from "zod";
import { listOf, pageQuery } from "../../http/page";
import { orElse } from "../../model/or-else";
import { SUBSCRIBABLE } from "../../model/webhook-kinds";
import { CustomHeaders } from "./headers";

const Events = z.array(z.enum(SUBSCRIBABLE)).min(1).max(SUBSCRIBABLE.length);

/** What else an address must be is decided with the settings of the deployment. */
const TargetUrl = z
  .string()
  .max(2_000)
  .meta({ format: "uri", pattern: "^[hH][tT][tT][pP][sS]?://" });

/** Body of a create. */
export const WebhookCreate = z.object({
  target_url: TargetUrl,
  events: Events,
  active: orElse(z.boolean(), true),
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

const FeedSource = z.object({
  id: z.null(),
  object: z.literal("event_feed"),
  target_url: z.null(),
});

/** An event in the envelope of webhooks; its id is the event's own. */
const FeedEvent = z
  .object({
    id: z.string(),
    project_id: z.string(),
    created_at: z.string(),
    type: z.string(),
    data: z.record(z.string(), z.unknown()),
    source: FeedSource,
    event: z.object({
      id: z.string(),
      type: z.string(),
      created_at: z.string(),
      entity_id: z.string(),
      group_id: z.string(),
      event_source: z.record(z.string(), z.unknown()),
    }),
    sequence: z.int(),
  })
  .meta({ id: "FeedEvent" });

export const FeedQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: pageQuery.limit,
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** All that happened after a number; the next page begins after the last event's `sequence`. */
export const EventFeed = z
  .object({
    object: z.literal("list"),
    data_ref: z.literal("data"),
    data: z.array(FeedEvent),
    has_more: z.boolean(),
  })
  .meta({ id: "EventFeed" });
export type EventFeed = z.infer<typeof EventFeed>;
