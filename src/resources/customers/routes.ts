import { viewList } from "../../http/page";
import { route } from "../../http/route";
import { Customer, CustomerFields, CustomerInput } from "../../model/customer";
import { Started } from "../async-actions/schema";
import { updateInBulk, updateMetadataInBulk } from "./bulk";
import { showCustomer, showCustomers } from "./cards";
import { changeCustomer, removeCustomer } from "./change";
import { makeClientToken } from "./client-token";
import { listCustomers } from "./list";
import {
  BulkMetadata,
  BulkUpdate,
  ClientToken,
  ClientTokenRequest,
  CustomerList,
  CustomerQuery,
} from "./schema";
import { upsertCustomer } from "./upsert";

export const customers = [
  route(
    "POST",
    "/",
    {
      summary: "Create a customer, or update the one that the id or source id names",
      body: CustomerInput,
      example: { source_id: "reader", name: "Reader", metadata: { tier: "gold" } },
      answer: Customer,
      errors: ["not_found", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { body }) => upsertCustomer(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List customers",
      query: CustomerQuery,
      answer: CustomerList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const { items, ...page } = await listCustomers(scope, query);
      return viewList("customers", { ...page, items: await showCustomers(scope, items) });
    },
  ),
  route(
    "POST",
    "/bulk/async",
    {
      summary: "Write many customers in the background",
      body: BulkUpdate,
      answer: Started,
      status: 202,
    },
    (scope, { body }) => updateInBulk(scope, body),
  ),
  route(
    "POST",
    "/metadata/async",
    {
      summary: "Add metadata to many customers in the background",
      body: BulkMetadata,
      answer: Started,
      status: 202,
    },
    (scope, { body }) => updateMetadataInBulk(scope, body),
  ),
  route(
    "GET",
    "/:customerId",
    { summary: "Get a customer by id or source id", answer: Customer, errors: ["not_found"] },
    async (scope, { params }) => showCustomer(scope, params.customerId),
  ),
  route(
    "POST",
    "/:customerId/client-token",
    {
      summary: "Make a token by which the customer's browser proves to be that customer",
      body: ClientTokenRequest,
      answer: ClientToken,
      errors: ["not_found"],
    },
    (scope, { params, body }) => {
      return makeClientToken(scope, params.customerId, body);
    },
  ),
  route(
    "PUT",
    "/:customerId",
    {
      summary: "Update a customer",
      body: CustomerFields,
      answer: Customer,
      errors: ["not_found", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { params, body }) => changeCustomer(scope, params.customerId, body),
  ),
  route(
    "DELETE",
    "/:customerId",
    { summary: "Delete a customer", answer: null, errors: ["not_found", "multiple_requests"] },
    (scope, { params }) => removeCustomer(scope, params.customerId),
  ),
];
