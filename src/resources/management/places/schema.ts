import * as z from "zod";
import { listOf } from "../../../http/page";

/** A database that projects live in (docs/operations.md, "Places"). */
export const Place = z
  .object({
    name: z.string(),
    projects: z.int().nonnegative(),
    size_bytes: z.int().nonnegative().nullable(),
    milliseconds: z.int().nonnegative().nullable(),
    rows: z.int().nullable(),
    /** Its load: what its projects do. */
    events_per_minute: z.number().nonnegative().nullable(),
    seen_at: z.iso.datetime().nullable(),
    takes_new_projects: z.boolean(),
    closed_because: z.enum(["unbound", "unseen", "full", "busy"]).nullable(),
    object: z.literal("place"),
  })
  .meta({ id: "Place" });
export type Place = z.infer<typeof Place>;

export const PlaceList = listOf("data", Place);
