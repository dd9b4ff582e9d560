import { firstId } from "../../../lib/id";
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

/** Customers with their summary as the API shows it. */
export const customer: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: ["id", "source_id", "name", "email", "phone", "created_at", "metadata"],
  select: "SELECT c.* FROM customers c",
  alias: "c.",
  key: { columns: ["id"] },
  firstKey: (at) => firstId("cust", at),
  time: "created_at",
  indexes: { email: { column: "email", index: "customers_email" } },
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
