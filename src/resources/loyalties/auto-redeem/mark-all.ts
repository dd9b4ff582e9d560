import * as z from "zod";
import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { assert } from "../../../lib/assert";
import type { Scope } from "../../../scope/scope";
import { afterStep, beginAction, defineAction } from "../../async-actions/define";
import { moveAction } from "../../async-actions/store";
import { nextOf } from "../../campaigns/clear-store";
import type { StoredCampaign } from "../../campaigns/store";
import { nextNight } from "./listen";
import { markCards } from "./store";

/** Cards of one step. */
const CHUNK = 500;

/** Background work that finds the cards of a program that may pay a reward by themselves. */
const MARKING = {
  type: "AUTO_REDEEM_MARKING",
  input: z.object({ campaign_id: z.string() }),
  state: z.object({ after: z.string() }),
};

/** What a commit brings with it after which members may pay a reward that they could not before. */
export function markingAll(scope: Scope, { id, vouchers_count }: StoredCampaign) {
  const { statement, job } = beginAction(scope, MARKING, {
    related_id: id,
    input: { campaign_id: id },
    state: { after: "" },
    total: vouchers_count,
  });
  return { statements: [statement], jobs: [job], tally: { async_actions: 1 } };
}

/** One step: the next five hundred cards that were given out. */
export const markProgram = defineAction({
  ...MARKING,
  step: async (scope, work) => {
    const { row: action, input, state } = work;
    const at = { isFree: false, after: state.after, most: CHUNK };
    const { rows } = await load(scope, { rows: nextOf(scope, input.campaign_id, at) });
    const ids = rows.map(({ id }) => String(id));
    const done = action.done + ids.length;
    const last = ids.length < CHUNK ? undefined : ids.at(-1);
    const after = afterStep(scope, work, {
      done,
      total: last ? Math.max(done, action.total) : done,
      ...(last
        ? { state: { after: last } }
        : { status: "DONE", operation_status: "SUCCESS", result: { vouchers_count: done } }),
    });
    const due_at = nextNight(scope, scope.now);
    const cards = ids.map((id) => ({ id, due_at }));
    const result = await commit(scope, {
      statements: [markCards(scope, cards), moveAction(action, after)],
      answer: DONE,
    });
    if (result.ok) return after;
    assert(result.error.constraint === "action_cursor", "another worker alone is in the way");
    return null;
  },
});
