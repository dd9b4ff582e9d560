import { definedFilter } from "../../checks/filter";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { located, refuseFull, usesOf } from "../../commit/locations";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import { GOODS_FIELDS } from "../../engine/filters/fields";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import type { CollectionUpdate } from "./schema";
import { getCollection, type StoredCollection, updateCollection } from "./store";
import { viewCollection } from "./view";

const fixed = (field: "type" | "filter", { type }: StoredCollection) =>
  new ApiError("invalid_payload", {
    details: `Property .${field} must NOT be sent for a collection of type ${type}`,
  });

/** Renames a collection, or has another filter decide what is in it; its type stays. */
export const changeCollection = (
  scope: Scope,
  id: string,
  { name, type, filter }: CollectionUpdate,
): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCollection(scope, id);
    if (type && type !== row.type) throw fixed("type", row);
    if (filter && row.type === "STATIC") throw fixed("filter", row);
    const named = filter && (await located(scope, definedFilter(GOODS_FIELDS, filter)));
    const { project_id } = row;
    const use = { project_id, object_id: id, object: "product_collection" } as const;
    const change = {
      name: name ?? row.name,
      // One that was not sent stays as it stands, which a location may have written anew meanwhile.
      ...(named && { filter: named.definition }),
      updated_at: nextUpdate(scope, row),
    };
    if (changesNothing(row, change)) return viewCollection(row);
    const answer = viewCollection({ ...row, ...change });
    const result = await commit(scope, {
      statements: [
        ...updateCollection(row, change),
        ...(named ? usesOf(use, named, row.filter) : []),
      ],
      answer,
    });
    if (!result.ok) refuseFull(result.error);
    return result.ok ? answer : null;
  }, [`product collection ${id}`]);
