import { readBatch, writeBatch } from "../../db/commit";
import { raw, sql } from "../../db/sql";
import { assert } from "../../lib/assert";
import { deleted } from "./deleted";
import type { Sweep, Visit } from "./sweep";

/** Isolates remember keys for a minute: until then somebody may still write. */
const AGE_MS = 5 * 60_000;
/** Rows that one statement deletes at most: the database serves nobody else meanwhile. */
const DELETED = 2_000;
/**
 * Every table of a project's place with what tells its rows apart beside the project, but for the
 * audit log, which stays. What is counted elsewhere by triggers comes before where it is counted.
 */
export const TABLES: readonly (readonly [name: string, key: string])[] = [
  ["vouchers", "code_key"],
  ["voucher_transactions", "voucher_id, id"],
  ["qualifiables", "is_open, term, sort_key, id"],
  ["redeemable_holders", "redeemable_id, customer_id"],
  ["redemptions", "sort_key"],
  ["publications", "id"],
  ["usage_counters", "owner_id, subject"],
  ["session_holds", "voucher_id, session_key"],
  ["loyalty_points_moves", "voucher_id, transaction_id, expires_at"],
  ["loyalty_points_buckets", "voucher_id, expires_at"],
  ["loyalty_pending_points", "id"],
  ["loyalty_awards", "rule_id, event_key"],
  ["loyalty_members", "customer_id, campaign_id"],
  ["loyalty_tiers", "id"],
  ["earning_rules", "id"],
  ["auto_redeem_cards", "voucher_id"],
  ["auto_redeem_days", "customer_id"],
  ["reward_assignments", "id"],
  ["rewards", "id"],
  ["memberships", "campaign_id, customer_id"],
  ["referral_rewards", "source_id, reason_id"],
  ["referral_tiers", "id"],
  ["referrals", "campaign_id, referee_id"],
  ["referrers", "customer_id, campaign_id"],
  ["validation_rules_assignments", "related_object_id, rule_id"],
  ["validation_rules_collections", "collection_id, rule_id"],
  ["validation_rules", "id"],
  ["promotion_stacks", "id"],
  ["promotion_tiers", "id"],
  ["trash_bin_parts", "object_id, kind, id"],
  ["trash_bin", "id"],
  ["location_uses", "location_id, object_id"],
  ["locations", "id"],
  ["distributions", "id"],
  ["campaign_days", "campaign_id, day"],
  ["project_days", "day"],
  ["campaigns", "id"],
  ["campaign_templates", "id"],
  ["categories", "id"],
  ["product_collection_members", "collection_id, object_id"],
  ["product_collections", "id"],
  ["skus", "id"],
  ["products", "id"],
  ["segment_standing", "customer_id, segment_id"],
  ["segment_members", "segment_id, customer_id"],
  ["segments", "id"],
  ["orders", "id"],
  ["customers", "id"],
  ["consents", "id"],
  ["custom_event_schemas", "id"],
  ["metadata_schemas", "id"],
  ["stacking_rules", "project_id"],
  ["brandings", "project_id"],
  ["webhook_deliveries", "webhook_id, sequence"],
  ["webhook_lanes", "webhook_id, lane"],
  ["webhook_spans", "webhook_id, until"],
  ["webhooks", "id"],
  ["listener_cursors", "listener"],
  ["exports", "id"],
  ["async_actions", "id"],
  ["dead_jobs", "id"],
  ["idempotency_keys", "family, key"],
  ["misses", "bucket, minute"],
  ["event_archives", "last"],
  ["event_archive_customers", "customer_id, last"],
  ["outbox", "sequence"],
  ["tallies", "project_id"],
];

/** The same of the control tables, but for what goes at once with the project. */
export const CONTROL_TABLES: typeof TABLES = [
  ["users", "id"],
  ["oauth_tallies", "project_id"],
];

const ALL = [...TABLES, ...CONTROL_TABLES];

/**
 * Rounds of one sweep; the next one goes on where it ends. They are enough for all tables, or else
 * none would ever find that nothing is left.
 */
const ROUNDS = ALL.length + 10;

/** Where a project's files stand. */
const FOLDERS = ["exports", "imports", "events"];

async function deleteRows(
  { db, control }: Visit,
  projectId: string,
  place: number,
): Promise<number> {
  const [name, key] = ALL[place] ?? [];
  assert(name && key, "a place is a table");
  const columns = raw(key);
  return deleted(place < TABLES.length ? db : control, [
    sql`DELETE FROM ${raw(name)} WHERE project_id = ${projectId} AND (${columns}) IN (
      SELECT ${columns} FROM ${raw(name)} WHERE project_id = ${projectId} LIMIT ${raw(DELETED)})`,
  ]);
}

/** Deletes up to a thousand files of a folder; says whether there are more. */
async function deleteFiles(files: R2Bucket, prefix: string): Promise<boolean> {
  const { objects, truncated } = await files.list({ prefix });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return truncated;
}

/** Whether all files of the project are gone. */
async function clearFiles(files: R2Bucket, projectId: string): Promise<boolean> {
  const left = await Promise.all(
    FOLDERS.map((folder) => deleteFiles(files, `${folder}/${projectId}/`)),
  );
  return !left.includes(true);
}

/** Goes over the tables from where the last sweep ended; says where this one did, and what went. */
async function deleteTables(visit: Visit, projectId: string, from: number) {
  let [place, rows] = [from, 0];
  for (let round = 0; round < ROUNDS && place < ALL.length; round++) {
    const deleted = await deleteRows(visit, projectId, place);
    rows += deleted;
    if (deleted < DELETED) place += 1;
  }
  return { place, rows };
}

/**
 * It is done once a sweep that went over all tables has found nothing: what was written meanwhile,
 * or stands in a table that a later version has added, goes too.
 */
async function removeOne(visit: Visit, projectId: string, from: number): Promise<void> {
  const { env, control } = visit;
  const { place: end, rows } = await deleteTables(visit, projectId, from);
  const isThrough = end === ALL.length;
  const isClear = isThrough && (await clearFiles(env.EXPORTS, projectId));
  const isDone = isClear && from === 0 && rows === 0;
  const place = isThrough ? 0 : end;
  const written = await writeBatch(control, [
    isDone
      ? sql`DELETE FROM removed_projects WHERE project_id = ${projectId}`
      : sql`UPDATE removed_projects SET place = ${place} WHERE project_id = ${projectId}`,
  ]);
  assert(written.ok, "the place breaks no constraint");
}

/** Takes away what a project of the place had that was deleted, one at a time, table by table. */
export const removeProjects: Sweep = {
  name: "remove-projects",
  statements: 2 * ROUNDS + 2,
  run: async (visit) => {
    const before = new Date(visit.now - AGE_MS).toISOString();
    const [[row] = []] = await readBatch(visit.control, [
      sql`SELECT project_id, place FROM removed_projects
        WHERE home = ${visit.place} AND removed_at < ${before}
        ORDER BY project_id LIMIT 1`,
    ]);
    if (row) await removeOne(visit, String(row.project_id), Number(row.place));
  },
};
