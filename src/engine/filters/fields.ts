// Decides which fields a filter may name, and where in an object each is found.

type Path = readonly string[];

/** Fields by name, and the parts of the object whose every key is a field of its own. */
export interface Fields {
  named: ReadonlyMap<string, Path>;
  open: readonly string[];
}

const atTheirNames = (...names: readonly string[]): [string, Path][] =>
  names.map((name) => [name, name.split(".")]);

const under = (owner: string, ...names: readonly string[]): [string, Path][] =>
  names.map((name) => [name, [owner, name]]);

const ADDRESS = ["city", "state", "country", "postal_code", "line_1", "line_2"] as const;

/** Fields of a customer that stand at their own names. */
const OF_CUSTOMER = [
  ...(["id", "source_id", "name", "description", "email", "phone"] as const),
  ...(["birthday", "birthdate", "created_at", "updated_at"] as const),
  "summary.redemptions.total_redeemed",
  "summary.redemptions.total_failed",
  "summary.redemptions.total_succeeded",
  "summary.redemptions.total_rolled_back",
  "summary.redemptions.total_rollback_failed",
  "summary.redemptions.total_rollback_succeeded",
  "summary.redemptions.gift.redeemed_amount",
  "summary.redemptions.gift.amount_to_go",
  "summary.redemptions.loyalty_card.redeemed_points",
  "summary.redemptions.loyalty_card.points_to_go",
  "summary.orders.total_amount",
  "summary.orders.total_count",
  "summary.orders.average_amount",
  "summary.orders.last_order_amount",
  "summary.orders.last_order_date",
  "loyalty.points",
  "loyalty.referred_customers",
  "referrals.total",
] as const;

/** Where customers have fields of any name; points go by the id of their program. */
const OPEN_OF_CUSTOMER = ["metadata", "loyalty_points"] as const;

/** Every field by which customers are filtered, and the open parts. */
export type CustomerField =
  | (typeof OF_CUSTOMER)[number]
  | (typeof OPEN_OF_CUSTOMER)[number]
  | "address";

/** A customer as it goes over the wire; parts of the address also go without its name. */
export const CUSTOMER_FIELDS: Fields = {
  named: new Map([
    ...atTheirNames(...OF_CUSTOMER),
    ...atTheirNames(...ADDRESS.map((part) => `address.${part}`)),
    ...under("address", ...ADDRESS),
  ]),
  open: OPEN_OF_CUSTOMER,
};

/** A product or a SKU as it goes over the wire. What only the other kind has is unknown. */
export const GOODS_FIELDS: Fields = {
  named: new Map(
    atTheirNames(
      ...["id", "source_id", "name", "price", "attributes", "image_url", "created_at"],
      ...["updated_at", "object", "product_id", "sku", "currency"],
    ),
  ),
  open: ["metadata", "attributes"],
};

/** Where a field is found; null where no field has this name. */
export function pathOf(fields: Fields, name: string): Path | null {
  const named = fields.named.get(name);
  if (named !== undefined) return named;
  const owner = fields.open.find((part) => name.startsWith(`${part}.`));
  const key = owner === undefined ? "" : name.slice(owner.length + 1);
  return owner === undefined || key === "" ? null : [owner, key];
}
