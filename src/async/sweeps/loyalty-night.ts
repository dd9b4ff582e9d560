import { readBatch, writeBatch } from "../../db/commit";
import { assert } from "../../lib/assert";
import { takeNight } from "../../resources/loyalties/night/lease-store";
import { sendJobs } from "../../scope/send";
import { LEASE_MS } from "../jobs/loyalty-night";
import { PHASES, START } from "../night";
import type { Sweep } from "./sweep";

/** Begins the nightly run of loyalty programs once something is due, unless it goes on already. */
export const beginLoyaltyNight: Sweep = {
  name: "loyalty-night",
  statements: 1 + PHASES.length,
  run: async ({ env, place, db, now }) => {
    const at = new Date(now).toISOString();
    const found = await readBatch(
      db,
      PHASES.map(({ due }) => due({ now: at, after: START, limit: 1 })),
    );
    if (found.flat().length === 0) return;
    const until = new Date(now + LEASE_MS).toISOString();
    const taken = await writeBatch(db, [takeNight(at, until)]);
    assert(taken.ok, "a lease breaks no constraint");
    if (taken.value.flat().length === 0) return;
    await sendJobs(env, [{ job: "loyalty-night", project_id: "", place }]);
  },
};
