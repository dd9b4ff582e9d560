import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { holdsOnGone, releaseHolds } from "../../db/session-holds";
import type { Listener } from "../../events/listeners";
import { assert } from "../../lib/assert";

/** Holds that one reaction releases at most; others of the voucher lapse by themselves. */
const MOST = 1_000;

/**
 * Releases what sessions hold of a voucher that was deleted: until a hold lapses it would count
 * among the few live holds of a shopper. Done twice it changes nothing, since a hold is released
 * together with its row. A voucher that is back from the bin keeps its holds.
 */
export const letGoOfDeleted: Listener<"voucher.deleted"> = {
  name: "sessions.let-go",
  kinds: ["voucher.deleted"],
  statements: 2,
  react: async (scope, { entity_id }) => {
    const result = await commit(scope, {
      statements: releaseHolds(holdsOnGone(scope.project.id, entity_id, MOST)),
      answer: DONE,
    });
    assert(result.ok, "a release breaks no constraint");
  },
};
