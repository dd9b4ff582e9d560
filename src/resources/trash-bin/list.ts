import { load } from "../../commit/load";
import { countEntries, decodeEntry, entriesAfter } from "../../db/bin/entries";
import { byCreation } from "../../db/list";
import { totalOf } from "../../db/page";
import { sql, valuesOf } from "../../db/sql";
import { type BinEntryRow, trashBin } from "../../db/tables/trash-bin";
import type { Page } from "../../http/page";
import { wantedOf } from "../../listing/check";
import { listFields, text, word } from "../../listing/fields";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { BinnedType, type BinQuery } from "./schema";

/** What the bin is filtered by (reference service, bin). */
export const BIN_FIELDS = listFields({
  id: text("b.id", { find: (ids) => ({ where: sql`b.id IN (${valuesOf(ids)})` }) }),
  resource_type: word("b.resource_type", BinnedType.options),
  resource_name: text("b.resource_name"),
  resource_id: text("b.resource_id", {
    find: (ids) => ({
      where: sql`b.resource_id IN (${valuesOf(ids)})`,
      index: "trash_bin_resource",
    }),
  }),
});

type BinPage = Page<BinEntryRow>;

/** The id of an entry, by which clients go on, rather than a place in a filtered list. */
const isId = (after: string | undefined): boolean => after?.startsWith("bin_") ?? true;

async function listAll(scope: Scope, query: BinQuery): Promise<BinPage> {
  const { limit, order, starting_after_id: after = null } = query;
  const { rows, total } = await load(scope, {
    rows: entriesAfter(scope.project.id, {
      isDescending: order === "-id",
      after,
      limit: limit + 1,
    }),
    total: countEntries(scope.project.id),
  });
  const items = rows.slice(0, limit).map(decodeEntry);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    total: totalOf(total),
    has_more: last !== undefined,
    ...(last && { more_starting_after: last.id }),
  };
}

/** A page of what was deleted and can be brought back, the last to go first. */
export async function listBin(scope: Scope, query: BinQuery): Promise<BinPage> {
  const { limit, order, filters, starting_after_id: after } = query;
  if (filters === undefined && isId(after)) return listAll(scope, query);
  const isDescending = order === "-id";
  const behind = isDescending ? sql`b.id < ${after ?? ""}` : sql`b.id > ${after ?? ""}`;
  const isBehind = after !== undefined && isId(after);
  return listRows(
    scope,
    {
      request: {
        table: trashBin,
        project: sql`b.project_id = ${scope.project.id}`,
        filters: isBehind ? [behind] : [],
        sort: byCreation("b", order),
        limit,
        page: 1,
      },
      key: { column: "b.id" },
      where: [],
      wanted: wantedOf(BIN_FIELDS, filters),
      starting_after_id: isBehind ? undefined : after,
    },
    decodeEntry,
    ({ id }) => id,
  );
}
