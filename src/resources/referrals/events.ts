import type { CustomerRow } from "../../db/tables/customers";
import type { RedeemableHolderRow } from "../../db/tables/publications";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import type { ReferralCode } from "./code";
import { viewHolder } from "./view";

type Kind = "customer.holder.assignment.created" | "customer.holder.assignment.deleted";

/** That somebody holds a code now, or does not any more; `customer` is null once it is gone. */
export const holderEvent = (
  scope: Scope,
  kind: Kind,
  row: RedeemableHolderRow,
  { code, customer }: { code: ReferralCode; customer: CustomerRow | null },
): DomainEvent => ({
  kind,
  entity_id: row.id,
  customer_id: row.customer_id,
  data: {
    holder: { ...viewHolder(row, code), publication_id: row.publication_id },
    voucher: viewVoucher(scope, code),
    campaign: viewCampaignOf(code),
    customer: customer
      ? viewSimpleCustomer(customer)
      : { id: row.customer_id, object: "customer" as const },
  },
});
