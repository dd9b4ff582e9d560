import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { CustomEventSchemaRow } from "../../db/tables/schemas";
import { afterLookUp, beforeLookUp, lookUpBudget } from "../../deciding/miss-budget";
import { ApiError, notFound } from "../../errors";
import { isBrowser, type Scope } from "../../scope/scope";
import { byIdentity, customerById, decodeCustomer, isNamed } from "../customers/store";
import { refuseStranger } from "../customers/stranger";
import { theCard } from "../loyalties/members/cards";
import { decodeEventSchema, schemaOfEvent } from "../management/custom-event-schemas/store";
import { isReferral, type ReferralCode } from "../referrals/code";
import { byNames, decodeVoucher, holderOfNamed, pick, type StoredVoucher } from "../vouchers/store";
import type { CustomEventInput } from "./schema";

/** A referral code, and who refers by it. */
export interface NamedReferral {
  code: ReferralCode;
  referrer: CustomerRow;
}

/** What an event is told from. */
export interface LoadedEvent {
  schema: CustomEventSchemaRow;
  /** Null where the customer will be new. */
  customer: CustomerRow | null;
  /** The card that the event names. */
  card: StoredVoucher | null;
  /** The referral that the event names, if there is one by that code and of that referrer. */
  referral: NamedReferral | null;
}

const NOT_HELD = "The loyalty card is not held by the customer of the event";

/** Only a card that the event's customer holds: it would earn nothing otherwise. */
function held(scope: Scope, card: StoredVoucher, customer: CustomerRow | null): StoredVoucher {
  if (customer && card.holder_id === customer.id) return card;
  // To a browser a card of somebody else looks like one that does not exist.
  if (isBrowser(scope)) throw notFound("voucher", card.code);
  throw new ApiError("invalid_customer", { details: NOT_HELD });
}

function referralOf(
  scope: Scope,
  { referral }: CustomEventInput,
  found: Record<"vouchers" | "referrers", readonly RawRow[]>,
): NamedReferral | null {
  const code = referral && pick(scope, found.vouchers.map(decodeVoucher), referral.code);
  const [referrer] = found.referrers.map(decodeCustomer);
  if (!code || !isReferral(code) || !referrer) return null;
  return [undefined, referrer.id].includes(referral.referrer_id) ? { code, referrer } : null;
}

/**
 * Reads what an event names in ONE round trip; refuses an event without a schema, an unknown id of
 * a customer, and a card that is not the customer's. For browsers the budget of failed look-ups is
 * checked and charged in the same batch, also where a referral code leads nowhere, which is refused
 * to nobody.
 */
export async function loadEvent(scope: Scope, input: CustomEventInput): Promise<LoadedEvent> {
  const { event, customer: identity, loyalty, referral } = input;
  const names = [loyalty, referral].flatMap((named) => named?.code ?? []);
  const budget = names.length > 0 ? lookUpBudget(scope, names) : null;
  if (budget) beforeLookUp(scope);
  const found = await load(scope, {
    schemas: schemaOfEvent(scope, event),
    customers: isNamed(identity) ? byIdentity(scope, identity) : null,
    vouchers: names.length > 0 ? byNames(scope, names) : null,
    referrers: referral ? customerById(scope, holderOfNamed(scope, referral.code)) : null,
    // Statements that charge a browser's budget come behind the others.
    spent: budget?.spent,
    charged: budget?.charge,
  });
  if (budget) afterLookUp(scope, found);
  const [schema] = found.schemas.map(decodeEventSchema);
  const [customer = null] = found.customers.map(decodeCustomer);
  if (!schema) throw notFound("event_schema", event);
  refuseStranger(scope, identity, customer);
  const card = loyalty && theCard(scope, found.vouchers, { name: loyalty.code, program: null });
  return {
    schema,
    customer,
    card: card ? held(scope, card, customer) : null,
    referral: referralOf(scope, input, found),
  };
}
