import type { SegmentRow } from "../../db/tables/catalogue";
import { withoutShapes } from "../../engine/geo/named";
import type { Segment, SegmentName } from "./schema";

/** A segment as the reference service shows one; a static one has no filter. */
export const viewSegment = (row: SegmentRow): Segment => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
  updated_at: null,
  type: row.type,
  filter: withoutShapes(row.filter),
  initial_sync_status: "DONE",
  object: "segment",
});

export const viewSegmentName = ({ id, name }: SegmentRow): SegmentName => ({
  id,
  name,
  object: "segment",
});
