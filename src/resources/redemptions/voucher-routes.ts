import { route } from "../../http/route";
import { Redemption } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { viewVoucher } from "../vouchers/view";
import { listOfVoucher } from "./list";
import { redeemVoucher } from "./redeem-voucher";
import { REDEEM_ERRORS } from "./routes";
import { AllEntriesQuery, EntriesQuery, RedeemOne, TrackedBy, VoucherRedemptions } from "./schema";

async function redemptionsOf(scope: Scope, code: string, page: EntriesQuery) {
  const { voucher, items, total, has_more } = await listOfVoucher(scope, code, page);
  const { redemption } = viewVoucher(scope, voucher);
  return {
    ...redemption,
    data_ref: "redemption_entries",
    redemption_entries: items,
    total,
    has_more,
  };
}

const listed = {
  summary: "List the redemptions and rollbacks of a voucher",
  answer: VoucherRedemptions,
  errors: ["not_found", "invalid_query_params"],
} as const;

/** The redemptions of one voucher; the plural path is the one that a voucher names as its `url`. */
export const voucherRedemptions = [
  route(
    "POST",
    "/:code/redemption",
    {
      summary: "Redeem one voucher",
      isShared: true,
      query: TrackedBy,
      body: RedeemOne,
      answer: Redemption,
      errors: REDEEM_ERRORS,
    },
    (scope, { params: { code }, query, body: rest }) => redeemVoucher(scope, code, { query, rest }),
  ),
  route(
    "GET",
    "/:code/redemption",
    { ...listed, query: AllEntriesQuery },
    (scope, { params, query }) => redemptionsOf(scope, params.code, query),
  ),
  route(
    "GET",
    "/:code/redemptions",
    { ...listed, query: EntriesQuery },
    (scope, { params, query }) => redemptionsOf(scope, params.code, query),
  ),
];
