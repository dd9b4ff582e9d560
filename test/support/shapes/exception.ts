/** A place of the shapes where our answers differ, with the reason why ours are right. */
export interface Exception {
  /** Components and properties: `Voucher.gift.amount`, `[]` for the items of a list, `*` for any. */
  at: readonly string[];
  /**
   * `as`: a field that this component has at the same place; `like`: this component; `more`: a field
   * that none has.
   */
  may:
    | "be absent"
    | "be null"
    | "be more"
    | { enum: string[] }
    | { type: "string" | "boolean" | "object" | "number" }
    | { as: string }
    | { like: string }
    | { more: "string" | "integer" | "object" | "array" };
  why: string;
}

/** These fields of each of these components. */
export const each = (owners: readonly string[], names: readonly string[]): string[] =>
  owners.flatMap((owner) => names.map((name) => `${owner}.${name}`));

/** An operation that answers otherwise as a whole. */
export interface Otherwise {
  status?: number;
  isList?: boolean;
  why: string;
}

/** A component that is a voucher, of which much may be unset. */
export const unsetOf = (component: string): Exception => ({
  at: each(
    [component],
    [
      "campaign",
      "campaign_id",
      "category",
      "category_id",
      "discount",
      "gift.effect",
      "gift",
      "loyalty_card",
      "start_date",
      "expiration_date",
      "validity_timeframe",
      "validity_day_of_week",
      "additional_info",
      "updated_at",
      "redemption.quantity",
    ],
  ),
  may: "be null",
  why: "what is not set of a voucher is null, never left out (reference 2.3)",
});
