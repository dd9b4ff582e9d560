import { type Context, Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { viewVoucher } from "../vouchers/view";
import { listOfVoucher } from "./list";
import { redeem } from "./redeem";
import { REDEEM_ERRORS } from "./routes";
import { EntriesQuery, RedeemOne, Redemption, VoucherRedemptions } from "./schema";

const ByCode = z.object({ code: z.string() });

async function redemptionsOf(c: Context<AppEnv>, code: string, page: EntriesQuery) {
  const scope = scopeOf(c);
  const { voucher, entries, total } = await listOfVoucher(scope, code, page);
  const { redemption } = viewVoucher(scope, voucher);
  return c.json({
    ...redemption,
    data_ref: "redemption_entries",
    redemption_entries: entries,
    total,
  });
}

const list = operation({
  summary: "List the redemptions and rollbacks of a voucher",
  answer: VoucherRedemptions,
  errors: ["not_found", "invalid_query_params"],
});

/** The redemptions of one voucher; the plural path is the one that a voucher names as its `url`. */
export const voucherRedemptions = new Hono<AppEnv>()
  .post(
    "/:code/redemption",
    operation({ summary: "Redeem one voucher", answer: Redemption, errors: REDEEM_ERRORS }),
    params(ByCode),
    body(RedeemOne),
    async (c) => {
      const { gift, reward, ...rest } = c.req.valid("json");
      const { code } = c.req.valid("param");
      const redeemables = [{ object: "voucher" as const, id: code, gift, reward }];
      const shape = ({ redemptions }: { redemptions: unknown[] }) => redemptions[0];
      return respond(c, await redeem(scopeOf(c), { ...rest, redeemables }, shape));
    },
  )
  .get("/:code/redemption", list, params(ByCode), query(EntriesQuery), (c) =>
    redemptionsOf(c, c.req.valid("param").code, c.req.valid("query")),
  )
  .get("/:code/redemptions", list, params(ByCode), query(EntriesQuery), (c) =>
    redemptionsOf(c, c.req.valid("param").code, c.req.valid("query")),
  );
