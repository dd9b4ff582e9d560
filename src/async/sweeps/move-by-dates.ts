import { writeBatch } from "../../db/commit";
import { movedByDates } from "../../db/qualifiables";
import { assert } from "../../lib/assert";
import type { Sweep } from "./sweep";

/**
 * Moves redeemables that a date has opened or closed into, or out of, the index that qualification
 * reads.
 */
export const moveByDates: Sweep = {
  name: "move-by-dates",
  statements: 2,
  run: async ({ db, now }) => {
    const done = await writeBatch(db, movedByDates(now));
    assert(done.ok, "moving breaks no constraint");
  },
};
