import type { CustomerRow } from "../../db/tables/customers";
import type { PublicationRow, RedeemableHolderRow } from "../../db/tables/publications";
import { windowState } from "../../engine/time-window";
import { notFound } from "../../errors";
import { present } from "../../lib/assert";
import { underKeys } from "../../model/metadata";
import type { ListedPublication, Publication } from "../../model/publication";
import type { Voucher } from "../../model/voucher";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import type { HeldRedeemable } from "./schema";

/** What a publication is shown with. */
export interface Related {
  customer: CustomerRow | null;
  vouchers: readonly StoredVoucher[];
}

const viewRow = (row: PublicationRow, { customer }: Related) => ({
  id: row.id,
  object: "publication" as const,
  created_at: row.created_at,
  customer_id: row.customer_id,
  ...(row.tracking_id !== null && { tracking_id: row.tracking_id }),
  metadata: row.metadata,
  channel: row.channel,
  source_id: row.source_id,
  result: row.result,
  ...(customer && { customer: viewSimpleCustomer(customer) }),
  vouchers_id: row.voucher_ids,
});

/** Its vouchers in the order in which they were given; one that is gone for good is left out. */
const inOrder = (row: PublicationRow, { vouchers }: Related): StoredVoucher[] =>
  row.voucher_ids.flatMap((id) => vouchers.find((voucher) => voucher.id === id) ?? []);

/** Publications leave out the rules of their voucher (as the reference service). */
function viewGiven(scope: Scope, row: StoredVoucher) {
  const { validation_rules_assignments: _, ...voucher } = viewVoucher(scope, row);
  return voucher;
}

/** A publication with its one voucher, or the codes of several. */
export function viewPublication(scope: Scope, row: PublicationRow, related: Related): Publication {
  const [voucher, ...others] = inOrder(row, related);
  if (row.voucher_ids.length > 1) {
    const codes = [voucher, ...others].flatMap((each) => each?.code ?? []);
    return { ...viewRow(row, related), vouchers: codes };
  }
  return { ...viewRow(row, related), ...(voucher && { voucher: viewGiven(scope, voucher) }) };
}

/** The same for a browser, with those of the voucher's notes that it may see. */
export function viewForShopper(scope: Scope, row: PublicationRow, related: Related) {
  const { voucher, ...publication } = viewPublication(scope, row, related);
  const { client_visible_metadata: keys } = scope.project;
  return {
    ...publication,
    ...(voucher && {
      voucher: { ...voucher, metadata: underKeys(voucher.metadata, keys) },
    }),
  };
}

function viewListedVoucher(scope: Scope, row: StoredVoucher) {
  const { code, campaign, discount, gift, loyalty_card, is_referral_code, object } = viewVoucher(
    scope,
    row,
  );
  return { code, campaign, discount, gift, loyalty_card, is_referral_code, object };
}

/** A publication as lists show it (as the reference service). */
export function viewListed(scope: Scope, row: PublicationRow, related: Related): ListedPublication {
  const [voucher] = inOrder(row, related);
  const { voucher: _, ...shown } = viewPublication(scope, row, related);
  return {
    ...shown,
    ...(voucher && row.voucher_ids.length === 1 && { voucher: viewListedVoucher(scope, voucher) }),
    ...(row.failure_code !== null && { failure_code: row.failure_code }),
    ...(row.failure_message !== null && { failure_message: row.failure_message }),
  };
}

type Status = NonNullable<HeldRedeemable["redeemable"]>["status"];

/** Whether a held voucher can be used at all; days and hours of its window are not looked at. */
function statusOf(scope: Scope, row: StoredVoucher): Status {
  if (!row.active || row.campaign?.active === false) return "DISABLED";
  const window = windowState(row, scope.now, scope.project.timezone);
  if (window === "after_expiration") return "EXPIRED";
  if (window === "before_start") return "NOT_ACTIVE_YET";
  const { redemption_quantity: quantity } = row;
  if (quantity !== null && row.redeemed_quantity + row.held_quantity >= quantity) return "USED";
  return row.balance === 0 ? "NO_BALANCE" : "ACTIVE";
}

/** The code that a publication gave, alone; refuses one that was deleted since. */
export function viewPublishedVoucher(
  scope: Scope,
  row: PublicationRow,
  { vouchers }: { vouchers: readonly StoredVoucher[] },
): Voucher {
  const id = present(row.voucher_ids[0], "a publication has a code");
  const voucher = vouchers.find((each) => each.id === id && !each.deleted_at);
  if (!voucher) throw notFound("voucher", id);
  return viewVoucher(scope, voucher);
}

/** What a holder's row says of itself, whatever is held. */
export const viewHolding = (row: RedeemableHolderRow) => ({
  id: row.id,
  created_at: row.created_at,
  redeemable_id: row.redeemable_id,
  redeemable_object: row.redeemable_object,
  customer_id: row.customer_id,
  holder_role: row.holder_role,
  metadata: row.metadata,
  object: "redeemable_holder" as const,
});

/** Who holds what, with the voucher itself (contract, "Redeemable holder"). */
export const viewHeld = (
  scope: Scope,
  row: RedeemableHolderRow,
  voucher: StoredVoucher | undefined,
): HeldRedeemable => ({
  ...viewHolding(row),
  campaign_id: row.campaign_id,
  campaign_type: row.campaign_type,
  voucher_type: row.voucher_type,
  ...(voucher && {
    redeemable: {
      type: "voucher" as const,
      voucher: viewVoucher(scope, voucher),
      status: statusOf(scope, voucher),
    },
  }),
});
