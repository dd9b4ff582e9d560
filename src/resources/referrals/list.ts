import { cutPage, listFilter, readFor } from "../../checks/windowed";
import { load } from "../../commit/load";
import { totalOf } from "../../db/page";
import { plainFilter } from "../../listing/check";
import { date, listFields, text, word } from "../../listing/fields";
import { HolderRole } from "../../model/holder";
import { clockOf, type Scope } from "../../scope/scope";
import { idOfNamed } from "../vouchers/store";
import { type CodeNamed, codeNamed, theCode } from "./code";
import type { HolderQuery } from "./schema";
import { countHolders, decodeHolder, holdersOf } from "./store";
import { viewHolder } from "./view";

/** The fields of a holder that a list is filtered by. */
const FIELDS = {
  named: new Map(["id", "created_at", "holder_role", "customer_id"].map((name) => [name, [name]])),
  open: [],
};

/** What the fields are, by which it is known which operators they take. */
const TYPED = listFields({
  id: text("h.id"),
  created_at: date("h.created_at"),
  holder_role: word("h.holder_role", HolderRole.options),
  customer_id: text("h.customer_id"),
});

/**
 * Who holds a referral code, the referrer among them, after a cursor. One round trip, whatever the
 * filter asks for. Refuses an unknown code, and one of another campaign.
 */
export async function listHolders(scope: Scope, named: CodeNamed, query: HolderQuery) {
  const filter = listFilter(FIELDS, plainFilter(TYPED, query.filters));
  const id = idOfNamed(scope, named.name);
  const { codes, holders, total } = await load(scope, {
    codes: codeNamed(scope, named),
    holders: holdersOf(scope, id, query, readFor(filter, query.limit)),
    total: filter ? null : countHolders(scope, id),
  });
  const code = theCode(scope, codes, named);
  const clock = clockOf(scope);
  const page = cutPage(holders.map(decodeHolder), {
    fields: FIELDS,
    filter,
    limit: query.limit,
    clock,
  });
  return {
    items: page.items.map((row) => viewHolder(row, code)),
    more_starting_after: page.more_starting_after,
    total: filter ? page.items.length : totalOf(total),
  };
}
