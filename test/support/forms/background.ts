import type * as z from "zod";
import { form } from "../one-of-each";
import components from "../shapes/components.json";
import type { Row } from "./row";

// The file is JSON, of which the compiler knows no more than texts and lists.
const SHAPES = components as Record<string, z.core.JSONSchema.JSONSchema>;
const allOf = (component: string) => SHAPES[component]?.enum ?? [];

const filter = (field: string, conditions: object) => ({ [field]: { conditions } });
const SINCE = filter("created_at", { $after: ["2020-01-01T00:00:00Z"] });

/** Each object with filters of all kinds that it has. */
const EXPORTED: [string, object][] = [
  ["voucher", { ...SINCE, ...filter("code", { $contains: ["A"] }) }],
  ["redemption", { ...SINCE, ...filter("result", { $is: ["SUCCESS"] }) }],
  ["customer", { ...SINCE, ...filter("email", { $has_value: [] }) }],
  ["publication", { ...SINCE, ...filter("voucher_type", { $is: ["GIFT_VOUCHER"] }) }],
  ["order", { ...SINCE, ...filter("amount", { $more_than: [1] }) }],
  ["points_expiration", filter("voucher_id", { $in: ["v_1"] })],
  ["voucher_transactions", { ...SINCE, ...filter("voucher_id", { $in: ["v_1"] }) }],
];

const named = (name: string): string =>
  name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const whole = (exported: string, filters: object) => ({
  order: allOf(`Export${named(exported)}Order`)[0],
  fields: allOf(`Export${named(exported)}Fields`),
  filters: { junction: "and", ...filters },
});

export const exports: readonly Row[] = [
  { operation: "GET /v1/exports" },
  ...EXPORTED.map(([exported_object, filters]) => ({
    operation: "POST /v1/exports",
    least: { exported_object },
    most: { exported_object, parameters: whole(exported_object, filters) },
    keep: { exportId: "id" },
  })),
  {
    operation: "POST /v1/orders/export",
    least: {},
    most: { parameters: whole("order", SINCE) },
    keep: { exportId: "id" },
  },
];

/** Once the queue is through with them. */
export const exportsDone: readonly Row[] = [
  { operation: "GET /v1/exports/:exportId" },
  { operation: "GET /v1/exports", query: "?limit=100" },
  { operation: "DELETE /v1/exports/:exportId" },
];

const keep = (name: string) => ({ [name]: "async_action_id" });

/** Work that goes on in the background, with rows that are good and rows that are not. */
export const begun: readonly Row[] = [
  { operation: "GET /v1/async-actions" },
  {
    operation: "POST /v1/vouchers/importCSV",
    least: form("Code,Voucher Type,Value\nONE,gift,1"),
    most: form("Code,Voucher Type,Value\nONE,gift,x"),
    keep: keep("vouchersCsv"),
  },
  {
    operation: "POST /v1/vouchers/import",
    least: [{ code: "TWO", gift: { amount: 100 } }],
    most: [{ code: "A" }, { code: "A" }],
    keep: keep("vouchers"),
  },
  {
    operation: "POST /v1/campaigns/:campaignId/importCSV",
    least: form("Code\nTHREE"),
    most: form("Code\nTHREE\nTHREE"),
    keep: keep("codesCsv"),
  },
  {
    operation: "POST /v1/campaigns/:campaignId/import",
    least: [{ code: "FOUR" }],
    most: [{ code: "FOUR" }, { code: "FOUR" }],
    keep: keep("codes"),
  },
  {
    operation: "POST /v1/customers/importCSV",
    least: form("Source ID\nada"),
    most: form("Source ID,Birthday\nada,never"),
    keep: keep("customersCsv"),
  },
  {
    operation: "POST /v1/products/importCSV",
    least: form("Source ID\nmug"),
    most: form("Source ID,Price\nmug,dear"),
    keep: keep("productsCsv"),
  },
  {
    operation: "POST /v1/skus/importCSV",
    least: form("Source ID,Product ID\nmug-s,mug"),
    most: form("Source ID,Product ID\nmug-s,nothing"),
    keep: keep("skusCsv"),
  },
  {
    operation: "POST /v1/orders/import",
    least: [{ source_id: "o-1", amount: 1 }],
    most: [{ source_id: "o-1", amount: -1 }],
    keep: keep("orders"),
  },
  ...["vouchers", "customers", "products"].flatMap((path) => {
    const name = path === "vouchers" ? "code" : "source_id";
    return [
      {
        operation: `POST /v1/${path}/bulk/async`,
        least: [{ [name]: "ONE", metadata: {} }],
        most: [
          { [name]: "ONE", metadata: { color: 1 } },
          { [name]: "NOBODY", metadata: {} },
        ],
        keep: keep(`${path}Bulk`),
      },
      {
        operation: `POST /v1/${path}/metadata/async`,
        least: { [`${name}s`]: ["ONE"], metadata: {} },
        most: { [`${name}s`]: ["ONE", "NOBODY"], metadata: { color: "red" } },
        keep: keep(`${path}Metadata`),
      },
    ];
  }),
  { operation: "DELETE /v1/campaigns/:campaignId", keep: keep("deletion") },
];

/** What each of them came to. */
export const ended: readonly Row[] = [
  ...begun.flatMap((row) =>
    Object.keys(row.keep ?? {}).map((asyncActionId) => ({
      operation: "GET /v1/async-actions/:asyncActionId",
      at: { asyncActionId },
    })),
  ),
  { operation: "GET /v1/async-actions", query: "?limit=100" },
];
