import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { holdsOn, releaseHolds } from "../../db/session-holds";
import type { Listener } from "../../events/listeners";
import { assert } from "../../lib/assert";

/** So many holds are taken away; what else there is of a voucher lapses by itself. */
const MOST = 1_000;

/**
 * Sessions hold nothing of a voucher that was deleted: until it lapses it would count among the few
 * live holds of a shopper. What is gone by now is not there to be taken away once more.
 */
export const letGoOfDeleted: Listener<"voucher.deleted"> = {
  name: "sessions.let-go",
  kinds: ["voucher.deleted"],
  statements: 2,
  react: async (scope, { entity_id }) => {
    const result = await commit(scope, {
      statements: releaseHolds(holdsOn(scope.project.id, entity_id, MOST)),
      answer: DONE,
    });
    assert(result.ok, "a release breaks no constraint");
  },
};
