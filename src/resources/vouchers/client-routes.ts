import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { shownAs, viewList } from "../../http/page";
import { query } from "../../http/validate";
import { listForShopper } from "./client-list";
import { ClientVoucherList, ClientVoucherQuery } from "./schema";
import { viewClientVoucher } from "./view";

export const clientVouchers = new Hono<AppEnv>().get(
  "/",
  operation({
    summary: "List the discount vouchers that any shopper may use",
    answer: ClientVoucherList,
    errors: ["invalid_query_params"],
  }),
  query(ClientVoucherQuery),
  async (c) => {
    const scope = scopeOf(c);
    const page = await listForShopper(scope, c.req.valid("query"));
    const shown = shownAs(page, (voucher) => viewClientVoucher(scope, voucher));
    return c.json(viewList("vouchers", shown));
  },
);
