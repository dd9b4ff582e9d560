import { defineAction } from "../../async-actions/define";
import { walkCards } from "../../campaigns/card-walk";
import { RECALCULATION } from "../../campaigns/recalculation";
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
