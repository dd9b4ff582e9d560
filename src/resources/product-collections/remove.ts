import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { deleteCollection, getCollection } from "./store";

/** Deletes a collection; what it held stays. A rule that names it finds nothing in it. */
export const removeCollection = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCollection(scope, id);
    const result = await commit(scope, {
      statements: deleteCollection(row),
      tally: { product_collections: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
