import type { VoucherTransactionRow } from "../../db/tables/vouchers";
import { inlineList } from "../../model/list";
import { underKeys } from "../../model/metadata";
import { ClientVoucher, listPath, type Voucher } from "../../model/voucher";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { viewAssets } from "./assets";
import type { StoredVoucher } from "./store";

/** The images of a voucher of this project. */
export const viewAssetsOf = (
  { base_url, project, settings }: Pick<Scope, "base_url" | "project" | "settings">,
  voucherId: string,
) =>
  viewAssets({ baseUrl: base_url, signingSecret: settings.signingSecret }, project.id, voucherId);

/** A voucher as the contract shows it, with the state its row has. */
export function viewVoucher(scope: Scope, row: StoredVoucher): Voucher {
  return {
    id: row.id,
    code: row.code,
    campaign: row.campaign?.name ?? null,
    campaign_id: row.campaign_id,
    category: row.category,
    category_id: row.category_id,
    categories: [],
    type: row.type,
    discount: row.discount,
    ...VOUCHER_KINDS[row.type].shows(row),
    start_date: row.start_date,
    expiration_date: row.expiration_date,
    validity_timeframe: row.validity_timeframe,
    validity_day_of_week: row.validity_day_of_week,
    ...(row.validity_hours && { validity_hours: row.validity_hours }),
    active: row.active,
    additional_info: row.additional_info,
    metadata: row.metadata,
    assets: viewAssetsOf(scope, row.id),
    is_referral_code: row.is_referral_code,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.holder_id && { holder_id: row.holder_id }),
    ...(row.referrer_id && { referrer_id: row.referrer_id }),
    publish: { object: "list", count: row.publish_count, url: listPath(row.code, "publications") },
    redemption: viewRedemption(row),
    validation_rules_assignments: inlineList([...row.assignments, ...row.campaign_assignments]),
    object: "voucher",
  };
}

/** A voucher as a browser is shown it, with those of its notes that it may see. */
export const viewClientVoucher = (scope: Scope, row: StoredVoucher): ClientVoucher =>
  ClientVoucher.parse({
    ...viewVoucher(scope, row),
    metadata: underKeys(row.metadata, scope.project.client_visible_metadata),
  });

/** The campaign as events name it beside one of its vouchers. */
export const viewCampaignOf = ({ campaign }: Pick<StoredVoucher, "campaign">) =>
  campaign && {
    id: campaign.id,
    name: campaign.name,
    campaign_type: campaign.campaign_type,
    active: campaign.active,
    ...(campaign.start_date !== null && { start_date: campaign.start_date }),
    ...(campaign.expiration_date !== null && { expiration_date: campaign.expiration_date }),
    object: "campaign" as const,
  };

const viewRedemption = (row: StoredVoucher) => ({
  quantity: row.redemption_quantity,
  redeemed_quantity: row.redeemed_quantity,
  ...VOUCHER_KINDS[row.type].redeemed(row),
  object: "list" as const,
  url: listPath(row.code, "redemptions"),
});

/** A card's state after a manual change of `amount` minor units. */
export const viewBalance = (row: StoredVoucher, amount: number) => ({
  amount,
  total: row.amount ?? 0,
  balance: row.balance ?? 0,
  type: "gift_voucher" as const,
  object: "balance" as const,
  operation_type: "MANUAL" as const,
  related_object: { type: "voucher" as const, id: row.id },
});

/** A ledger entry as transaction lists show it. */
export const viewTransaction = <T extends VoucherTransactionRow["type"]>(
  row: VoucherTransactionRow & { type: T },
) => ({
  id: row.id,
  source_id: row.source_id,
  voucher_id: row.voucher_id,
  campaign_id: row.campaign_id,
  source: row.source,
  reason: row.reason,
  type: row.type,
  details: row.details,
  related_transaction_id: row.related_transaction_id,
  created_at: row.created_at,
});
