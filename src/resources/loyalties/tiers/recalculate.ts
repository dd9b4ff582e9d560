import type { Scope } from "../../../scope/scope";
import { defineAction } from "../../async-actions/define";
import { beginWalk, walkCards, walkOf } from "../../campaigns/card-walk";
import { RECALCULATION } from "../../campaigns/recalculation";
import type { StoredCampaign } from "../../campaigns/store";
import { moveMembers } from "./move";

/** Cards of one step. */
const CHUNK = 50;

/**
 * One step: the next fifty cards that were given out. A step that is made again decides the same,
 * so that looking and moving on need not be one batch.
 */
export const recalculateTiers = defineAction({
  ...RECALCULATION,
  statements: 400,
  step: walkCards(CHUNK, async (scope, ids) => {
    if (ids.length > 0) await moveMembers(scope, ids, { isAnew: true });
    return [];
  }),
});

/** Background work that looks at the members of a program whose tiers have changed. */
const TIERS_CHANGE = walkOf("LOYALTY_TIERS_CHANGE");

/** What a commit brings with it that changes which points lead into which tier. */
export function followingTiers(scope: Scope, program: StoredCampaign) {
  if (program.vouchers_count === 0) return { statements: [], jobs: [], tally: {} };
  const { statement, job } = beginWalk(scope, TIERS_CHANGE, program);
  return { statements: [statement], jobs: [job], tally: { async_actions: 1 } };
}

/** One step: the next fifty cards; running tiers keep their end, and give way to higher ones. */
export const followTiers = defineAction({
  ...TIERS_CHANGE,
  statements: 400,
  step: walkCards(CHUNK, async (scope, ids) => {
    if (ids.length > 0) await moveMembers(scope, ids, { areTiersChanged: true });
    return [];
  }),
});
