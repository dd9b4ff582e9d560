import { filterOrList } from "../../checks/filter";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { located, refuseFull, usesOf } from "../../commit/locations";
import { retried } from "../../commit/retry";
import { GOODS_FIELDS } from "../../engine/filters/fields";
import { ApiError, notFound } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";
import type { CollectionInput } from "./schema";
import { insertCollection, type MemberRow, membersByIds, type StoredCollection } from "./store";
import { viewCollection } from "./view";

type Sent = NonNullable<CollectionInput["products"]>[number];

/** A list and a filter each say the type where none is sent. */
const typeOf = ({ type, filter }: CollectionInput) => type ?? (filter ? "AUTO_UPDATE" : "STATIC");

function filterOf(input: CollectionInput) {
  const { products: listed, filter } = input;
  const type = typeOf(input);
  const members = { isListed: type === "STATIC", list: "products", listed, filter };
  return filterOrList(GOODS_FIELDS, { what: "collection", type, ...members });
}

/** The member as the catalogue knows it; refuses an unknown one and a SKU under another product. */
function known(sent: Sent, found: ReadonlyMap<string, MemberRow>): MemberRow {
  const member = found.get(sent.id);
  if (member?.object !== sent.object) throw notFound(sent.object, sent.id);
  if (sent.object === "sku" && sent.product_id && sent.product_id !== member.product_id) {
    throw new ApiError("invalid_sku", {
      details: `SKU ${sent.id} belongs to product ${member.product_id}`,
      resource_id: sent.id,
      resource_type: "sku",
    });
  }
  return member;
}

/** The members that a static collection gets, each once, in the order of their ids. */
async function membersOf(scope: Scope, input: CollectionInput): Promise<MemberRow[]> {
  const sent = input.products ?? [];
  if (sent.length === 0) return [];
  const { rows } = await load(scope, {
    rows: membersByIds(
      scope,
      sent.map(({ id }) => id),
    ),
  });
  const found = new Map(rows.map(memberRow).map((row) => [row.object_id, row]));
  const members = new Map(sent.map((each) => [each.id, known(each, found)]));
  return [...members.values()].toSorted((a, b) => (a.object_id < b.object_id ? -1 : 1));
}

const memberRow = (raw: Record<string, unknown>): MemberRow => ({
  object_id: String(raw.object_id),
  object: raw.object === "sku" ? "sku" : "product",
  product_id: raw.product_id === null ? null : String(raw.product_id),
});

/**
 * Creates a collection; refuses a list beside a filter, unknown members and locations, and a filter
 * that could not be decided by.
 */
export const createCollection = (scope: Scope, input: CollectionInput): Promise<Answer> =>
  retried(scope, async () => {
    const named = await located(scope, filterOf(input));
    const row: StoredCollection = {
      project_id: scope.project.id,
      id: scope.newId("pc"),
      name: input.name,
      type: typeOf(input),
      filter: named.definition,
      created_at: isoNow(scope),
      updated_at: null,
      members: await membersOf(scope, input),
    };
    const answer = viewCollection(row);
    const { project_id, id: object_id } = row;
    const result = await commit(scope, {
      statements: [
        ...insertCollection(row),
        ...usesOf({ project_id, object_id, object: "product_collection" }, named),
      ],
      tally: { product_collections: 1 },
      answer,
    });
    if (!result.ok) refuseFull(result.error);
    return result.ok ? answer : null;
  });
