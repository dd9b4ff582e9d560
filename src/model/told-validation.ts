import * as z from "zod";

/** As the request named them. */
const validated = z.array(z.object({ id: z.string(), type: z.string() }));

/** How often something kept validations from applying, by the key of its error. */
const Reasons = z.array(z.object({ key: z.string(), count: z.int() }));
type Reasons = z.infer<typeof Reasons>;

/**
 * What applied of a validation, what did not, and what had no turn. Several of one minute that end
 * alike are one: it has the id and the time of the last, the names of all, their number and when
 * the first was (`count` and `since`, which one alone lacks).
 */
export const ToldValidation = z.object({
  id: z.string(),
  session_id: z.string().optional(),
  status: z.enum(["VALID", "INVALID"]),
  created_at: z.string(),
  customer_id: z.string(),
  redeemables: validated,
  skipped_redeemables: validated,
  inapplicable_redeemables: validated,
  reasons: Reasons.optional(),
  count: z.int().optional(),
  since: z.string().optional(),
});
export type ToldValidation = z.infer<typeof ToldValidation>;

/**
 * An event of a customer that is written later, when the customer is read: a queue carries no data
 * of people, and of who was deleted meanwhile nothing is told.
 */
export interface LaterEvent {
  kind: "customer.validation.succeeded" | "customer.validation.failed";
  entity_id: string;
  customer_id: string;
  data: { validation: ToldValidation };
}

/** So many names an event of several validations has at most. */
const MOST_NAMES = 100;

/** Each reason once, with how often it was one. */
export function reasonsOf(all: Reasons): Reasons {
  const counts = new Map<string, number>();
  for (const { key, count } of all) counts.set(key, (counts.get(key) ?? 0) + count);
  return [...counts].map(([key, count]) => ({ key, count }));
}

/** What either names, each once. */
const namedBy = (one: ToldValidation["redeemables"], other: ToldValidation["redeemables"]) =>
  [...new Map([...one, ...other].map((each) => [`${each.type} ${each.id}`, each])).values()].slice(
    0,
    MOST_NAMES,
  );

function together(one: ToldValidation, last: ToldValidation): ToldValidation {
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
