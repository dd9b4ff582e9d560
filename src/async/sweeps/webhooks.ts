import { readBatch, writeBatch } from "../../db/commit";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import { sendJobs } from "../../scope/send";
import { deleted } from "./deleted";
import type { Sweep } from "./sweep";

/** Younger news are still on their way through the queue. */
const AGE_MS = 5_000;
/** Webhooks that one statement looks at, and how often a sweep does so. */
const LOOKED_AT = 500;
const LOOKS = 40;

type Key = readonly [projectId: string, id: string];

const START: Key = ["", ""];

/** The webhook at which this isolate's last sweep of each place ended; the next goes on there. */
const leftOff = new Map<string, Key>();

const lookedAt = ([project, id]: Key, before: string): Fragment =>
  sql`SELECT w.project_id, w.id, (w.active AND EXISTS (
      SELECT 1 FROM outbox o WHERE o.project_id = w.project_id
        AND o.sequence = w.taken + 1 AND o.created_at < ${before})
      OR EXISTS (SELECT 1 FROM webhook_spans s
        WHERE s.project_id = w.project_id AND s.webhook_id = w.id))
      AND ${isAtWork("w.project_id")} AS is_left
    FROM webhooks w WHERE (w.project_id, w.id) > (${project}, ${id})
    ORDER BY w.project_id, w.id LIMIT ${raw(LOOKED_AT)}`;

/** Makes deliveries of events whose message was lost. Walking all webhooks costs one row each. */
export const fanOutLeft: Sweep = {
  name: "fan-out-left",
  statements: LOOKS,
  run: async ({ env, place, db, now }) => {
    const before = new Date(now - AGE_MS).toISOString();
    for (let look = 0; look < LOOKS; look++) {
      const [webhooks = []] = await readBatch(db, [lookedAt(leftOff.get(place) ?? START, before)]);
      const left = webhooks.filter(({ is_left }) => is_left === 1);
      const projects = new Set(left.map(({ project_id }) => String(project_id)));
      await sendJobs(
        env,
        [...projects].map((project_id) => ({ job: "fan-out", project_id })),
      );
      const last = webhooks.length < LOOKED_AT ? undefined : webhooks.at(-1);
      leftOff.set(place, last ? [String(last.project_id), String(last.id)] : START);
      if (!last) return;
    }
  },
};

/** Rows that one statement deletes at most, and how often a sweep does so. */
const FORGOTTEN = 2_000;
const ROUNDS = 20;

/** The webhook at which the last look of each place ended that was for webhooks that are gone. */
const lookedUntil = new Map<string, Key>();

/** Behind all lanes of a webhook. */
const NO_LANE = 99;

/**
 * The webhooks behind one that have deliveries to come, each by one seek, and which are gone. The
 * index is told where a webhook's own ends, or each seek would read all that is to come of it.
 */
const withOpen = ([project, id]: Key): Fragment =>
  sql`WITH RECURSIVE open (project_id, id, n) AS (
      SELECT ${project}, ${id}, 0
      UNION ALL
      SELECT d.project_id, d.webhook_id, open.n + 1
      FROM open CROSS JOIN webhook_deliveries d
      ON (d.project_id, d.webhook_id, d.sequence) = (
        SELECT o.project_id, o.webhook_id, o.sequence
        FROM webhook_deliveries o INDEXED BY webhook_deliveries_due
        WHERE o.due_at IS NOT NULL
          AND (o.project_id, o.webhook_id, o.lane)
            > (+open.project_id, +open.id, ${raw(NO_LANE)})
        ORDER BY o.project_id, o.webhook_id LIMIT 1)
      WHERE open.n < ${raw(LOOKED_AT)})
    SELECT project_id, id, ${isAtWork("open.project_id")} AND NOT EXISTS (
      SELECT 1 FROM webhooks w WHERE w.project_id = open.project_id AND w.id = open.id) AS is_gone
    FROM open WHERE n > 0 ORDER BY n`;

/** Deletes some deliveries to come of a webhook that is gone, where its project is at work. */
const deleteOpen = ([project, id]: Key): Fragment =>
  sql`DELETE FROM webhook_deliveries WHERE (project_id, webhook_id, sequence) IN (
    SELECT d.project_id, d.webhook_id, d.sequence
    FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
    WHERE d.project_id = ${project} AND d.webhook_id = ${id} AND d.due_at IS NOT NULL
      AND ${isAtWork("d.project_id")} AND NOT EXISTS (SELECT 1 FROM webhooks w
        WHERE w.project_id = d.project_id AND w.id = d.webhook_id)
    LIMIT ${raw(FORGOTTEN)})`;

/** Deletes what was still to come of webhooks that were deleted: there may be very much of it. */
export const forgetUntold: Sweep = {
  name: "forget-untold",
  statements: 1 + 2 * ROUNDS,
  run: async ({ place, db }) => {
    const [webhooks = []] = await readBatch(db, [withOpen(lookedUntil.get(place) ?? START)]);
    const keys = webhooks.map(({ project_id, id }): Key => [String(project_id), String(id)]);
    const gone = keys.filter((_, at) => webhooks[at]?.is_gone === 1);
    for (let round = 0; round < ROUNDS && gone[0]; round++) {
      if ((await deleted(db, [deleteOpen(gone[0])])) < FORGOTTEN) gone.shift();
    }
    // The next sweep goes on with what is left of them.
    if (gone.length > 0) return;
    const last = keys.length < LOOKED_AT ? undefined : keys.at(-1);
    lookedUntil.set(place, last ?? START);
  },
};

/** Lanes that a sweep calls at most. */
const CALLED = 500;

/**
 * Calls lanes that are due and that nobody works on, those first that wait longest. Each goes
 * behind all others with that: lanes that find no worker again and again, of receivers that hang
 * or of projects that are being removed, keep nobody from being called.
 */
export const callLanes: Sweep = {
  name: "call-lanes",
  statements: 1,
  run: async ({ env, db, now }) => {
    const due = param(new Date(now - AGE_MS).toISOString());
    const free = param(new Date(now).toISOString());
    const called = await writeBatch(db, [
      sql`UPDATE webhook_lanes SET due_at = ${due} WHERE (project_id, webhook_id, lane) IN (
        SELECT project_id, webhook_id, lane FROM webhook_lanes INDEXED BY webhook_lanes_due
        WHERE due_at <= ${due} AND (leased_until IS NULL OR leased_until <= ${free})
          AND ${isAtWork("webhook_lanes.project_id")}
        ORDER BY due_at LIMIT ${raw(CALLED)}) RETURNING project_id, webhook_id, lane, is_slow`,
    ]);
    assert(called.ok, "calling lanes breaks no constraint");
    await sendJobs(
      env,
      (called.value[0] ?? []).map(({ project_id, webhook_id, lane, is_slow }) => ({
        job: "lane",
        project_id: String(project_id),
        webhook_id,
        lane,
        is_slow: is_slow === 1,
      })),
    );
  },
};
