import { listOf, viewList } from "../../http/page";
import { route } from "../../http/route";
import { ListedPublication, Publication } from "../../model/publication";
import { listPublications } from "./list";
import { publish } from "./publish";
import { linkRequest, publishRequest } from "./request";
import { JoinOnce, PublicationCreate, PublicationLink, PublicationQuery } from "./schema";

export const PUBLISH_ERRORS = [
  "not_found",
  "missing_vouchers",
  "too_many_vouchers_requested",
  "no_voucher_suitable_for_publication",
  "voucher_already_published",
  "voucher_cannot_be_published",
  "voucher_disabled",
  "voucher_expired",
  "duplicate_source_id",
  "metadata_validation_failed",
  "invalid_query_params",
  "multiple_requests",
] as const;

export const publications = [
  route(
    "POST",
    "/",
    {
      summary: "Give codes of a campaign, or one code, to a customer",
      query: JoinOnce,
      body: PublicationCreate,
      example: { voucher: "BIKE-10", customer: { source_id: "reader" } },
      answer: Publication,
      errors: PUBLISH_ERRORS,
    },
    (scope, { query, body }) => {
      return publish(scope, publishRequest(scope, body, query.join_once));
    },
  ),
  route(
    "GET",
    "/",
    {
      summary: "List publications",
      query: PublicationQuery,
      answer: listOf("publications", ListedPublication),
      errors: ["invalid_query_params", "page_over_limit"],
    },
    async (scope, { query }) => viewList("publications", await listPublications(scope, query)),
  ),
  route(
    "GET",
    "/create",
    {
      summary: "Give a code to a customer by following a link",
      writes: true,
      query: PublicationLink,
      answer: Publication,
      errors: PUBLISH_ERRORS,
    },
    (scope, { query }) => {
      return publish(scope, linkRequest(scope, query));
    },
  ),
];
