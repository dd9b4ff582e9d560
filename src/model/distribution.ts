import * as z from "zod";
import { Metadata } from "./metadata";

/** What gives a code of a campaign to whoever an event happens to. */
export const Distribution = z
  .object({
    id: z.string(),
    campaign_id: z.string(),
    name: z.string(),
    trigger: z.object({ custom_event: z.object({ id: z.string(), name: z.string() }) }),
    active: z.boolean(),
    metadata: Metadata,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("distribution"),
  })
  .meta({ id: "Distribution" });
export type Distribution = z.infer<typeof Distribution>;
