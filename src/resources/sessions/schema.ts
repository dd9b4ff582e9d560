import * as z from "zod";
import { listOf, pageQuery } from "../../http/page";

/**
 * What a session key holds of a voucher; of a card also the credits or points (docs/behaviour.md).
 */
export const HeldSession = z
  .object({
    key: z.string(),
    type: z.literal("LOCK"),
    ttl: z.int(),
    ttl_unit: z.string(),
    quantity: z.int(),
    credits: z.int().optional(),
    points: z.int().optional(),
    created_at: z.string(),
    expires_at: z.string(),
    object: z.literal("session"),
  })
  .meta({ id: "HeldSession" });
export type HeldSession = z.infer<typeof HeldSession>;

export const HeldSessionList = listOf("data", HeldSession);

export const SessionQuery = z.object({ ...pageQuery });
export type SessionQuery = z.infer<typeof SessionQuery>;
