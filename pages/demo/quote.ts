import type { Schemas } from "@vouchsafe/client";

/** What one code or offer did to the cart. */
export interface Applied {
  id: string;
  /** `payment` is what takes money's place: gift cards and points. */
  kind: "discount" | "payment";
  /** How the shop calls an offer. */
  name: string | null;
  /** Minor units off in all, and of each line. */
  amount: number;
  lines: readonly number[];
  gift: { balance: number; taken: number } | null;
  points: number | null;
}

/** Why a code or an offer did nothing. */
export interface Refused {
  id: string;
  key: string;
  message: string;
  /** What the rule's own author says. */
  words: string | null;
}

/** A line that the shopper did not put into the cart. */
export interface Given {
  product: string;
  name: string;
  quantity: number;
  amount: number;
  discount: number;
}

/** What the service says of a cart; amounts in minor units. */
export interface Quote {
  amount: number;
  total: number;
  applied: readonly Applied[];
  refused: readonly Refused[];
  given: readonly Given[];
}

type Answer = Schemas["ClientValidation"];
type Outcome = Answer["redeemables"][number];
type Item = NonNullable<NonNullable<Answer["order"]>["items"]>[number];

function appliedOf(one: Extract<Outcome, { status: "APPLICABLE" }>): Applied {
  const { gift, loyalty_card: points } = one.result;
  const items: readonly Item[] = one.order?.items ?? [];
  return {
    id: one.id,
    kind: gift || points ? "payment" : "discount",
    name: one.banner ?? one.name ?? null,
    amount: one.order?.total_applied_discount_amount ?? 0,
    lines: items.map((item) => item.applied_discount_amount ?? 0),
    gift: gift ? { balance: gift.balance, taken: gift.credits } : null,
    points: points?.points ?? null,
  };
}

function refusedOf(one: Exclude<Outcome, { status: "APPLICABLE" }>): Refused {
  const { id, result } = one;
  const { key, message } = result.details;
  const words = "error" in result ? (result.error.error?.message ?? null) : null;
  return { id, key, message, words };
}

const givenOf = (item: Item): Given => ({
  product: item.product?.source_id ?? item.product_id ?? "",
  name: item.product?.name ?? item.product_id ?? "",
  quantity: item.quantity ?? 1,
  amount: item.amount ?? 0,
  discount: item.discount_amount ?? 0,
});

/** Reads a validation as the page shows it; `sent` is how many lines the cart has itself. */
export function quoteOf(answer: Answer, goods: number, sent: number): Quote {
  const outcomes = [
    ...answer.redeemables.filter(({ status }) => status === "APPLICABLE"),
    ...(answer.inapplicable_redeemables ?? []),
    ...(answer.skipped_redeemables ?? []),
  ];
  return {
    amount: answer.order?.amount ?? goods,
    total: answer.order?.total_amount ?? goods,
    applied: outcomes.flatMap((one) => (one.status === "APPLICABLE" ? [appliedOf(one)] : [])),
    refused: outcomes.flatMap((one) => (one.status === "APPLICABLE" ? [] : [refusedOf(one)])),
    given: (answer.order?.items ?? []).slice(sent).map(givenOf),
  };
}

/** A cart to which nothing is applied costs what its goods cost; nobody has to be asked. */
export const plainQuote = (goods: number): Quote => ({
  amount: goods,
  total: goods,
  applied: [],
  refused: [],
  given: [],
});

/** What all that was applied took off one line, with the name of each. */
export const partsOf = ({ applied }: Quote, line: number) =>
  applied.flatMap(({ id, name, lines }) => {
    const amount = lines[line] ?? 0;
    return amount > 0 ? [{ id, name, amount }] : [];
  });
