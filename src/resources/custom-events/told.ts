import type { CustomerRow } from "../../db/tables/customers";
import type { EventData } from "../../events/catalogue";
import { isoNow, type Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import type { LoadedEvent, NamedReferral } from "./load";
import type { CustomEventInput } from "./schema";
import { viewSent } from "./view";

const viewCard = (card: StoredVoucher) => ({
  voucher: {
    id: card.id,
    code: card.code,
    type: card.type,
    campaign: card.campaign?.name ?? null,
    campaign_id: card.campaign_id,
    created_at: card.created_at,
    object: "voucher" as const,
  },
  campaign: viewCampaignOf(card),
});

const viewReferral = (scope: Scope, { code, referrer }: NamedReferral) => ({
  referrer: viewSimpleCustomer(referrer),
  voucher: viewVoucher(scope, code),
  campaign: viewCampaignOf(code),
});

/** An event as it is told, with its schema and with the card and the referral that it names. */
export const tellSent = (
  scope: Scope,
  input: CustomEventInput,
  { customer, schema, card, referral }: Omit<LoadedEvent, "customer"> & { customer: CustomerRow },
): EventData<"customer.custom_event"> => ({
  event: {
    ...viewSent(input, customer),
    id: scope.newId("cev"),
    referral: input.referral ?? null,
    loyalty: card && { code: card.code },
    created_at: isoNow(scope),
  },
  event_schema: { id: schema.id, name: schema.name },
  customer: viewSimpleCustomer(customer),
  referral: referral && viewReferral(scope, referral),
  loyalty: card && viewCard(card),
});
