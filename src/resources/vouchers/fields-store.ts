import { raw, sql, valuesOf } from "../../db/sql";
import { LIVE } from "../../db/voucher-halves";
import { firstId } from "../../lib/id";
import {
  date,
  flag,
  type ListFields,
  list,
  listFields,
  number,
  state,
  text,
  word,
} from "../../listing/fields";
import { VOUCHER_TYPES, VOUCHER_TYPES_CALLED } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { HALVES } from "./sql";
import { keyOf } from "./store";

/** A value of the voucher's campaign. */
const ofCampaign = (value: string): string =>
  `(SELECT ${value} FROM campaigns c WHERE c.project_id = v.project_id AND c.id = v.campaign_id)`;

const own = (column: string): string => `coalesce(v.${column}, ${ofCampaign(`c.${column}`)})`;

/** Timeframe, days and hours come together, from the voucher or from its campaign. */
export const window = (column: string): string =>
  `iif(coalesce(v.validity_timeframe, v.validity_day_of_week, v.validity_hours) IS NULL,
    ${ofCampaign(`c.${column}`)}, v.${column})`;

export const DISCOUNT = `coalesce(v.discount, ${ofCampaign("c.voucher->'$.discount'")})`;

const listOf = (...values: string[]): string => `json_array(${values.join(", ")})`;
const listed = (value: string): string => `iif(${value} IS NULL, NULL, ${listOf(value)})`;

const balanceOf = (type: string): string => `iif(v.type = '${type}', v.balance, NULL)`;

const byCategory = (value: string) => ({
  where: sql`v.category = ${value}`,
  index: "vouchers_category",
});
const byHolder = (value: string) => ({
  where: sql`v.holder_id = ${value}`,
  index: "vouchers_holder",
});
const byCampaign = (value: string) => ({
  where: sql`v.campaign_id = ${value}`,
  index: "vouchers_pool",
  halves: HALVES,
});
const byIds = (values: readonly string[]) => ({
  where: sql`${LIVE} AND v.id IN (${valuesOf(values)})`,
  index: "vouchers_id",
});

/** Ids begin with their time: a range of creation times is a range of ids. */
const created = date("v.created_at", {
  range: ({ from, until }) => ({
    where: sql`${LIVE} AND v.id >= ${firstId("v", from)} AND v.id < ${firstId("v", until)}`,
    index: "vouchers_id",
  }),
});

const WINDOWS = {
  start_date: date(own("start_date")),
  expiration_date: date(own("expiration_date")),
  // A timeframe comes round from the start on.
  validity_timeframe: date(
    `iif(${window("validity_timeframe")} IS NULL, NULL,
      coalesce(${own("start_date")}, v.created_at))`,
  ),
  validity_day_of_week: list(window("validity_day_of_week")),
};

/** What a voucher is at an instant. */
function statesAt(now: string) {
  const isExpired = sql`coalesce(${raw(own("expiration_date"))} <= ${now}, 0)`;
  const hasBegun = sql`coalesce(${raw(own("start_date"))} <= ${now}, 1)`;
  return {
    active: flag("v.active", {
      states: {
        $enabled: raw("v.active = 1"),
        $disabled: raw("v.active = 0"),
        $expired: isExpired,
        $active: sql`(v.active = 1 AND ${hasBegun} AND NOT ${isExpired})`,
      },
    }),
    redemption_status: state({
      $redeemable: raw(
        "(v.redemption_quantity IS NULL OR v.redeemed_quantity < v.redemption_quantity)",
      ),
      $redeemed: raw("v.redeemed_quantity > 0"),
    }),
  };
}

/**
 * What a list of vouchers is filtered by, by the names of the reference service's exports, and by
 * those that the wire has for them.
 */
export function voucherFields(scope: Scope): ListFields {
  const byCodes = (values: readonly string[]) => ({
    where: sql`v.code_key IN (${valuesOf(values.map((code) => keyOf(scope, code)))})`,
  });
  const type = word("v.type", VOUCHER_TYPES, { called: VOUCHER_TYPES_CALLED });
  const discountType = text(`${DISCOUNT}->>'$.type'`);
  const quantity = number("v.redemption_quantity");
  const redeemed = number("v.redeemed_quantity");
  const gift = number(balanceOf("GIFT_VOUCHER"));
  const points = number(balanceOf("LOYALTY_CARD"));
  return listFields(
    {
      id: text("v.id", { find: byIds }),
      code: text("v.code", { find: byCodes }),
      vouchers: list(listOf("v.id", "v.code")),
      type,
      voucher_type: type,
      campaign: text(ofCampaign("c.name")),
      campaign_id: text("v.campaign_id", { narrow: byCampaign }),
      campaign_ids: list(listed("v.campaign_id"), { narrow: byCampaign }),
      category: text("v.category", { narrow: byCategory }),
      categories: list(listed("v.category"), { narrow: byCategory }),
      category_ids: list(listed("v.category_id")),
      discount_type: discountType,
      "discount.type": discountType,
      holder_id: text("v.holder_id", { narrow: byHolder }),
      customer_id: text("v.holder_id", { narrow: byHolder }),
      published_for_customer_id: text("v.holder_id", { narrow: byHolder }),
      ...statesAt(isoNow(scope)),
      redemption_quantity: quantity,
      "redemption.quantity": quantity,
      redemption_count: redeemed,
      "redemption.redeemed_quantity": redeemed,
      gift_balance: gift,
      "gift.balance": gift,
      loyalty_balance: points,
      "loyalty_card.balance": points,
      is_referral_code: flag("v.is_referral_code"),
      additional_info: text("v.additional_info"),
      ...WINDOWS,
      created_at: created,
      created_date: created,
      updated_at: date("v.updated_at"),
    },
    { metadata: "v.metadata" },
  );
}
