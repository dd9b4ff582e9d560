const DISCOUNT_SUFFIXES = [
  "",
  ".discount.apply_to_order",
  ".discount.apply_to_items",
  ".discount.apply_to_items_proportionally",
  ".discount.apply_to_items_proportionally_by_quantity",
  ".discount.apply_to_items_by_quantity",
  ".discount.fixed.apply_to_items",
  ".discount.percent.apply_to_items",
] as const;

const GIFT_SUFFIXES = ["", ".gift.apply_to_order", ".gift.apply_to_items"] as const;

const EARNING_SUFFIXES = [
  "order.paid",
  "custom_event",
  "customer.segment.entered",
  "customer.tier.joined",
  "customer.tier.left",
  "customer.tier.upgraded",
  "customer.tier.downgraded",
  "customer.tier.prolonged",
] as const;

const DISTRIBUTION_SUFFIXES = [
  "custom_event",
  "order.paid",
  "order.created",
  "order.canceled",
  "order.updated",
] as const;

const each = <P extends string, S extends string>(
  prefix: P,
  suffixes: readonly S[],
): `${P}${S}`[] => suffixes.map((suffix): `${P}${S}` => `${prefix}${suffix}`);

/** What a rule may be written for (contract, "Context types"). */
export const CONTEXT_TYPES = [
  "global" as const,
  ...each("earning_rule.", EARNING_SUFFIXES),
  ...each("campaign.discount_coupons", DISCOUNT_SUFFIXES),
  ...each("campaign.referral_program", DISCOUNT_SUFFIXES),
  ...each("campaign.promotion", DISCOUNT_SUFFIXES),
  ...each("campaign.gift_vouchers", GIFT_SUFFIXES),
  "campaign.loyalty_program" as const,
  ...each("voucher.discount_voucher", DISCOUNT_SUFFIXES),
  ...each("voucher.gift_voucher", GIFT_SUFFIXES),
  "voucher.loyalty_card" as const,
  ...each("distribution.", DISTRIBUTION_SUFFIXES),
  "reward_assignment.pay_with_points" as const,
];
