import { shownAs, viewList } from "../../http/page";
import { clientRoute } from "../../http/route";
import { listForShopper } from "./client-list";
import { ClientVoucherList, ClientVoucherQuery } from "./schema";
import { viewClientVoucher } from "./view";

export const clientVouchers = [
  clientRoute(
    "GET",
    "/",
    {
      summary: "List the discount vouchers that any shopper may use",
      query: ClientVoucherQuery,
      answer: ClientVoucherList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listForShopper(scope, query);
      const shown = shownAs(page, (voucher) => viewClientVoucher(scope, voucher));
      return viewList("vouchers", shown);
    },
  ),
];
