import { listOf, viewList } from "../../http/page";
import { route } from "../../http/route";
import { ListedPublication } from "../../model/publication";
import { listOfVoucher } from "./list";
import { VoucherPublicationQuery } from "./schema";

/** The publications of one voucher, which a voucher names as its `publish.url`. */
export const voucherPublications = [
  route(
    "GET",
    "/:code/publications",
    {
      summary: "List the publications of a voucher",
      query: VoucherPublicationQuery,
      answer: listOf("publications", ListedPublication),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listOfVoucher(scope, params.code, query);
      return viewList("publications", page);
    },
  ),
];
