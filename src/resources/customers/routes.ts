import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { CustomerFields, CustomerInput } from "../../model/customer";
import { Started } from "../async-actions/schema";
import { updateInBulk, updateMetadataInBulk } from "./bulk";
import { changeCustomer, removeCustomer } from "./change";
import { makeClientToken } from "./client-token";
import { listCustomers } from "./list";
import {
  BulkMetadata,
  BulkUpdate,
  ClientToken,
  ClientTokenRequest,
  Customer,
  CustomerList,
  CustomerQuery,
} from "./schema";
import { getCustomer } from "./store";
import { upsertCustomer } from "./upsert";
import { viewCustomer } from "./view";

const ByName = z.object({ customerId: z.string() });

export const customers = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a customer, or update the one that the id or source id names",
      answer: Customer,
      errors: ["not_found", "multiple_requests"],
    }),
    body(CustomerInput),
    async (c) => respond(c, await upsertCustomer(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List customers",
      answer: CustomerList,
      errors: ["invalid_query_params"],
    }),
    query(CustomerQuery),
    async (c) => {
      const page = await listCustomers(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("customers", shownAs(page, viewCustomer)));
    },
  )
  .post(
    "/bulk/async",
    operation({
      summary: "Write many customers in the background",
      answer: Started,
      status: 202,
    }),
    body(BulkUpdate),
    async (c) => respond(c, await updateInBulk(scopeOf(c), c.req.valid("json"))),
  )
  .post(
    "/metadata/async",
    operation({
      summary: "Add metadata to many customers in the background",
      answer: Started,
      status: 202,
    }),
    body(BulkMetadata),
    async (c) => respond(c, await updateMetadataInBulk(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/:customerId",
    operation({
      summary: "Get a customer by id or source id",
      answer: Customer,
      errors: ["not_found"],
    }),
    params(ByName),
    async (c) =>
      c.json(viewCustomer(await getCustomer(scopeOf(c), c.req.valid("param").customerId))),
  )
  .post(
    "/:customerId/client-token",
    operation({
      summary: "Make a token by which the customer's browser proves to be that customer",
      answer: ClientToken,
      errors: ["not_found"],
    }),
    params(ByName),
    body(ClientTokenRequest),
    async (c) => {
      const { customerId } = c.req.valid("param");
      return respond(c, await makeClientToken(scopeOf(c), customerId, c.req.valid("json")));
    },
  )
  .put(
    "/:customerId",
    operation({
      summary: "Update a customer",
      answer: Customer,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByName),
    body(CustomerFields),
    async (c) =>
      respond(
        c,
        await changeCustomer(scopeOf(c), c.req.valid("param").customerId, c.req.valid("json")),
      ),
  )
  .delete(
    "/:customerId",
    operation({
      summary: "Delete a customer",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByName),
    async (c) => respond(c, await removeCustomer(scopeOf(c), c.req.valid("param").customerId)),
  );
