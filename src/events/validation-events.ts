import type { Emitted } from "./catalogue";

type LaterKind = "customer.validation.succeeded" | "customer.validation.failed";

/**
 * An event of a customer that is written later, when the customer is read: a queue carries no data
 * of people, and of who was deleted meanwhile nothing is told.
 */
export type LaterEvent = {
  [K in LaterKind]: {
    kind: K;
    entity_id: string;
    customer_id: string;
    data: Omit<Emitted<K>, "customer">;
  };
}[LaterKind];

type Validation = LaterEvent["data"]["validation"];
type Reasons = NonNullable<Validation["reasons"]>;

/** So many names an event of several validations has at most. */
const MOST_NAMES = 100;

/** Each reason once, with how often it was one. */
export function reasonsOf(all: Reasons): Reasons {
  const counts = new Map<string, number>();
  for (const { key, count } of all) counts.set(key, (counts.get(key) ?? 0) + count);
  return [...counts].map(([key, count]) => ({ key, count }));
}

/** What either names, each once. */
const namedBy = (one: Validation["redeemables"], other: Validation["redeemables"]) =>
  [...new Map([...one, ...other].map((each) => [`${each.type} ${each.id}`, each])).values()].slice(
    0,
    MOST_NAMES,
  );

function together(one: Validation, last: Validation): Validation {
  const reasons = reasonsOf([...(one.reasons ?? []), ...(last.reasons ?? [])]);
  return {
    ...last,
    redeemables: namedBy(one.redeemables, last.redeemables),
    skipped_redeemables: namedBy(one.skipped_redeemables, last.skipped_redeemables),
    inapplicable_redeemables: namedBy(one.inapplicable_redeemables, last.inapplicable_redeemables),
    ...(reasons.length > 0 && { reasons }),
    count: (one.count ?? 1) + (last.count ?? 1),
    since: one.since ?? one.created_at,
  };
}

/** Two validations that ended alike as one event, which has the id and the time of the last. */
export const asOne = (one: LaterEvent, last: LaterEvent): LaterEvent => ({
  ...last,
  data: { ...last.data, validation: together(one.data.validation, last.data.validation) },
});
