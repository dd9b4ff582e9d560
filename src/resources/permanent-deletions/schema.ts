import * as z from "zod";

const count = z.int().min(0);

/**
 * Answer of a permanent deletion; the object's name is misspelt on the wire of the reference
 * service.
 */
export const PermanentDeletion = z
  .object({
    id: z.string(),
    created_at: z.string(),
    related_object_id: z.string(),
    related_object: z.literal("customer"),
    status: z.enum(["DONE", "IN_PROGRESS"]),
    data_json: z.object({
      events: count,
      customer_events: count,
      daily_events: count,
      segments: count,
      orders: count,
      order_events: count,
      customer: z.literal(1),
      /** Backups that still hold the customer; a restore of one takes them out again. */
      backups: count,
    }),
    async_action_id: z.string(),
    object: z.literal("pernament_deletion"),
  })
  .meta({ id: "PermanentDeletion" });
export type PermanentDeletion = z.infer<typeof PermanentDeletion>;
