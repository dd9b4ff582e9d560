import { definedFilter, ofOtherType } from "../../checks/filter";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { located, refuseFull, usesOf } from "../../commit/locations";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import { GOODS_FIELDS } from "../../engine/filters/fields";
import type { Scope } from "../../scope/scope";
import type { CollectionUpdate } from "./schema";
import { getCollection, updateCollection } from "./store";
import { viewCollection } from "./view";

/** Renames a collection, or has another filter decide what is in it; its type stays. */
export const changeCollection = (
  scope: Scope,
  id: string,
  { name, type, filter }: CollectionUpdate,
): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCollection(scope, id);
    const gathered = { what: "collection", type: row.type } as const;
    if (type && type !== row.type) throw ofOtherType("type", gathered);
    if (filter && row.type === "STATIC") throw ofOtherType("filter", gathered);
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
