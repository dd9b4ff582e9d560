import { load } from "../../../commit/load";
import { readPage } from "../../../commit/read";
import { decode, type RawRow, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { given } from "../../../db/list";
import { type Fragment, param, raw, type Slot, sql } from "../../../db/sql";
import {
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
} from "../../../db/tables/webhooks";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { LANE_OF } from "./fan-out-store";
import type { DeliveryQuery } from "./schema";

const decodeDelivery = (row: RawRow): WebhookDeliveryRow => decode(webhookDeliveries, row);

/** A page of a webhook's deliveries, the newest first. */
export function listDeliveries(
  scope: Scope,
  webhookId: string,
  { status, created_at, limit, page }: DeliveryQuery,
): Promise<Page<WebhookDeliveryRow>> {
  const filters: Fragment[] = [
    sql`d.webhook_id = ${webhookId}`,
    ...given("d.status =", status),
    ...given("d.created_at >", created_at?.after),
    ...given("d.created_at <", created_at?.before),
  ];
  const request = {
    table: webhookDeliveries,
    project: sql`d.project_id = ${scope.project.id}`,
    filters,
    filterIndex: status === undefined ? "webhook_deliveries_newest" : "webhook_deliveries_status",
    sort: {
      column: "d.created_at",
      tieBreak: "d.sequence",
      isDescending: true,
      isNullable: false,
    },
    limit,
    page,
  };
  return readPage(scope, request, decodeDelivery);
}

/** One delivery by the number of its event; null where the webhook was not told of that. */
export async function findDelivery(
  webhook: WebhookRow,
  sequence: number,
  scope: Scope,
): Promise<WebhookDeliveryRow | null> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM webhook_deliveries WHERE project_id = ${webhook.project_id}
      AND webhook_id = ${webhook.id} AND sequence = ${sequence}`,
  });
  return rows[0] ? decodeDelivery(rows[0]) : null;
}

/** As a delivery is when it is new; `at` is when it is due. */
const anew = (at: Slot): Fragment =>
  sql`status = 'PENDING', attempts = 0, first_at = NULL, due_at = ${at}, replays = replays + 1`;

/** Sends deliveries again by the numbers of their events; aborts where one is gone. */
export const replayDeliveries = (
  { project_id, id }: WebhookRow,
  sequences: readonly number[],
  now: string,
): Statement[] => [
  sql`UPDATE webhook_deliveries SET ${anew(param(now))}
    WHERE project_id = ${project_id} AND webhook_id = ${id}
      AND sequence IN (SELECT value FROM json_each(${JSON.stringify(sequences)}))`,
  assertChanged("webhook_delivery_gone", sequences.length),
];

/** Deliveries that one replay sends again at most. */
export const REPLAYED = 1_000;

/** Numbers of the events whose deliveries were given up, one more than a replay takes. */
export const deadSequences = ({ project_id, id }: WebhookRow): Statement =>
  sql`SELECT sequence FROM webhook_deliveries INDEXED BY webhook_deliveries_status
    WHERE project_id = ${project_id} AND webhook_id = ${id} AND status = 'DEAD'
    ORDER BY created_at, sequence LIMIT ${raw(REPLAYED + 1)}`;

/** A range of events, both ends in it. */
export interface Range {
  from: number;
  to: number;
}

/** The events of a range that stand in the outbox, no more than a replay takes. */
export const eventsIn = ({ project_id }: WebhookRow, { from, to }: Range): Statement =>
  sql`SELECT sequence, kind FROM outbox
    WHERE project_id = ${project_id} AND sequence >= ${from} AND sequence <= ${to}
    ORDER BY sequence LIMIT ${raw(REPLAYED)}`;

/** An event by its number, and what it is. */
export interface Replayed {
  sequence: number;
  kind: string;
}

/** Sends events again, also those that the webhook was never told of. */
export function replayEvents(
  webhook: WebhookRow,
  events: readonly Replayed[],
  now: string,
): Statement {
  const at = param(now);
  return sql`INSERT INTO webhook_deliveries
      (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
    SELECT ${webhook.project_id}, ${webhook.id}, o.sequence, ${LANE_OF}, o.kind,
      'PENDING', ${at}, ${at}
    FROM (SELECT value->>'$.sequence' AS sequence, value->>'$.kind' AS kind
      FROM json_each(${JSON.stringify(events)})) o WHERE true
    ON CONFLICT (project_id, webhook_id, sequence) DO UPDATE SET ${anew(at)}`;
}
