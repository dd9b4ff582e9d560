import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";
import { Instant } from "../../../model/instant";

const Status = z.enum(["PENDING", "RETRYING", "SUCCEEDED", "DEAD"]);

/** Query of a webhook's deliveries, the newest first. */
export const DeliveryQuery = z.object({
  ...pageQuery,
  status: Status.optional(),
  created_at: z.object({ before: Instant, after: Instant }).partial().optional(),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

/** An event on its way to a webhook, and what came of the last attempt. */
export const Delivery = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    sequence: z.int(),
    type: z.string(),
    status: Status,
    attempts: z.int(),
    replays: z.int(),
    due_at: z.string().nullable(),
    last_attempt: z
      .object({
        at: z.string(),
        status: z.int().nullable(),
        cause: z.string().nullable(),
        milliseconds: z.int(),
      })
      .nullable(),
    created_at: z.string(),
    object: z.literal("webhook_delivery"),
  })
  .meta({ id: "WebhookDelivery" });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryList = listOf("data", Delivery).meta({ id: "WebhookDeliveryList" });

const Sequence = z.int().min(1);

/** Body of a replay: a range of events, or what was given up. */
export const ReplayRange = z.union(
  [
    z.object({ from_sequence: Sequence, to_sequence: Sequence, status: z.never().optional() }),
    z.object({
      status: z.literal("DEAD"),
      from_sequence: z.never().optional(),
      to_sequence: z.never().optional(),
    }),
  ],
  "Payload must have from_sequence and to_sequence, or status DEAD, but NOT both",
);
export type ReplayRange = z.infer<typeof ReplayRange>;

/** What a replay sends again; where there is more, a range goes on from `next_sequence`. */
export const Replay = z
  .object({
    replayed: z.int(),
    next_sequence: z.int().nullable(),
    has_more: z.boolean(),
    object: z.literal("webhook_replay"),
  })
  .meta({ id: "WebhookReplay" });
export type Replay = z.infer<typeof Replay>;

/** What came of a sample. */
export const WebhookTest = z
  .object({
    id: z.string(),
    type: z.string(),
    delivered: z.boolean(),
    status: z.int().nullable(),
    cause: z.string().nullable(),
    milliseconds: z.int(),
    object: z.literal("webhook_test"),
  })
  .meta({ id: "WebhookTest" });
export type WebhookTest = z.infer<typeof WebhookTest>;
