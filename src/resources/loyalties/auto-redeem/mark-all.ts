import type { Scope } from "../../../scope/scope";
import { defineAction } from "../../async-actions/define";
import { beginWalk, walkCards, walkOf } from "../../campaigns/card-walk";
import type { StoredCampaign } from "../../campaigns/store";
import { nextNight } from "./listen";
import { markCards } from "./store";

/** Cards of one step. */
const CHUNK = 500;

/** Background work that finds the cards of a program that may pay a reward by themselves. */
const MARKING = walkOf("AUTO_REDEEM_MARKING");

/** What a commit brings with it after which members may pay a reward that they could not before. */
export function markingAll(scope: Scope, program: StoredCampaign) {
  const { statement, job } = beginWalk(scope, MARKING, program);
  return { statements: [statement], jobs: [job], tally: { async_actions: 1 } };
}

/** One step: the next five hundred cards that were given out. */
export const markProgram = defineAction({
  ...MARKING,
  step: walkCards(CHUNK, async (scope, ids) => {
    const due_at = nextNight(scope, scope.now);
    const cards = ids.map((id) => ({ id, due_at }));
    return [markCards(scope, cards)];
  }),
});
