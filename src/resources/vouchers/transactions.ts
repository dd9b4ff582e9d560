import { load } from "../../commit/load";
import { decode, type RawRow } from "../../db/client";
import { withNumber } from "../../db/order-numbers";
import { type VoucherTransactionRow, voucherTransactions } from "../../db/tables/vouchers";
import { checkFilter, meets } from "../../engine/filters/filter";
import { ApiError, notFound } from "../../errors";
import type { CursorPage } from "../../http/page";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { byCampaignName, type StoredCampaign, theCampaign } from "../campaigns/store";
import type { TransactionQuery } from "./schema";
import { byNames, decodeVoucher, idOfNamed, pick, type StoredVoucher } from "./store";
import { entriesOf } from "./transactions-store";

/** A filtered list looks at so many entries and no more; the next page goes on after them. */
const WINDOW = 500;

/** The fields of an entry that its list is filtered by. */
const FIELDS = {
  named: new Map(["id", "voucher_id", "created_at"].map((name) => [name, [name]])),
  open: [],
};

/** Refuses a filter by other fields, or with unknown operators (invalid_query_params). */
function filterOf({ filters }: TransactionQuery) {
  if (!filters || Object.keys(filters).every((name) => name === "junction")) return null;
  const checked = checkFilter(FIELDS, filters);
  if (checked.ok) return checked.value;
  const { field, reason } = checked.error;
  throw new ApiError("invalid_query_params", {
    details: `Property .filters${field === null ? "" : `.${field}`} ${reason}`,
  });
}

/** So many entries are read for a page: one beyond those that it looks at, if there is one. */
const readFor = (query: TransactionQuery): number =>
  (filterOf(query) === null ? query.limit : WINDOW) + 1;

function pageOf(
  scope: Scope,
  raws: readonly RawRow[],
  query: TransactionQuery,
): CursorPage<VoucherTransactionRow> {
  const filter = filterOf(query);
  const clock = { now: scope.now, timeZone: scope.project.timezone };
  const rows = raws.map(({ order_number, ...raw }) => {
    const row = decode(voucherTransactions, raw);
    return { ...row, details: withNumber(row.details, order_number) };
  });
  const seen = filter ? rows.slice(0, WINDOW) : rows;
  const wanted = filter ? seen.filter((row) => meets(FIELDS, filter, row, clock)) : seen;
  const items = wanted.slice(0, query.limit);
  const isCut = wanted.length > query.limit;
  const last = isCut ? items.at(-1) : rows.length > seen.length ? seen.at(-1) : undefined;
  return { items, more_starting_after: last?.id ?? null };
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
    rows: entriesOf(scope, { voucher_id: idOfNamed(scope, name) }, query, readFor(query)),
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
    rows: entriesOf(scope, { campaign_id: campaignNamed(scope, name) }, query, readFor(query)),
  });
  refuseWithoutLedger(theCampaign(campaigns, name, type));
  return pageOf(scope, rows, query);
}
