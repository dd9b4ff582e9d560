import * as z from "zod";

const Moment = z.iso.datetime().nullable();

/** A database that keeps projects; null where it did not answer. */
const Place = z.object({
  name: z.string(),
  milliseconds: z.number().nonnegative().nullable(),
  size_bytes: z.int().nonnegative().nullable(),
  object: z.literal("place"),
});

/** What waits in a queue of the platform; null where that does not tell. */
const QueueHealth = z.object({
  name: z.string(),
  messages: z.int().nonnegative().nullable(),
  bytes: z.int().nonnegative().nullable(),
  oldest_at: Moment,
  object: z.literal("queue"),
});

const SweepHealth = z.object({
  name: z.string(),
  place: z.string(),
  ran_at: z.iso.datetime(),
  milliseconds: z.int().nonnegative(),
  cause: z.string().nullable(),
  object: z.literal("sweep"),
});

/** A project that would redeem more often a second if it were `busy`. */
const Rush = z.object({
  project_id: z.string(),
  place: z.string(),
  redemptions_per_second: z.number().positive(),
  seen_at: z.iso.datetime(),
  object: z.literal("rush"),
});

/** How the deployment does (docs/operations.md). */
export const Health = z
  .object({
    status: z.enum(["ok", "attention"]),
    attention: z.array(z.string()),
    checked_at: z.iso.datetime(),
    places: z.array(Place),
    rushes: z.array(Rush),
    queues: z.array(QueueHealth),
    sweeps: z.array(SweepHealth),
    last_sweep_at: Moment,
    oldest_unheard_event_at: Moment,
    oldest_open_night_at: Moment,
    oldest_due_delivery_at: Moment,
    oldest_open_action_at: Moment,
    oldest_waiting_action_at: Moment,
    oldest_open_move_at: Moment,
    oldest_open_backup_at: Moment,
    oldest_open_restore_at: Moment,
    last_dead_job_at: Moment,
    object: z.literal("health"),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;
