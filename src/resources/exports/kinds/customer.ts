import { sql, valuesOf } from "../../../db/sql";
import { firstId } from "../../../lib/id";
import { date, dates, json, list, listFields, made, number, text } from "../../../listing/fields";
import { decodeCustomer } from "../../customers/store";
import { viewCustomer } from "../../customers/view";
import type { ExportKind } from "../kind";

const FIELDS = [
  "id",
  "source_id",
  "name",
  "description",
  "email",
  "phone",
  "birthday",
  "birthdate",
  "address_city",
  "address_state",
  "address_line_1",
  "address_line_2",
  "address_country",
  "address_postal_code",
  "redemptions_total_redeemed",
  "redemptions_total_failed",
  "redemptions_total_succeeded",
  "redemptions_total_rolled_back",
  "redemptions_total_rollback_failed",
  "redemptions_total_rollback_succeeded",
  "orders_total_amount",
  "orders_total_count",
  "orders_average_amount",
  "orders_last_order_amount",
  "orders_last_order_date",
  "loyalty_points",
  "loyalty_referred_customers",
  "created_at",
  "updated_at",
  "metadata",
] as const;

const firstCustomer = (at: number): string => firstId("cust", at);

const inAddress = (part: string) => text(`c.address->>'$.${part}'`);

/** A list of what each publication to the customer has. */
const published = (value: string, more = ""): string =>
  `json((SELECT json_group_array(${value})
    FROM publications p INDEXED BY publications_customer ${more}
    WHERE p.project_id = c.project_id AND p.customer_id = c.id))`;

/** Rounded half up, and 0 of no orders. */
const AVERAGE = `iif(c.orders_count = 0, 0,
  (2 * c.orders_amount + c.orders_count) / (2 * c.orders_count))`;

export const CUSTOMER_FIELDS = listFields(
  {
    id: text("c.id", { find: (ids) => ({ where: sql`c.id IN (${valuesOf(ids)})` }) }),
    source_id: text("c.source_id", {
      find: (ids) => ({
        where: sql`c.source_id IN (${valuesOf(ids)})`,
        index: "customers_source_id",
      }),
    }),
    name: text("c.name"),
    description: text("c.description"),
    email: text("c.email", {
      narrow: (email) => ({ where: sql`c.email = ${email}`, index: "customers_email" }),
    }),
    phone: text("c.phone"),
    birthday: json("c.birthday"),
    birthdate: json("c.birthdate"),
    city: inAddress("city"),
    address_city: inAddress("city"),
    address_state: inAddress("state"),
    address_line_1: inAddress("line_1"),
    address_line_2: inAddress("line_2"),
    address_country: inAddress("country"),
    address_postal_code: inAddress("postal_code"),
    redemptions_total_redeemed: number("c.total_redeemed"),
    redemptions_total_failed: number("c.total_failed"),
    redemptions_total_succeeded: number("c.total_succeeded"),
    redemptions_total_rolled_back: number("c.total_rolled_back"),
    redemptions_total_rollback_failed: number("c.total_rollback_failed"),
    redemptions_total_rollback_succeeded: number("c.total_rollback_succeeded"),
    orders_total_amount: number("c.orders_amount"),
    orders_total_count: number("c.orders_count"),
    orders_average_amount: number(AVERAGE),
    orders_last_order_amount: number("coalesce(c.last_order_amount, 0)"),
    orders_last_order_date: date("c.last_order_date"),
    loyalty_points: number("c.points_balance"),
    loyalty_referred_customers: number("c.referred_customers"),
    "publications.created_at": dates(published("p.created_at")),
    "publications.related_object_id": list(
      published("j.value", "CROSS JOIN json_each(p.voucher_ids) j"),
    ),
    created_at: made("c.created_at", "c.id", firstCustomer),
    updated_at: date("c.updated_at"),
  },
  { metadata: "c.metadata" },
);

/** Customers with their summary as the API shows it. */
export const customer: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: ["id", "source_id", "name", "email", "phone", "created_at", "metadata"],
  columns: "c.*",
  from: "customers c",
  alias: "c.",
  key: { columns: ["id"] },
  firstKey: firstCustomer,
  tally: "customers",
  orders: ["created_at", "id"],
  sorts: {
    name: "c.name",
    email: "c.email",
    source_id: "c.source_id",
    updated_at: "c.updated_at",
  },
  filters: () => CUSTOMER_FIELDS,
  cells: (raw) => {
    const row = decodeCustomer(raw);
    const { address, summary, loyalty } = viewCustomer(row);
    const { redemptions, orders } = summary;
    return {
      id: row.id,
      source_id: row.source_id,
      name: row.name,
      description: row.description,
      email: row.email,
      phone: row.phone,
      birthday: row.birthday,
      birthdate: row.birthdate,
      address_city: address?.city ?? null,
      address_state: address?.state ?? null,
      address_line_1: address?.line_1 ?? null,
      address_line_2: address?.line_2 ?? null,
      address_country: address?.country ?? null,
      address_postal_code: address?.postal_code ?? null,
      redemptions_total_redeemed: redemptions.total_redeemed,
      redemptions_total_failed: redemptions.total_failed,
      redemptions_total_succeeded: redemptions.total_succeeded,
      redemptions_total_rolled_back: redemptions.total_rolled_back,
      redemptions_total_rollback_failed: redemptions.total_rollback_failed,
      redemptions_total_rollback_succeeded: redemptions.total_rollback_succeeded,
      orders_total_amount: orders.total_amount,
      orders_total_count: orders.total_count,
      orders_average_amount: orders.average_amount,
      orders_last_order_amount: orders.last_order_amount,
      orders_last_order_date: orders.last_order_date ?? null,
      loyalty_points: loyalty.points,
      loyalty_referred_customers: loyalty.referred_customers,
      created_at: row.created_at,
      updated_at: row.updated_at,
      metadata: row.metadata,
    };
  },
};
