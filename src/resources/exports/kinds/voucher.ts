import { halfText } from "../../../db/voucher-halves";
import { worthOf } from "../../../engine/discounts/index";
import { majorUnits } from "../../../lib/currency";
import { firstId } from "../../../lib/id";
import { type ListFields, number, text as textField, withFields } from "../../../listing/fields";
import type { Discount } from "../../../model/discount";
import { VOUCHER_KINDS } from "../../../model/voucher-kinds";
import type { Scope } from "../../../scope/scope";
import { viewAssets } from "../../vouchers/assets";
import { DISCOUNT, voucherFields, window } from "../../vouchers/fields-store";
import { VOUCHER_COLUMNS } from "../../vouchers/sql";
import { decodeVoucher, type StoredVoucher } from "../../vouchers/store";
import type { ExportKind } from "../kind";

const FIELDS = [
  "id",
  "code",
  "voucher_type",
  "value",
  "formula",
  "discount_type",
  "discount_effect",
  "discount_amount_limit",
  "discount_unit_type",
  "discount_unit_effect",
  "campaign",
  "campaign_id",
  "category",
  "start_date",
  "expiration_date",
  "validity_timeframe_interval",
  "validity_timeframe_duration",
  "validity_day_of_week",
  "gift_balance",
  "loyalty_balance",
  "redemption_quantity",
  "redemption_count",
  "active",
  "additional_info",
  "is_referral_code",
  "qr_code",
  "bar_code",
  "validation_rules_id",
  "customer_id",
  "customer_source_id",
  "created_at",
  "updated_at",
  "metadata",
] as const;

const HOLDER = `(SELECT h.source_id FROM customers h
    WHERE h.project_id = v.project_id AND h.id = v.holder_id)`;

const inDiscount = (name: string): string => `${DISCOUNT}->>'$.${name}'`;
const WORTHS = ["amount_off", "percent_off", "fixed_amount", "unit_off"].map(inDiscount);

/** Those of the list, and what a voucher is worth. */
const fieldsAsked = (scope: Scope): ListFields =>
  withFields(voucherFields(scope), {
    value: number(`iif(v.type = 'DISCOUNT_VOUCHER', coalesce(${WORTHS.join(", ")}), v.amount)`),
    discount_amount_limit: number(inDiscount("amount_limit")),
    discount_effect: textField(`coalesce(${inDiscount("effect")}, v.gift_effect)`),
    discount_unit_type: textField(inDiscount("unit_type")),
    validity_timeframe_interval: textField(`${window("validity_timeframe")}->>'$.interval'`),
    validity_timeframe_duration: textField(`${window("validity_timeframe")}->>'$.duration'`),
    customer_source_id: textField(HOLDER),
  });

const text = (discount: Discount | null, name: string): string | null => {
  const value = discount && Object.entries(discount).find(([each]) => each === name)?.[1];
  return value === undefined || value === null ? null : String(value);
};

const FORMULAS = /^(amount_off|percent_off|fixed_amount|unit_off)_formula$/;

/** A discount has one at most: that of its own value. */
const formulaIn = (discount: Discount | null): string | null => {
  const [name = ""] = Object.keys(discount ?? {}).filter((each) => FORMULAS.test(each));
  return text(discount, name);
};

const amountIn = ({ project }: Scope, amount: number | null): string | null =>
  majorUnits(amount, project.currency);

const TAKES_MONEY: readonly Discount["type"][] = ["AMOUNT", "FIXED"];

/** Money in major units, as imports read it; percent, units and points as they are. */
function valueIn(scope: Scope, { type, discount, amount }: StoredVoucher): string | number | null {
  const { unit } = VOUCHER_KINDS[type];
  if (unit !== null) return unit === "credits" ? amountIn(scope, amount) : amount;
  const worth = discount && worthOf(discount);
  return discount && TAKES_MONEY.includes(discount.type) ? amountIn(scope, worth) : worth;
}

const limitIn = (discount: Discount | null): number | null =>
  discount?.type === "PERCENT" ? (discount.amount_limit ?? null) : null;

/** Vouchers with what they take from their campaign. Deleted ones are left out. */
export const voucher: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: ["id", "code", "voucher_type", "value", "discount_type", "campaign", "active"],
  columns: `${HOLDER} AS holder_source_id, ${VOUCHER_COLUMNS.sql}`,
  from: "vouchers v",
  alias: "v.",
  key: {
    columns: ["id"],
    index: "vouchers_id",
    where: halfText("live"),
    found: halfText("either"),
  },
  firstKey: (at) => firstId("v", at),
  tally: "vouchers",
  orders: ["created_at", "id"],
  sorts: { code: "v.code", updated_at: "v.updated_at" },
  filters: fieldsAsked,
  cells: (raw, scope) => {
    const row = decodeVoucher(raw);
    if (row.deleted_at !== null) return null;
    const links = { baseUrl: scope.base_url, signingSecret: scope.settings.signingSecret };
    const { unit } = VOUCHER_KINDS[row.type];
    const assets = viewAssets(links, scope.project.id, row.id);
    return {
      id: row.id,
      code: row.code,
      voucher_type: row.type,
      value: valueIn(scope, row),
      formula: formulaIn(row.discount),
      discount_type: row.discount?.type ?? null,
      discount_effect: text(row.discount, "effect") ?? row.gift_effect,
      discount_amount_limit: amountIn(scope, limitIn(row.discount)),
      discount_unit_type: text(row.discount, "unit_type"),
      discount_unit_effect: row.discount?.type === "UNIT" ? text(row.discount, "effect") : null,
      campaign: row.campaign?.name ?? null,
      campaign_id: row.campaign_id,
      category: row.category,
      start_date: row.start_date,
      expiration_date: row.expiration_date,
      validity_timeframe_interval: row.validity_timeframe?.interval ?? null,
      validity_timeframe_duration: row.validity_timeframe?.duration ?? null,
      validity_day_of_week: row.validity_day_of_week,
      gift_balance: unit === "credits" ? amountIn(scope, row.balance) : null,
      loyalty_balance: unit === "points" ? row.balance : null,
      redemption_quantity: row.redemption_quantity,
      redemption_count: row.redeemed_quantity,
      active: row.active,
      additional_info: row.additional_info,
      is_referral_code: row.is_referral_code,
      qr_code: assets.qr.url,
      bar_code: assets.barcode.url,
      validation_rules_id: row.assignments.map(({ rule_id }) => rule_id).join(" ") || null,
      customer_id: row.holder_id,
      customer_source_id: raw.holder_source_id === null ? null : String(raw.holder_source_id),
      created_at: row.created_at,
      updated_at: row.updated_at,
      metadata: row.metadata,
    };
  },
};
