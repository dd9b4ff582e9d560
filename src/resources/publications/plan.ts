import type { Tally } from "../../commit/commit";
import type { DayMove } from "../../commit/days";
import { nextUpdate } from "../../commit/next-update";
import type { Statement } from "../../db/client";
import { assertAll } from "../../db/commit";
import type { CustomerRow } from "../../db/tables/customers";
import type { PublicationRow, RedeemableHolderRow } from "../../db/tables/publications";
import { activeUntil } from "../../engine/activity";
import type { DomainEvent } from "../../events/outbox";
import { present } from "../../lib/assert";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { isoNow, type Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import { planCustomer } from "../customers/named";
import { customerStands } from "../customers/store";
import { voucherCounts, voucherStatements } from "../vouchers/create";
import { newVoucher } from "../vouchers/draft";
import type { StoredVoucher } from "../vouchers/store";
import { publicationEvents } from "./events";
import type { Loaded } from "./load";
import { isOnceOnly } from "./refuse";
import type { PublishRequest } from "./request";
import {
  campaignStands,
  type Given,
  giveVouchers,
  insertHolders,
  insertPublication,
  join,
} from "./store";

/** Everything that a publication writes, and the events it causes. */
export interface Plan {
  row: PublicationRow;
  customer: CustomerRow;
  /** The vouchers as the publication leaves them. */
  vouchers: StoredVoucher[];
  statements: Statement[];
  /** Makes its row, with its entry of the audit log. */
  keeping: ReturnType<typeof insertPublication>;
  events: DomainEvent[];
  tally: Partial<Record<Tally, number>>;
  days: DayMove[];
}

/** A record of a publication that is to be made for this customer. */
export const publicationRow = (
  scope: Scope,
  request: PublishRequest,
  { campaign }: Loaded,
  customer: CustomerRow,
): PublicationRow => ({
  project_id: scope.project.id,
  id: scope.newId("pub"),
  source_id: request.source_id,
  customer_id: customer.id,
  campaign_id: campaign?.id ?? null,
  voucher_ids: [],
  channel: request.channel,
  metadata: request.metadata,
  result: "SUCCESS",
  failure_code: null,
  failure_message: null,
  tracking_id: customer.source_id,
  created_at: isoNow(scope),
  audit: null,
});

function holderOf(
  scope: Scope,
  row: PublicationRow,
  campaign: StoredCampaign | null,
  voucher: StoredVoucher,
): RedeemableHolderRow {
  return {
    project_id: row.project_id,
    redeemable_id: voucher.id,
    customer_id: row.customer_id,
    id: scope.newId("rh"),
    redeemable_object: "voucher",
    campaign_id: row.campaign_id,
    campaign_type: campaign?.campaign_type ?? null,
    voucher_type: voucher.type,
    holder_role:
      campaign && CAMPAIGN_KINDS[campaign.campaign_type].isReferral ? "REFERRER" : "OWNER",
    publication_id: row.id,
    metadata: row.metadata,
    created_at: row.created_at,
  };
}

/** The voucher as it is once the customer has it. */
function given(
  scope: Scope,
  before: StoredVoucher,
  to: { customerId: string; campaign: StoredCampaign | null },
) {
  const duration = to.campaign?.activity_duration_after_publishing;
  return {
    before,
    after: {
      ...before,
      holder_id: to.customerId,
      publish_count: before.publish_count + 1,
      updated_at: nextUpdate(scope, before),
      ...(duration && {
        expiration_date: activeUntil(scope.now, duration, scope.project.timezone),
      }),
    },
  };
}

/** New vouchers for as many as the campaign is short of. */
function mint(scope: Scope, { source }: PublishRequest, { campaign, vouchers }: Loaded) {
  const missing = source.kind === "campaign" ? source.count - vouchers.length : 0;
  return Array.from({ length: missing }, () => newVoucher(scope, {}, campaign));
}

interface Gift {
  taken: (Given & { after: StoredVoucher })[];
  /** Vouchers that are made in this very batch. */
  minted: (Given & { before: StoredVoucher; after: StoredVoucher })[];
}

function planGift(scope: Scope, request: PublishRequest, loaded: Loaded, customerId: string): Gift {
  const to = { customerId, campaign: loaded.campaign };
  return {
    taken: loaded.vouchers.map((voucher) => given(scope, voucher, to)),
    minted: mint(scope, request, loaded).map((voucher) => given(scope, voucher, to)),
  };
}

function statementsOf(
  scope: Scope,
  row: PublicationRow,
  { campaign }: Loaded,
  { taken, minted }: Gift,
): Statement[] {
  const vouchers = [...taken, ...minted].map(({ after }) => after);
  return [
    ...(campaign ? [campaignStands(scope, campaign)] : []),
    ...(taken.length > 0 ? giveVouchers(scope, taken) : []),
    ...minted.flatMap(({ after }) => voucherStatements(scope, after)),
    insertHolders(vouchers.map((voucher) => holderOf(scope, row, campaign, voucher))),
  ];
}

/** What a publication that can be made becomes: rows, counters and events of one batch. */
export function planPublication(scope: Scope, request: PublishRequest, loaded: Loaded): Plan {
  const { campaign } = loaded;
  const part = present(planCustomer(scope, loaded), "the customer of a publication");
  const { customer } = part;
  const gift = planGift(scope, request, loaded, customer.id);
  const vouchers = [...gift.taken, ...gift.minted].map(({ after }) => after);
  const voucher_ids = vouchers.map(({ id }) => id);
  const row = { ...publicationRow(scope, request, loaded, customer), voucher_ids };
  const ids = campaign && { campaign_id: campaign.id, customer_id: customer.id };
  const counts = voucherCounts(gift.minted.map(({ after }) => after));
  return {
    row,
    customer,
    vouchers,
    statements: [
      ...part.statements,
      ...(part.statements.length === 0 ? assertAll([customerStands(scope, customer.id)]) : []),
      ...statementsOf(scope, row, loaded, gift),
      ...(ids ? [join(scope, ids, isOnceOnly(request, campaign))] : []),
    ],
    keeping: insertPublication(row),
    events: [
      ...part.events,
      ...publicationEvents(scope, { row, customer, vouchers, minted: gift.minted }),
    ],
    tally: { publications: 1, ...(part.isNew && { customers: 1 }), ...counts.tally },
    days: [
      ...counts.days,
      { campaign_id: row.campaign_id, counters: { publications_succeeded: 1 } },
    ],
  };
}
