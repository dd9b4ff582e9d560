import { type Fragment, type Slot, sql, valuesOf } from "../../db/sql";
import type { About } from "../../deciding/sql/about";
import { ruleSetsOfOwn } from "../../deciding/sql/rule-sets";

/** Active distributions by these events, but for those of campaigns that were deleted. */
export const activeBy = (project: Slot, schemaIds: readonly string[]): Fragment =>
  sql`FROM distributions d INDEXED BY distributions_event
    CROSS JOIN campaigns c ON c.project_id = d.project_id AND c.id = d.campaign_id
    WHERE d.project_id = ${project} AND d.event_schema_id IN (${valuesOf(schemaIds)})
      AND d.active = 1 AND c.deleted_at IS NULL`;

/**
 * The distributions that an event triggers with their rules, in the order of their ids: those that
 * were there when it happened, `at` (ISO).
 */
export const triggeredBy = (about: About, event: { schemaId: string; at: string }): Fragment =>
  sql`SELECT d.id, d.campaign_id, c.join_once, ${ruleSetsOfOwn(about, "d")}
    ${activeBy(about.project, [event.schemaId])} AND d.created_at <= ${event.at} ORDER BY d.id`;
