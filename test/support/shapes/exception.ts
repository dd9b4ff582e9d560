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
