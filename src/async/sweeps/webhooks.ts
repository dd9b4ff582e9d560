import { readBatch, writeBatch } from "../../db/commit";
import { type Fragment, param, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import { sendJobs } from "../../scope/send";
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
