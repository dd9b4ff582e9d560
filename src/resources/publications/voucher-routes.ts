import { listOf, viewList } from "../../http/page";
import { route } from "../../http/route";
import { ListedPublication } from "../../model/publication";
import { Voucher } from "../../model/voucher";
import { listOfVoucher } from "./list";
import { publish } from "./publish";
import { codeRequest } from "./request";
import { PUBLISH_ERRORS } from "./routes";
import { JoinOnce, PublicationCreate, VoucherPublicationQuery } from "./schema";
import { viewPublishedVoucher } from "./view";

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

/** What older SDKs publish by. It stands before the paths of codes, one of which it would be. */
export const codePublications = [
  route(
    "POST",
    "/publish",
    {
      summary: "Give a code of a campaign, or this code, to a customer",
      instead: "POST /v1/publications",
      query: JoinOnce,
      body: PublicationCreate,
      answer: Voucher,
      errors: PUBLISH_ERRORS,
    },
    (scope, { query, body }) =>
      publish(scope, codeRequest(scope, body, query.join_once), viewPublishedVoucher),
  ),
];
