import { decode, type RawRow, type Statement } from "../../../db/client";
import { withinAnswer } from "../../../db/page";
import { byId } from "../../../db/rows";
import { type Fragment, param, raw, sql } from "../../../db/sql";
import {
  decodeEvent,
  EVENT_COLUMNS,
  EVENT_SIZE,
  eventBytes,
  type StoredEvent,
} from "../../../db/stored-events";
import { type WebhookRow, webhooks } from "../../../db/tables/webhooks";

/** Deliveries that a worker takes up at once. */
const TAKEN = 60;

/** A lane of a webhook. */
export interface LaneKey {
  project_id: string;
  webhook_id: string;
  lane: number;
}

/** A worker's hold on a lane: nobody else works on it while it lasts. */
export interface Hold extends LaneKey {
  lease: string;
}

const keyIs = ({ project_id, webhook_id, lane }: LaneKey): Fragment =>
  sql`project_id = ${project_id} AND webhook_id = ${webhook_id} AND lane = ${lane}`;

/** Takes the lane if it is due and free; answers a row where it did. */
export const takeLane = (hold: Hold, now: string, until: string): Statement => {
  const at = param(now);
  return sql`UPDATE webhook_lanes SET lease = ${hold.lease}, leased_until = ${until}
    WHERE ${keyIs(hold)} AND due_at <= ${at} AND (leased_until IS NULL OR leased_until <= ${at})
    RETURNING called_for, is_slow`;
};

/** Holds the lane for longer. */
export const keepLane = (hold: Hold, until: string): Statement =>
  sql`UPDATE webhook_lanes SET leased_until = ${until}
    WHERE ${keyIs(hold)} AND lease = ${hold.lease}`;

/**
 * Lets the lane go, due again when the first of its deliveries is; answers that instant. A lane of
 * an inactive webhook waits until that is active again.
 */
export function leaveLane(hold: Hold): Statement {
  const [project, webhook] = [param(hold.project_id), param(hold.webhook_id)];
  const first = sql`(SELECT min(d.due_at) FROM webhook_deliveries d
      INDEXED BY webhook_deliveries_due WHERE d.project_id = ${project}
        AND d.webhook_id = ${webhook} AND d.lane = ${hold.lane} AND d.due_at IS NOT NULL
        AND EXISTS (SELECT 1 FROM webhooks w
          WHERE w.project_id = ${project} AND w.id = ${webhook} AND w.active))`;
  return sql`UPDATE webhook_lanes SET lease = NULL, leased_until = NULL,
      due_at = ${first}, called_for = ${first}
    WHERE ${keyIs(hold)} AND lease = ${hold.lease} RETURNING due_at`;
}

/** Keeps for all lanes of the webhook whether its receiver is slow. */
export function keepSlow({ project_id, webhook_id }: LaneKey, isSlow: boolean): Statement {
  const slow = param(isSlow ? 1 : 0);
  return sql`UPDATE webhook_lanes SET is_slow = ${slow}
    WHERE project_id = ${project_id} AND webhook_id = ${webhook_id} AND is_slow <> ${slow}`;
}

export const laneWebhook = ({ project_id, webhook_id }: LaneKey): Statement =>
  byId(webhooks, { project_id, id: webhook_id });

export const readWebhook = ([row]: readonly RawRow[]): WebhookRow | null =>
  row ? decode(webhooks, row) : null;

/** A delivery that is due. */
interface DueDelivery {
  sequence: number;
  attempts: number;
  first_at: string | null;
}

/** With its event, which the reader may fail to understand. */
export interface Due extends DueDelivery {
  readEvent: () => StoredEvent;
}

/** With what is known of its event; null where that is no longer in the outbox. */
export interface FoundDue extends DueDelivery {
  readEvent: (() => StoredEvent) | null;
}

/**
 * The deliveries of a held lane that are due, those that wait longest first, as many as a worker
 * has room for; none where the lane is another's by now or the webhook is inactive.
 */
export function dueIn(hold: Hold, now: string): Statement {
  const project = param(hold.project_id);
  const webhook = param(hold.webhook_id);
  const bytes = sql`coalesce(${eventBytes(project)}, 0)`;
  const due = sql`SELECT d.sequence, d.attempts, d.first_at, d.due_at, ${EVENT_SIZE}
    FROM (SELECT d.* FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
      WHERE d.project_id = ${project} AND d.webhook_id = ${webhook} AND d.lane = ${hold.lane}
        AND d.due_at <= ${now}
        AND EXISTS (SELECT 1 FROM webhook_lanes WHERE ${keyIs(hold)} AND lease = ${hold.lease})
        AND EXISTS (SELECT 1 FROM webhooks w
          WHERE w.project_id = ${project} AND w.id = ${webhook} AND w.active)
      ORDER BY d.due_at, d.sequence LIMIT ${raw(TAKEN)}) d
    LEFT JOIN outbox o ON o.project_id = ${project} AND o.sequence = d.sequence`;
  return sql`SELECT ${EVENT_COLUMNS}, l.sequence AS due_sequence, l.attempts, l.first_at
    FROM (${withinAnswer(due, bytes, "due_at, sequence")}) l
    LEFT JOIN outbox o ON o.project_id = ${project} AND o.sequence = l.sequence`;
}

export const readDue = (rows: readonly RawRow[]): FoundDue[] =>
  rows.map(({ due_sequence, attempts, first_at, ...row }) => ({
    sequence: Number(due_sequence),
    attempts: Number(attempts),
    first_at: first_at === null ? null : String(first_at),
    readEvent: row.id === null ? null : () => decodeEvent(row),
  }));

/** Whether a worker took up as many as it can: there may be more. */
export const isFull = (due: readonly DueDelivery[]): boolean => due.length === TAKEN;

/** What came of a delivery, as its row keeps it; times are ISO. */
export interface Told {
  sequence: number;
  /** Attempts before this one. */
  before: number;
  status: string;
  due_at: string | null;
  at: string;
  last_status: number | null;
  last_cause: string | null;
  last_ms: number;
}

/** What was told to a target. */
interface ToldTo {
  target_url: string;
  told: readonly Told[];
}

/**
 * Writes down what came of attempts; what has arrived or was given up stays so, and what was
 * replayed meanwhile begins anew. What a target refused for good that is no longer the webhook's
 * stays due for the new one.
 */
export function tellDeliveries(key: LaneKey, { target_url, told }: ToldTo): Statement {
  const list = param(JSON.stringify(told));
  const of = (name: string) => raw(`t.value->>'$.${name}'`);
  return sql`UPDATE webhook_deliveries SET status = ${of("status")}, due_at = ${of("due_at")},
      attempts = attempts + 1, first_at = coalesce(first_at, ${of("at")}), last_at = ${of("at")},
      last_status = ${of("last_status")}, last_cause = ${of("last_cause")},
      last_ms = ${of("last_ms")}
    FROM json_each(${list}) t
    WHERE webhook_deliveries.project_id = ${key.project_id}
      AND webhook_deliveries.webhook_id = ${key.webhook_id}
      AND webhook_deliveries.sequence IN (SELECT value->>'$.sequence' FROM json_each(${list}))
      AND webhook_deliveries.sequence = t.value->>'$.sequence'
      AND webhook_deliveries.attempts = ${of("before")}
      AND webhook_deliveries.due_at IS NOT NULL
      AND (${of("status")} <> 'DEAD' OR EXISTS (SELECT 1 FROM webhooks w
        WHERE w.project_id = ${key.project_id} AND w.id = ${key.webhook_id}
          AND w.target_url = ${target_url}))`;
}

/** Sends nothing more to the webhook, and says why, unless it has another target by now. */
export const deactivate = (
  key: LaneKey,
  { target_url, deactivates }: { target_url: string; deactivates: string | null },
  now: string,
): Statement =>
  sql`UPDATE webhooks SET active = 0, inactive_because = ${deactivates}, updated_at = ${now}
    WHERE project_id = ${key.project_id} AND id = ${key.webhook_id} AND active
      AND target_url = ${target_url}`;
