import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { cursorListOf, listOf, shownAs, viewCursorList, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { Code } from "../../model/voucher";
import { changeBalance } from "./balance";
import { changeVoucher, setActive } from "./change";
import { createVoucher } from "./create";
import { listTransactions, listVouchers } from "./list";
import { removeVoucher } from "./remove";
import {
  Balance,
  BalanceChange,
  Transaction,
  TransactionQuery,
  Voucher,
  VoucherCreate,
  VoucherFields,
  VoucherQuery,
  VoucherUpdate,
} from "./schema";
import { getVoucher } from "./store";
import { viewTransaction, viewVoucher } from "./view";

const ByCode = z.object({ code: z.string() });
const NewCode = z.object({ code: Code });
const Force = z.object({ force: z.stringbool().default(false) });

const CREATE_ERRORS = [
  "duplicate_found",
  "invalid_voucher",
  "invalid_code_config",
  "not_found",
] as const;

export const vouchers = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a voucher with the given or a random code",
      answer: Voucher,
      errors: CREATE_ERRORS,
    }),
    body(VoucherCreate),
    async (c) => respond(c, await createVoucher(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List vouchers",
      answer: listOf("vouchers", Voucher),
      errors: ["invalid_query_params"],
    }),
    query(VoucherQuery),
    async (c) => {
      const scope = scopeOf(c);
      const page = await listVouchers(scope, c.req.valid("query"));
      const shown = shownAs(page, (row) => viewVoucher(scope, row));
      return c.json(viewList("vouchers", shown));
    },
  )
  .post(
    "/:code",
    operation({
      summary: "Create a voucher with this code",
      answer: Voucher,
      errors: CREATE_ERRORS,
    }),
    params(NewCode),
    body(VoucherFields),
    async (c) =>
      respond(
        c,
        await createVoucher(scopeOf(c), {
          ...c.req.valid("json"),
          code: c.req.valid("param").code,
        }),
      ),
  )
  .get(
    "/:code",
    operation({ summary: "Get a voucher by code or id", answer: Voucher, errors: ["not_found"] }),
    params(ByCode),
    async (c) => {
      const scope = scopeOf(c);
      return c.json(viewVoucher(scope, await getVoucher(scope, c.req.valid("param").code)));
    },
  )
  .put(
    "/:code",
    operation({
      summary: "Update a voucher",
      answer: Voucher,
      errors: ["not_found", "invalid_voucher", "multiple_requests"],
    }),
    params(ByCode),
    body(VoucherUpdate),
    async (c) =>
      respond(c, await changeVoucher(scopeOf(c), c.req.valid("param").code, c.req.valid("json"))),
  )
  .delete(
    "/:code",
    operation({ summary: "Delete a voucher", answer: null, errors: ["not_found"] }),
    params(ByCode),
    query(Force),
    async (c) =>
      respond(
        c,
        await removeVoucher(scopeOf(c), c.req.valid("param").code, c.req.valid("query").force),
      ),
  )
  .post(
    "/:code/enable",
    operation({ summary: "Enable a voucher", answer: Voucher, errors: ["not_found"] }),
    params(ByCode),
    async (c) => respond(c, await setActive(scopeOf(c), c.req.valid("param").code, true)),
  )
  .post(
    "/:code/disable",
    operation({ summary: "Disable a voucher", answer: Voucher, errors: ["not_found"] }),
    params(ByCode),
    async (c) => respond(c, await setActive(scopeOf(c), c.req.valid("param").code, false)),
  )
  .post(
    "/:code/balance",
    operation({
      summary: "Add credits to a gift card, or take some away",
      answer: Balance,
      errors: ["not_found", "invalid_add_balance_params", "multiple_requests"],
    }),
    params(ByCode),
    body(BalanceChange),
    async (c) =>
      respond(c, await changeBalance(scopeOf(c), c.req.valid("param").code, c.req.valid("json"))),
  )
  .get(
    "/:code/transactions",
    operation({
      summary: "List the transactions of a gift card",
      answer: cursorListOf(Transaction),
      errors: ["not_found", "invalid_query_params"],
    }),
    params(ByCode),
    query(TransactionQuery),
    async (c) => {
      const { code } = c.req.valid("param");
      const found = await listTransactions(scopeOf(c), code, c.req.valid("query"));
      return c.json(viewCursorList(found.map(viewTransaction), c.req.valid("query").limit));
    },
  );
