import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { noUses } from "../../commit/locations";
import { retried } from "../../commit/retry";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { namedByNone, rulesNaming } from "../validation-rules/store";
import { byId, deleteCollection, theCollection } from "./store";

/** A refusal names no more rules than these. */
const MOST_NAMED = 100;

/** A rule without one of its collections would be met by another order than the one meant. */
function refuseNamed(id: string, rules: readonly string[]): void {
  if (rules.length === 0) return;
  throw new ApiError("resource_in_use", {
    details: `Resource products_collection with id ${id} is in use by validation_rules with ids [${rules.join(", ")}]`,
    resource_id: id,
    resource_type: "products_collection",
    related_object_ids: [...rules],
    related_object_type: "validation_rules",
    ...(rules.length < MOST_NAMED && { related_object_total: rules.length }),
  });
}

/** Deletes a collection; what it held stays. Refuses one that a rule names. */
export const removeCollection = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const { found, naming } = await load(scope, {
      found: byId(scope, id),
      naming: rulesNaming(scope, id, MOST_NAMED),
    });
    const row = theCollection(found, id);
    refuseNamed(
      id,
      naming.map(({ rule_id }) => String(rule_id)),
    );
    const result = await commit(scope, {
      statements: [
        namedByNone(scope, id),
        ...deleteCollection(row),
        ...noUses(row.project_id, id, row.filter),
      ],
      tally: { product_collections: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
