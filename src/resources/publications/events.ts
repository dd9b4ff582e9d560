import type { CustomerRow } from "../../db/tables/customers";
import type { PublicationRow } from "../../db/tables/publications";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import { viewCampaign } from "../campaigns/view";
import { viewSimpleCustomer } from "../customers/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import { viewListed, viewPublication } from "./view";

/** A publication as the batch leaves it, with the objects that its events show. */
export interface GivenPublication {
  row: PublicationRow;
  customer: CustomerRow;
  vouchers: readonly StoredVoucher[];
  /** Those of the vouchers that were made for it, as they were before they were given. */
  minted: readonly { before: StoredVoucher }[];
}

interface FailedPublication {
  row: PublicationRow;
  customer: CustomerRow;
  campaign: StoredCampaign | null;
}

const voucherEvent = (
  scope: Scope,
  kind: "voucher.created" | "voucher.updated",
  voucher: StoredVoucher,
): DomainEvent => ({
  kind,
  entity_id: voucher.id,
  data: { voucher: viewVoucher(scope, voucher), campaign: viewCampaignOf(voucher) },
});

/** The codes that were made, the publication, and each code that it gave, with its holder. */
export function publicationEvents(scope: Scope, given: GivenPublication): DomainEvent[] {
  const { row, customer, vouchers, minted } = given;
  const [first, ...others] = vouchers;
  const data = {
    customer: viewSimpleCustomer(customer),
    campaign: first ? viewCampaignOf(first) : null,
    publication: viewPublication(scope, row, {
      customer: null,
      // The one code stands beside the publication, several are named in it.
      vouchers: others.length > 0 ? vouchers : [],
    }),
  };
  const only = others.length === 0 ? first : undefined;
  return [
    ...minted.map(({ before }) => voucherEvent(scope, "voucher.created", before)),
    {
      kind: "publication.succeeded",
      entity_id: row.id,
      customer_id: customer.id,
      data: { ...data, voucher: only ? viewVoucher(scope, only) : null, user: null },
    },
    ...vouchers.flatMap((voucher): DomainEvent[] => [
      {
        kind: "voucher.published",
        entity_id: voucher.id,
        customer_id: customer.id,
        data: { ...data, voucher: viewVoucher(scope, voucher) },
      },
      voucherEvent(scope, "voucher.updated", voucher),
    ]),
  ];
}

/** A publication that failed and is recorded. */
export const failedEvent = (
  scope: Scope,
  { row, customer, campaign }: FailedPublication,
): DomainEvent => ({
  kind: "customer.publication.failed",
  entity_id: row.id,
  customer_id: customer.id,
  data: {
    customer: viewSimpleCustomer(customer),
    campaign: campaign && viewCampaign(campaign),
    publication: viewListed(scope, row, { customer: null, vouchers: [] }),
  },
});
