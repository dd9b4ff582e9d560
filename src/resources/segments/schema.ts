import * as z from "zod";
import { filteredQuery, listOf, listOfIds, pageQuery } from "../../http/page";
import { FilterInput } from "../../model/filter";

/** Customers of a static segment (reference service, segments). */
const MOST_CUSTOMERS = 20_000;

const SegmentType = z.enum(["static", "auto-update", "passive"]);

/**
 * Customers by list (static), by id or source id, or by a filter; without a type, what is sent
 * decides.
 */
export const SegmentInput = z.object({
  name: z.string().min(1).max(255),
  type: SegmentType.nullish(),
  customers: z.array(z.string().min(1).max(255)).max(MOST_CUSTOMERS).nullish(),
  filter: FilterInput.nullish(),
});
export type SegmentInput = z.infer<typeof SegmentInput>;

/**
 * A segment as the reference service shows one; who is in it is decided at once, so it is always in
 * sync.
 */
export const Segment = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: z.string(),
    /** A segment stays as it was made. */
    updated_at: z.null(),
    type: SegmentType,
    filter: z.record(z.string(), z.unknown()).nullable(),
    initial_sync_status: z.literal("DONE"),
    object: z.literal("segment"),
  })
  .meta({ id: "Segment" });
export type Segment = z.infer<typeof Segment>;

/** A segment in the list of those that a customer is in. */
export const SegmentName = Segment.pick({ id: true, name: true, object: true });
export type SegmentName = z.infer<typeof SegmentName>;

export const CustomerSegments = listOf("data", SegmentName);

/** Query of the list. */
export const SegmentQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at"]).default("-created_at"),
  ids: listOfIds,
  ...filteredQuery,
});
export type SegmentQuery = z.infer<typeof SegmentQuery>;
