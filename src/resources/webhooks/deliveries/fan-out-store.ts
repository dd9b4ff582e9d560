import type { Statement } from "../../../db/client";
import { type Fragment, param, raw, type Slot, sql } from "../../../db/sql";
import { LANE_EVENTS, LANES } from "../../../db/tables/webhooks";

/** Events that one round makes deliveries of. */
const WINDOW = 500;

const lastEvent = (project: Slot) =>
  sql`coalesce((SELECT event_sequence FROM tallies WHERE project_id = ${project}), 0)`;

/** The lane of an event, the outbox as `o`. */
export const LANE_OF = raw(`(o.sequence / ${LANE_EVENTS}) % ${LANES}`);

/** Up to which event all active webhooks have come; null without any. */
const firstTaken = (project: Slot) =>
  sql`(SELECT min(taken) FROM webhooks WHERE project_id = ${project} AND active)`;

/**
 * Makes deliveries of what was left to it and of the events after each active webhook's cursor,
 * moves the cursors and arms the lanes, in one batch: doing it again makes none twice. Without
 * webhooks it reads nothing of the outbox.
 */
export function fanOut(projectId: string, now: string): Statement[] {
  const [project, at] = [param(projectId), param(now)];
  return [
    ...fanOutSpan(projectId, now),
    sql`INSERT INTO webhook_deliveries
        (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
      SELECT w.project_id, w.id, o.sequence, ${LANE_OF}, o.kind, 'PENDING',
        ${at}, ${at}
      FROM (SELECT sequence, kind FROM outbox WHERE project_id = ${project}
          AND sequence > ${firstTaken(project)} ORDER BY sequence LIMIT ${raw(WINDOW)}) o
      CROSS JOIN webhooks w ON w.project_id = ${project} AND w.active AND o.sequence > w.taken
      WHERE o.kind IN (SELECT value FROM json_each(w.kinds))
      ON CONFLICT (project_id, webhook_id, sequence) DO NOTHING`,
    sql`UPDATE webhooks SET taken = max(taken,
        min(${firstTaken(project)} + ${raw(WINDOW)}, ${lastEvent(project)}))
      WHERE project_id = ${project} AND active AND taken < ${lastEvent(project)}`,
    armLanes(projectId, now),
  ];
}

/**
 * Has deliveries made of all that has happened so far for one webhook, if it is active, before it
 * no longer is or asks for other kinds: what fan-outs have not come to is left to them.
 */
export function leaveSpan({
  project_id,
  webhook_id,
}: {
  project_id: string;
  webhook_id: string;
}): Statement[] {
  const [project, webhook] = [param(project_id), param(webhook_id)];
  const isBehindNow = sql`project_id = ${project} AND id = ${webhook} AND active
    AND taken < ${lastEvent(project)}`;
  return [
    sql`INSERT INTO webhook_spans (project_id, webhook_id, until, after, kinds)
      SELECT project_id, id, ${lastEvent(project)}, taken, kinds FROM webhooks
      WHERE ${isBehindNow}`,
    sql`UPDATE webhooks SET taken = ${lastEvent(project)} WHERE ${isBehindNow}`,
  ];
}

/** Makes deliveries of the next events of the project's first span, and ends what is done. */
function fanOutSpan(projectId: string, now: string): Statement[] {
  const [project, at] = [param(projectId), param(now)];
  const first = (columns: string) =>
    sql`SELECT ${raw(columns)} FROM webhook_spans WHERE project_id = ${project}
      ORDER BY webhook_id, until LIMIT 1`;
  return [
    sql`INSERT INTO webhook_deliveries
        (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
      SELECT s.project_id, s.webhook_id, o.sequence, ${LANE_OF}, o.kind, 'PENDING', ${at}, ${at}
      FROM (SELECT sequence, kind FROM outbox WHERE project_id = ${project}
          AND sequence > (${first("after")}) ORDER BY sequence LIMIT ${raw(WINDOW)}) o
      CROSS JOIN (${first("*")}) s ON o.sequence <= s.until
      WHERE o.kind IN (SELECT value FROM json_each(s.kinds))
      ON CONFLICT (project_id, webhook_id, sequence) DO NOTHING`,
    sql`UPDATE webhook_spans SET after = min(until, after + ${raw(WINDOW)})
      WHERE project_id = ${project} AND (webhook_id, until) IN (${first("webhook_id, until")})`,
    sql`DELETE FROM webhook_spans WHERE project_id = ${project}
      AND (webhook_id, until) IN (${first("webhook_id, until")}) AND after = until`,
  ];
}

/** Makes lanes of active webhooks due that have something due. */
export function armLanes(projectId: string, now: string): Statement {
  const [project, at] = [param(projectId), param(now)];
  return sql`UPDATE webhook_lanes SET due_at = ${at}
    WHERE project_id = ${project} AND (due_at IS NULL OR due_at > ${at})
      AND EXISTS (SELECT 1 FROM webhooks w
        WHERE w.project_id = ${project} AND w.id = webhook_lanes.webhook_id AND w.active)
      AND EXISTS (SELECT 1 FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
        WHERE d.project_id = ${project} AND d.webhook_id = webhook_lanes.webhook_id
          AND d.lane = webhook_lanes.lane AND d.due_at <= ${at})`;
}

/** The free lanes that are due, and whether their receiver is known as slow. */
export const dueLanes = (projectId: string, now: string): Statement => {
  const at = param(now);
  return sql`SELECT webhook_id, lane, is_slow FROM webhook_lanes WHERE project_id = ${projectId}
    AND due_at <= ${at} AND (leased_until IS NULL OR leased_until <= ${at})`;
};

/**
 * Whether events are left that an active webhook has not come to, or that were left to us, as a
 * condition.
 */
export const behindEvents = (project: Slot): Fragment =>
  sql`(EXISTS (SELECT 1 FROM webhooks WHERE project_id = ${project} AND active
      AND taken < ${lastEvent(project)})
    OR EXISTS (SELECT 1 FROM webhook_spans WHERE project_id = ${project}))`;

/** The same as a statement: a row where some are left. */
export const isBehind = (projectId: string): Statement =>
  sql`SELECT 1 WHERE ${behindEvents(param(projectId))}`;
