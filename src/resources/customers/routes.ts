import { Hono } from "hono";
import * as z from "zod";
import { operation } from "../../http/openapi";
import { listOf, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { type AppEnv, scopeOf } from "../../http/scope";
import { body, params, query } from "../../http/validate";
import { CustomerFields, CustomerInput } from "../../model/customer";
import { changeCustomer, removeCustomer } from "./change";
import { listCustomers } from "./list";
import { Customer, CustomerQuery } from "./schema";
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
      answer: listOf("customers", Customer),
      errors: ["invalid_query_params"],
    }),
    query(CustomerQuery),
    async (c) => {
      const { items, total } = await listCustomers(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("customers", { items: items.map(viewCustomer), total }));
    },
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
