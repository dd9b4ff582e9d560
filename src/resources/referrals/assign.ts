import { checkMetadata } from "../../checks/metadata";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { CustomerRow } from "../../db/tables/customers";
import type { RedeemableHolderRow } from "../../db/tables/publications";
import { ApiError } from "../../errors";
import { namesOf, picker } from "../../lib/named-rows";
import { isoNow, type Scope } from "../../scope/scope";
import { type NamedCustomer, planCustomers } from "../customers/many";
import { bySourceIds, customersByIds, decodeCustomer } from "../customers/store";
import { refuseNobody } from "../customers/stranger";
import { insertHolders } from "../publications/store";
import { idOfNamed } from "../vouchers/store";
import { type CodeNamed, codeNamed, type ReferralCode, theCode } from "./code";
import { holderEvent } from "./events";
import type { HoldersCreate } from "./schema";
import { codeIsGiven, holdersAmong, idsOfNamed } from "./store";
import { viewHolder } from "./view";

const NOT_PUBLISHED = {
  message: "Voucher is not published",
  details: "Referral code must be first published to Referrer before assigning it to Referee",
};

/** Refuses a customer that the request names twice, by its id and its source id as well. */
function refuseTwice(named: readonly NamedCustomer[]): void {
  const seen = new Set<string>();
  for (const { identity, customer } of named) {
    const id = customer?.id ?? `source_id ${identity.source_id}`;
    if (seen.has(id)) {
      const resource_id = customer?.id ?? identity.source_id ?? "";
      throw new ApiError("duplicate_found", {
        details: `Duplicated customer exists with id ${resource_id}`,
        resource_id,
        resource_type: "customer",
      });
    }
    seen.add(id);
  }
}

/** Reads the code and whom the request names, in ONE round trip. */
async function loadHolders(scope: Scope, code: CodeNamed, { holders }: HoldersCreate) {
  const names = namesOf(holders);
  const id = idOfNamed(scope, code.name);
  const found = await load(scope, {
    codes: codeNamed(scope, code),
    byId: customersByIds(scope, names.ids),
    bySource: bySourceIds(scope, names.sources),
    held: holdersAmong(scope, id, idsOfNamed(scope, names)),
  });
  const person = picker([...found.byId, ...found.bySource].map(decodeCustomer));
  const held = found.held.map(({ customer_id }) => String(customer_id));
  return { code: theCode(scope, found.codes, code), person, held: new Set(held) };
}

/** Whom the request names, each once; refuses an unknown id, and who holds the code already. */
function namedBy(
  { holders }: HoldersCreate,
  { person, held }: Pick<Awaited<ReturnType<typeof loadHolders>>, "person" | "held">,
): NamedCustomer[] {
  const named = holders.map((identity) => ({ identity, customer: person(identity) }));
  for (const { identity, customer } of named) refuseNobody(identity, customer);
  refuseTwice(named);
  const again = named.find(({ customer }) => customer && held.has(customer.id));
  if (again?.customer) {
    throw new ApiError("holder_assignement_duplication", {
      resource_id: again.customer.id,
      resource_type: "customer",
    });
  }
  return named;
}

/** A customer as one who was referred by the code. */
export const refereeOf = (
  scope: Scope,
  code: ReferralCode,
  customer: CustomerRow,
  metadata: RedeemableHolderRow["metadata"],
): RedeemableHolderRow => ({
  project_id: scope.project.id,
  redeemable_id: code.id,
  customer_id: customer.id,
  id: scope.newId("rh"),
  redeemable_object: "voucher",
  campaign_id: code.campaign_id,
  campaign_type: "REFERRAL_PROGRAM",
  voucher_type: code.type,
  holder_role: "REFEREE",
  publication_id: null,
  metadata,
  created_at: isoNow(scope),
});

/**
 * Gives a referral code to customers as those whom it refers: all of them or none, each created or
 * updated as on an order (contract, "Referrals"). Refuses a code that nobody gives out yet
 * (not_published), and who holds it already. Two round trips.
 */
export const assignHolders = (
  scope: Scope,
  named: CodeNamed,
  sent: HoldersCreate,
): Promise<Answer> => {
  checkMetadata(scope, "publication", sent.metadata);
  return retried(scope, async () => {
    const { code, ...found } = await loadHolders(scope, named, sent);
    if (code.holder_id === null) throw new ApiError("not_published", NOT_PUBLISHED);
    const part = planCustomers(scope, namedBy(sent, found));
    const rows = part.customers.map((each) => refereeOf(scope, code, each, sent.metadata ?? {}));
    const answer = { holders: rows.map((row) => viewHolder(row, code)) };
    const result = await commit(scope, {
      statements: [codeIsGiven(code), ...part.statements, insertHolders(rows)],
      tally: { customers: part.created },
      events: [
        ...part.events,
        ...rows.map((row, at) => {
          const customer = part.customers[at] ?? null;
          return holderEvent(scope, "customer.holder.assignment.created", row, { code, customer });
        }),
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
};
