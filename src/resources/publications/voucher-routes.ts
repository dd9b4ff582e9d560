import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, viewList } from "../../http/page";
import { params, query } from "../../http/validate";
import { listOfVoucher } from "./list";
import { ListedPublication, VoucherPublicationQuery } from "./schema";

const ByCode = z.object({ code: z.string() });

/** The publications of one voucher, which a voucher names as its `publish.url`. */
export const voucherPublications = new Hono<AppEnv>().get(
  "/:code/publications",
  operation({
    summary: "List the publications of a voucher",
    answer: listOf("publications", ListedPublication),
    errors: ["not_found", "invalid_query_params"],
  }),
  params(ByCode),
  query(VoucherPublicationQuery),
  async (c) => {
    const { code } = c.req.valid("param");
    const page = await listOfVoucher(scopeOf(c), code, c.req.valid("query"));
    return c.json(viewList("publications", page));
  },
);
