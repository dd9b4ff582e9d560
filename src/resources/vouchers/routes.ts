import * as z from "zod";
import { cursorListOf, listOf, shownAs, viewCursorPage, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Transaction } from "../../model/transaction";
import { NewCode, Voucher } from "../../model/voucher";
import { Started } from "../async-actions/schema";
import { updateVoucherMetadata, updateVouchers } from "./bulk";
import { changeVoucher, setActive } from "./change";
import { createVoucher } from "./create";
import { listVouchers } from "./list";
import { removeVoucher } from "./remove";
import {
  BulkVoucherMetadata,
  BulkVouchers,
  CreatedVoucher,
  TransactionQuery,
  VoucherCreate,
  VoucherFields,
  VoucherQuery,
  VoucherUpdate,
} from "./schema";
import { getVoucher } from "./store";
import { listTransactions } from "./transactions";
import { viewTransaction, viewVoucher } from "./view";

const ByCode = z.object({ code: NewCode });
const Force = z.object({ force: z.stringbool().default(false) });

const CREATE_ERRORS = [
  "duplicate_found",
  "invalid_voucher",
  "invalid_code_config",
  "invalid_campaign",
  "metadata_validation_failed",
  "not_found",
] as const;

export const vouchers = [
  route(
    "POST",
    "/",
    {
      summary: "Create a voucher with the given or a random code",
      body: VoucherCreate,
      example: {
        type: "DISCOUNT_VOUCHER",
        discount: { type: "PERCENT", percent_off: 10 },
        redemption: { quantity: 1 },
      },
      answer: CreatedVoucher,
      errors: CREATE_ERRORS,
    },
    (scope, { body }) => createVoucher(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List vouchers",
      query: VoucherQuery,
      answer: listOf("vouchers", Voucher),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listVouchers(scope, query);
      const shown = shownAs(page, (row) => viewVoucher(scope, row));
      return viewList("vouchers", shown);
    },
  ),
  route(
    "POST",
    "/bulk/async",
    {
      summary: "Add metadata to many vouchers in the background, to each its own",
      body: BulkVouchers,
      answer: Started,
      status: 202,
    },
    (scope, { body }) => updateVouchers(scope, body),
  ),
  route(
    "POST",
    "/metadata/async",
    {
      summary: "Add the same metadata to many vouchers in the background",
      body: BulkVoucherMetadata,
      answer: Started,
      status: 202,
    },
    (scope, { body }) => updateVoucherMetadata(scope, body),
  ),
  route(
    "POST",
    "/:code",
    {
      summary: "Create a voucher with this code",
      params: ByCode,
      body: VoucherFields,
      example: {
        type: "DISCOUNT_VOUCHER",
        discount: { type: "PERCENT", percent_off: 10 },
        redemption: { quantity: 5 },
      },
      answer: CreatedVoucher,
      errors: CREATE_ERRORS,
    },
    (scope, { params, body }) =>
      createVoucher(scope, {
        ...body,
        code: params.code,
      }),
  ),
  route(
    "GET",
    "/:code",
    {
      summary: "Get a voucher by code or id",
      answer: Voucher,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      return viewVoucher(scope, await getVoucher(scope, params.code));
    },
  ),
  route(
    "PUT",
    "/:code",
    {
      summary: "Update a voucher",
      body: VoucherUpdate,
      example: { active: true, metadata: { note: "from the reference" } },
      answer: Voucher,
      errors: ["not_found", "invalid_voucher", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { params, body }) => changeVoucher(scope, params.code, body),
  ),
  route(
    "DELETE",
    "/:code",
    {
      summary: "Delete a voucher",
      query: Force,
      answer: null,
      errors: ["not_found"],
    },
    (scope, { params, query }) => removeVoucher(scope, params.code, query.force),
  ),
  route(
    "POST",
    "/:code/enable",
    { summary: "Enable a voucher", answer: Voucher, errors: ["not_found"] },
    (scope, { params }) => setActive(scope, params.code, true),
  ),
  route(
    "POST",
    "/:code/disable",
    { summary: "Disable a voucher", answer: Voucher, errors: ["not_found"] },
    (scope, { params }) => setActive(scope, params.code, false),
  ),
  route(
    "GET",
    "/:code/transactions",
    {
      summary: "List the transactions of a gift card",
      query: TransactionQuery,
      answer: cursorListOf(Transaction),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listTransactions(scope, params.code, query);
      return viewCursorPage(page, viewTransaction);
    },
  ),
];
