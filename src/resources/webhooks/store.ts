import { load } from "../../commit/load";
import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { param, raw, sql } from "../../db/sql";
import { LANES, type WebhookRow, webhooks } from "../../db/tables/webhooks";
import type { Page } from "../../http/page";
import { wholeList } from "../../lib/whole-list";
import type { Scope } from "../../scope/scope";

/** A list shows them all at once; each event is held against each of them. */
export const MOST_WEBHOOKS = 50;

export const decodeWebhook = (row: RawRow): WebhookRow => decode(webhooks, row);

export const getWebhook = (scope: Scope, id: string): Promise<WebhookRow> =>
  getRow(scope, webhooks, id, "webhook");

/** All webhooks of the project, the newest first; they are few. */
export async function listWebhooks(scope: Scope): Promise<Page<WebhookRow>> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM webhooks WHERE project_id = ${scope.project.id} ORDER BY id DESC`,
  });
  return wholeList(rows.map(decodeWebhook));
}

/** The webhook begins with the next event, whatever happened while it did not listen. */
export function beginsNow({ project_id, id }: WebhookRow): Statement {
  const project = param(project_id);
  return sql`UPDATE webhooks SET taken = coalesce(
      (SELECT event_sequence FROM tallies WHERE project_id = ${project}), 0)
    WHERE project_id = ${project} AND id = ${id}`;
}

/** Adds a webhook; aborts with `webhooks_full` where the project has as many as it can. */
export const insertWebhook = (row: WebhookRow): Statement[] => [
  insertRows(webhooks, [row]),
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_WEBHOOKS}, 'webhooks_full'
    FROM webhooks WHERE project_id = ${row.project_id}`,
  beginsNow(row),
  resumeLanes(row),
];

/** What an update may set. */
export type WebhookChange = Partial<
  Omit<WebhookRow, "project_id" | "id" | "mark" | "taken" | "created_at">
>;

/** Sets columns of the webhook that was read; aborts where another update came between. */
export const updateWebhook = (row: WebhookRow, change: WebhookChange): Statement[] =>
  updateRow(webhooks, row, change, "webhook_moved");

/**
 * Gives a webhook its lanes, where it has none: one that is new, or of a restored project. What
 * waited while it was inactive is due again when it was.
 */
export function resumeLanes({ project_id, id }: WebhookRow): Statement {
  const [project, webhook] = [param(project_id), param(id)];
  const lanes = JSON.stringify(Array.from({ length: LANES }, (_, lane) => lane));
  return sql`INSERT INTO webhook_lanes (project_id, webhook_id, lane, due_at)
    SELECT ${project}, ${webhook}, l.value, (
      SELECT min(d.due_at) FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
      WHERE d.project_id = ${project} AND d.webhook_id = ${webhook}
        AND d.lane = l.value AND d.due_at IS NOT NULL)
    FROM json_each(${lanes}) l WHERE true
    ON CONFLICT (project_id, webhook_id, lane) DO UPDATE SET due_at = excluded.due_at`;
}

/** Its deliveries cannot be asked for any more; the sweep forgets them in time. */
export const deleteWebhook = (scope: Scope, id: string): Statement[] => [
  ...deleteRow(webhooks, { project_id: scope.project.id, id }, "webhook_gone"),
  ...["webhook_lanes", "webhook_spans"].map(
    (table) => sql`DELETE FROM ${raw(table)}
      WHERE project_id = ${scope.project.id} AND webhook_id = ${id}`,
  ),
];
