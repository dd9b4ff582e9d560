import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { assert } from "../../../lib/assert";
import { afterStep, defineAction } from "../../async-actions/define";
import { moveAction } from "../../async-actions/store";
import { nextOf } from "../../campaigns/clear-store";
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
  step: async (scope, work) => {
    const { row: action, input, state } = work;
    const at = { isFree: false, after: state.after, most: CHUNK };
    const { rows } = await load(scope, { rows: nextOf(scope, input.campaign_id, at) });
    const ids = rows.map(({ id }) => String(id));
    if (ids.length > 0) await moveMembers(scope, ids, { isAnew: true });
    const done = action.done + ids.length;
    const last = ids.length < CHUNK ? undefined : ids.at(-1);
    const after = afterStep(scope, work, {
      done,
      total: last ? Math.max(done, action.total) : done,
      ...(last
        ? { state: { after: last } }
        : { status: "DONE", operation_status: "SUCCESS", result: { vouchers_count: done } }),
    });
    const result = await commit(scope, { statements: [moveAction(action, after)], answer: DONE });
    if (result.ok) return after;
    assert(result.error.constraint === "action_cursor", "another worker alone is in the way");
    return null;
  },
});
