import type { outbox } from "../../db/tables/ledger";
import { ACTIVITY_KINDS } from "./activity-kinds";
import type { Activity } from "./schema";

const NAMES = new Map<string, string>(Array.from(ACTIVITY_KINDS, ([name, kind]) => [kind, name]));

type EventRow = typeof outbox.$inferSelect;

/**
 * The id of an event in an activity has its number in it, so that a page can go on after it; what
 * an event tells beside itself is counted from 1.
 */
export const activityId = ({ id, sequence }: EventRow, part = 0): string =>
  part === 0 ? `${id}_${sequence}` : `${id}_${sequence}.${part}`;

/** An event as it stands in the activity of a customer or a card, its data as events tell them. */
export const viewActivity = (row: EventRow, data: Record<string, unknown>, part = 0): Activity => ({
  id: activityId(row, part),
  type: NAMES.get(row.kind) ?? row.kind,
  data: { data, event_source: row.source },
  created_at: row.created_at,
  group_id: row.group_id,
});
