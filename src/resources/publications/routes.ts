import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, query } from "../../http/validate";
import { listPublications } from "./list";
import { publish } from "./publish";
import { linkRequest, publishRequest } from "./request";
import {
  JoinOnce,
  ListedPublication,
  Publication,
  PublicationCreate,
  PublicationLink,
  PublicationQuery,
} from "./schema";

export const PUBLISH_ERRORS = [
  "not_found",
  "missing_vouchers",
  "invalid_publish_params",
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

const whole = (publication: unknown) => publication;

export const publications = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Give codes of a campaign, or one code, to a customer",
      answer: Publication,
      errors: PUBLISH_ERRORS,
    }),
    query(JoinOnce),
    body(PublicationCreate),
    async (c) => {
      const scope = scopeOf(c);
      const { join_once } = c.req.valid("query");
      return respond(
        c,
        await publish(scope, publishRequest(scope, c.req.valid("json"), join_once), whole),
      );
    },
  )
  .get(
    "/",
    operation({
      summary: "List publications",
      answer: listOf("publications", ListedPublication),
      errors: ["invalid_query_params"],
    }),
    query(PublicationQuery),
    async (c) =>
      c.json(viewList("publications", await listPublications(scopeOf(c), c.req.valid("query")))),
  )
  .get(
    "/create",
    operation({
      summary: "Give a code to a customer by following a link",
      answer: Publication,
      errors: PUBLISH_ERRORS,
    }),
    query(PublicationLink),
    async (c) => {
      const scope = scopeOf(c);
      return respond(c, await publish(scope, linkRequest(scope, c.req.valid("query")), whole));
    },
  );
