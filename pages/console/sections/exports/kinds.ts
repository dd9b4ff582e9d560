import { EXPORTED_OBJECTS } from "../../../../src/model/exported-objects";

export type KindName = (typeof EXPORTED_OBJECTS)[number];

/** How a field can be filtered by. */
export type FieldType = "text" | "number" | "date" | "flag";

interface Kind {
  /** Every column, in the service's order. */
  fields: readonly string[];
  /** Columns where none are named. */
  usual: readonly string[];
  /** What rows can be sorted by. */
  orders: readonly string[];
  /** What rows are most often chosen by. */
  filters: Readonly<Record<string, FieldType>>;
}

const words = (text: string): readonly string[] => text.split(" ");

const PURSE = { campaign_id: "text", voucher_id: "text" } as const;

/**
 * What the service exports, of each object: its document does not list columns, filters and orders.
 * A test holds this table against what the service takes and refuses.
 */
export const KINDS = {
  voucher: {
    fields: words(
      "id code voucher_type value formula discount_type discount_effect discount_amount_limit discount_unit_type discount_unit_effect campaign campaign_id category start_date expiration_date validity_timeframe_interval validity_timeframe_duration validity_day_of_week gift_balance loyalty_balance redemption_quantity redemption_count active additional_info is_referral_code qr_code bar_code validation_rules_id customer_id customer_source_id created_at updated_at metadata",
    ),
    usual: words("id code voucher_type value discount_type campaign active"),
    orders: words("created_at code updated_at"),
    filters: {
      code: "text",
      campaign: "text",
      category: "text",
      discount_type: "text",
      value: "number",
      active: "flag",
      customer_id: "text",
      created_at: "date",
      start_date: "date",
      expiration_date: "date",
    },
  },
  redemption: {
    fields: words(
      "id object date voucher_code campaign promotion_tier_id customer_id customer_source_id customer_name tracking_id order_id order_amount gift_amount loyalty_points result failure_code failure_message metadata",
    ),
    usual: words("id object date voucher_code customer_id order_amount result"),
    orders: words("date voucher_code tracking_id customer_id"),
    filters: {
      date: "date",
      result: "text",
      voucher_code: "text",
      campaign_name: "text",
      customer_id: "text",
      order_id: "text",
      order_amount: "number",
      failure_code: "text",
    },
  },
  customer: {
    fields: words(
      "id source_id name description email phone birthday birthdate address_city address_state address_line_1 address_line_2 address_country address_postal_code redemptions_total_redeemed redemptions_total_failed redemptions_total_succeeded redemptions_total_rolled_back redemptions_total_rollback_failed redemptions_total_rollback_succeeded orders_total_amount orders_total_count orders_average_amount orders_last_order_amount orders_last_order_date loyalty_points loyalty_referred_customers created_at updated_at metadata",
    ),
    usual: words("id source_id name email phone created_at metadata"),
    orders: words("created_at name email source_id updated_at"),
    filters: {
      name: "text",
      email: "text",
      source_id: "text",
      address_city: "text",
      address_country: "text",
      orders_total_amount: "number",
      orders_total_count: "number",
      loyalty_points: "number",
      created_at: "date",
      updated_at: "date",
    },
  },
  publication: {
    fields: words(
      "voucher_code customer_id customer_source_id date channel campaign is_winner metadata",
    ),
    usual: words("voucher_code customer_id customer_source_id date channel campaign"),
    orders: words("date voucher_code tracking_id customer_id channel"),
    filters: {
      date: "date",
      voucher_code: "text",
      campaign_name: "text",
      channel: "text",
      customer_id: "text",
      customer_source_id: "text",
    },
  },
  order: {
    fields: words(
      "id source_id created_at updated_at status amount discount_amount items_discount_amount total_discount_amount total_amount customer_id referrer_id metadata",
    ),
    usual: words(
      "id source_id created_at updated_at status amount discount_amount items_discount_amount total_discount_amount total_amount customer_id referrer_id metadata",
    ),
    orders: words("created_at updated_at status"),
    filters: {
      created_at: "date",
      source_id: "text",
      customer_id: "text",
      amount: "number",
      total_discount_amount: "number",
      total_amount: "number",
      updated_at: "date",
    },
  },
  product: {
    fields: words("id source_id name price attributes image_url created_at updated_at metadata"),
    usual: words("id source_id name price image_url metadata"),
    orders: words("created_at name source_id updated_at"),
    filters: { name: "text", source_id: "text", price: "number", created_at: "date" },
  },
  sku: {
    fields: words(
      "id source_id product_id product_source_id sku price currency attributes image_url created_at updated_at metadata",
    ),
    usual: words("id source_id product_id product_source_id sku price currency metadata"),
    orders: words("created_at sku source_id updated_at"),
    filters: {
      sku: "text",
      source_id: "text",
      product_id: "text",
      product_source_id: "text",
      price: "number",
      created_at: "date",
    },
  },
  voucher_transactions: {
    fields: words(
      "id campaign_id voucher_id type source_id reason source balance amount related_transaction_id created_at details",
    ),
    usual: words("id type source_id reason source balance amount created_at"),
    orders: words("created_at"),
    filters: { ...PURSE, created_at: "date" },
  },
  points_expiration: {
    fields: words("id campaign_id voucher_id points status expires_at"),
    usual: words("id campaign_id voucher_id points status expires_at"),
    orders: words("expires_at"),
    filters: PURSE,
  },
} as const satisfies Record<KindName, Kind>;

export { EXPORTED_OBJECTS as KIND_NAMES };

export const kindOf = (name: KindName): Kind => KINDS[name];

export const OPERATORS = {
  text: ["$is", "$is_not", "$contains", "$starts_with", "$has_value", "$is_unknown"],
  number: ["$more_than_equal", "$less_than_equal", "$is"],
  date: ["$after", "$before"],
  flag: ["$is"],
} as const;
export type Operator = (typeof OPERATORS)[FieldType][number];

/** Asks for nothing beside the field. */
export const isBare = (operator: string): boolean =>
  operator === "$has_value" || operator === "$is_unknown";
