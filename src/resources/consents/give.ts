import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { RawRow } from "../../db/client";
import type { ConsentRow } from "../../db/tables/consents";
import type { CustomerRow } from "../../db/tables/customers";
import { consentsAfter } from "../../engine/consents";
import { ApiError } from "../../errors";
import { UNSUBSCRIBED } from "../../model/consent";
import { isBrowser, isoNow, type Scope } from "../../scope/scope";
import { shownAlone } from "../customers/cards";
import { customerEvent } from "../customers/event";
import { byCustomerName, theCustomer, updateCustomer } from "../customers/store";
import { viewCustomer } from "../customers/view";
import { allConsents, decodeConsent } from "./store";

type Sent = Readonly<Record<string, boolean>>;

const invalid = (details: string) => new ApiError("invalid_payload", { details });

/** Refuses consents that do not exist, and to give one while taking all back. */
function refuseSent(rows: readonly ConsentRow[], sent: Sent): void {
  const known = new Set(rows.filter(({ consents }) => consents === null).map(({ id }) => id));
  for (const [id, value] of Object.entries(sent)) {
    if (id === UNSUBSCRIBED) continue;
    if (!known.has(id)) throw invalid(`Property .${id} names no consent of the project`);
    if (value && sent[UNSUBSCRIBED]) {
      throw invalid(`Property .${id} must be false where .${UNSUBSCRIBED} is true`);
    }
  }
}

/**
 * Whom the path names. A browser speaks for the customer whose token it has alone, and is not told
 * whether there is anybody else.
 */
function meant({ actor, shopper }: Scope, rows: readonly RawRow[], name: string): CustomerRow {
  const isOwn = rows.length > 0 && theCustomer(rows, name).id === shopper;
  if (actor.family !== "client" || isOwn) return theCustomer(rows, name);
  throw new ApiError("forbidden", { details: "The X-Customer-Token is not of this customer" });
}

/** Writes down what a customer says of consents, with the time of each change. */
export function giveConsents(scope: Scope, name: string, sent: Sent): Promise<Answer> {
  if (isBrowser(scope) && scope.shopper === null) {
    throw new ApiError("forbidden", { details: "Consents need an X-Customer-Token" });
  }
  return retried(scope, async () => {
    const reads = { rows: byCustomerName(scope, name), consents: allConsents(scope) };
    const { rows, consents } = await load(scope, reads);
    const row = meant(scope, rows, name);
    refuseSent(consents.map(decodeConsent), sent);
    const said = { date: isoNow(scope), all: UNSUBSCRIBED };
    const change = {
      consents: consentsAfter(row.consents, sent, said),
      updated_at: nextUpdate(scope, row),
    };
    if (changesNothing(row, change)) return DONE;
    const { loyalty } = await shownAlone(scope, row);
    const shown = { ...viewCustomer({ ...row, ...change }), loyalty };
    const result = await commit(scope, {
      statements: updateCustomer(row, change),
      events: [customerEvent("customer.updated", shown)],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`customer ${name}`]);
}
