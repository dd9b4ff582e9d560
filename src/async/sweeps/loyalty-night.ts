import { readBatch, writeBatch } from "../../db/commit";
import { assert } from "../../lib/assert";
import {
  noteBegun,
  noteOver,
  takeNight,
  wentOn,
} from "../../resources/loyalties/night/lease-store";
import { sendJobs } from "../../scope/send";
import { LEASE_MS } from "../jobs/loyalty-night";
import { PHASES, START } from "../night";
import type { Sweep } from "./sweep";

/**
 * Begins the nightly run of loyalty programs once something is due, unless it goes on already, and
 * tells when it last went on.
 */
export const beginLoyaltyNight: Sweep = {
  name: "loyalty-night",
  statements: PHASES.length + 3,
  run: async ({ env, place, db, now }) => {
    const at = new Date(now).toISOString();
    const due = PHASES.map((phase) => phase.due({ now: at, after: START, limit: 1 }));
    const [[last] = [], ...found] = await readBatch(db, [wentOn, ...due]);
    const isDue = found.flat().length > 0;
    if (!isDue && !last) return;
    const until = new Date(now + LEASE_MS).toISOString();
    const noted = isDue ? [takeNight(at, until), noteBegun(at)] : [noteOver];
    const taken = await writeBatch(db, noted);
    assert(taken.ok, "a lease breaks no constraint");
    if (!isDue) return;
    if (taken.value.flat().length > 0) {
      await sendJobs(env, [{ job: "loyalty-night", project_id: "", place }]);
    }
    return last?.until;
  },
};
