import { checkMetadata } from "../../checks/metadata";
import { nextUpdate } from "../../commit/next-update";
import { insertRows } from "../../db/client";
import { customers } from "../../db/tables/customers";
import { updateRows } from "../../db/update-rows";
import { CustomerInput } from "../../model/customer";
import { bySourceIds, decodeCustomer, mergeCustomer, newCustomer } from "../customers/store";
import { viewCustomer } from "../customers/view";
import { type Column, leftOut, nestedBody } from "./columns";
import { type Kind, textAt } from "./kind";
import { upsertPhases } from "./upsert";

const COLUMNS: Column[] = [
  { title: "Source ID", path: "source_id" },
  { title: "Name", path: "name" },
  { title: "Email", path: "email" },
  { title: "Phone", path: "phone" },
  { title: "Description", path: "description" },
  { title: "Birthdate", path: "birthdate" },
  { title: "Birthday", path: "birthday" },
  { title: "City", path: "address.city", also: ["city"] },
  { title: "State", path: "address.state", also: ["state"] },
  { title: "Country", path: "address.country", also: ["country"] },
  { title: "Postal Code", path: "address.postal_code", also: ["zip", "zip code", "postcode"] },
  { title: "Line 1", path: "address.line_1", also: ["address line 1"] },
  { title: "Line 2", path: "address.line_2", also: ["address line 2"] },
  ...leftOut(
    "ID",
    "Redemptions Total Redeemed",
    "Redemptions Total Failed",
    "Redemptions Total Succeeded",
    "Redemptions Total Rolled Back",
    "Redemptions Total Rollback Failed",
    "Redemptions Total Rollback Succeeded",
    "Orders Total Amount",
    "Orders Total Count",
    "Orders Average Amount",
    "Orders Last Order Amount",
    "Orders Last Order Date",
    "Loyalty Points",
    "Loyalty Referred Customers",
    "Created At",
    "Updated At",
  ),
];

const CHANGED = [
  "name",
  "description",
  "email",
  "phone",
  "birthday",
  "birthdate",
  "address",
  "metadata",
  "made_by_browser",
  "updated_at",
] as const;

/**
 * Customers by source id, as `POST /v1/customers` reads them; a row without one is a new customer.
 */
export const customersKind: Kind = {
  sheet: {
    columns: COLUMNS,
    needs: [["source_id", "email", "name", "phone"]],
    metadata: "customer",
  },
  shape: (_scope, fields) => nestedBody(fields),
  identity: { path: "source_id", of: (_scope, body) => textAt(body, "source_id") },
  phases: upsertPhases({
    schema: CustomerInput,
    tally: "customers",
    reads: (scope, inputs) => [
      bySourceIds(
        scope,
        inputs.flatMap(({ source_id }) => source_id || []),
      ),
    ],
    decode: decodeCustomer,
    gather: () => null,
    next: (scope, input, found) => {
      const next = found
        ? { ...mergeCustomer(found, input), updated_at: nextUpdate(scope, found) }
        : newCustomer(scope, input);
      if (!found || input.metadata) checkMetadata(scope, "customer", next.metadata);
      return next;
    },
    insert: (rows) => insertRows(customers, rows),
    update: (rows) => updateRows(customers, CHANGED, rows),
    events: (row, isNew) => [
      {
        kind: isNew ? "customer.created" : "customer.updated",
        entity_id: row.id,
        customer_id: row.id,
        data: { customer: viewCustomer(row) },
      },
    ],
  }),
};
