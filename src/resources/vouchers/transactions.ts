import { cutPage, listFilter, readFor } from "../../checks/windowed";
import { load } from "../../commit/load";
import { decode, type RawRow } from "../../db/client";
import { withNumber } from "../../db/order-numbers";
import { type VoucherTransactionRow, voucherTransactions } from "../../db/tables/vouchers";
import { ApiError, notFound } from "../../errors";
import type { CursorPage } from "../../http/page";
import { plainFilter } from "../../listing/check";
import { date, listFields, text } from "../../listing/fields";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { clockOf, type Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { byCampaignName, type StoredCampaign, theCampaign } from "../campaigns/store";
import type { TransactionQuery } from "./schema";
import { byNames, decodeVoucher, idOfNamed, pick, type StoredVoucher } from "./store";
import { entriesOf } from "./transactions-store";

/** The fields of an entry that its list is filtered by. */
const FIELDS = {
  named: new Map(["id", "voucher_id", "created_at"].map((name) => [name, [name]])),
  open: [],
};

/** What the fields are, by which it is known which operators they take. */
const TYPED = listFields({
  id: text("t.id"),
  voucher_id: text("t.voucher_id"),
  created_at: date("t.created_at"),
});

const filterOf = ({ filters }: TransactionQuery) => listFilter(FIELDS, plainFilter(TYPED, filters));

/** So many entries are read for a page. */
const mostOf = (query: TransactionQuery): number => readFor(filterOf(query), query.limit);

function pageOf(
  scope: Scope,
  raws: readonly RawRow[],
  query: TransactionQuery,
): CursorPage<VoucherTransactionRow> {
  const clock = clockOf(scope);
  const rows = raws.map(({ order_number, ...raw }) => {
    const row = decode(voucherTransactions, raw);
    return { ...row, details: withNumber(row.details, order_number) };
  });
  return cutPage(rows, { fields: FIELDS, filter: filterOf(query), limit: query.limit, clock });
}

/**
 * The entries of a card's ledger, by its code or id; `accept` may refuse the card. One round trip,
 * whatever the filter asks for.
 */
export async function listTransactions(
  scope: Scope,
  name: string,
  query: TransactionQuery,
  accept?: (card: StoredVoucher) => void,
): Promise<CursorPage<VoucherTransactionRow>> {
  const { named, rows } = await load(scope, {
    named: byNames(scope, [name]),
    rows: entriesOf(scope, { voucher_id: idOfNamed(scope, name) }, query, mostOf(query)),
  });
  const card = pick(scope, named.map(decodeVoucher), name);
  if (!card) throw notFound("voucher", name);
  accept?.(card);
  return pageOf(scope, rows, query);
}

/** Refuses campaigns of discounts, which have no ledger (forbidden). */
export function refuseWithoutLedger({ campaign_type, voucher }: StoredCampaign): void {
  const type = voucher?.type ?? CAMPAIGN_KINDS[campaign_type].voucher;
  if (type && VOUCHER_KINDS[type].unit !== null) return;
  throw new ApiError("forbidden", {
    details: "Transactions are allowed only for loyalty or gift campaigns",
  });
}

/** The same of all cards of a campaign, by its id or name, of one type or of any. */
export async function listTransactionsOfCampaign(
  scope: Scope,
  name: string,
  query: TransactionQuery,
  type?: StoredCampaign["campaign_type"],
): Promise<CursorPage<VoucherTransactionRow>> {
  const { campaigns, rows } = await load(scope, {
    campaigns: byCampaignName(scope, name),
    rows: entriesOf(scope, { campaign_id: campaignNamed(scope, name) }, query, mostOf(query)),
  });
  refuseWithoutLedger(theCampaign(campaigns, name, type));
  return pageOf(scope, rows, query);
}
