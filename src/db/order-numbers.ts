import { type Fragment, raw, sql } from "./sql";

/*
 * The shop's own number of an order may name a person. It stands with the order alone, where it is
 * forgotten with the person; what tells of the order reads it there.
 */

type Json = Record<string, unknown>;

/** Where details of a ledger's entry, or of pending points, tell an order. */
const PLACES = ["$.order", "$.pending_points.details.order"] as const;

/** Details, an expression of JSON text, without the numbers of orders. */
export const withoutNumbers = (details: Fragment): Fragment =>
  sql`json_remove(${details}, ${raw(PLACES.map((place) => `'${place}.source_id'`).join(", "))})`;

/** The column that `withNumber` reads, of a row with `details` under this alias. */
export const orderNumber = (alias: string): Fragment =>
  raw(`(SELECT n.source_id FROM orders n WHERE n.project_id = ${alias}.project_id
    AND n.id = coalesce(${PLACES.map((place) => `${alias}.details->>'${place}.id'`).join(", ")}))
    AS order_number`);

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** The same of details that are no text yet. */
export const unnumbered = ({ order, ...details }: Json): Json =>
  isObject(order) ? { ...details, order: { id: order.id } } : details;

/** Details with the number of their order, as `orderNumber` has read it. */
export function withNumber(details: Json, number: unknown): Json {
  const { order, pending_points: pending } = details;
  return {
    ...details,
    ...(isObject(order) && { order: { ...order, source_id: number ?? null } }),
    ...(isObject(pending) &&
      isObject(pending.details) && {
        pending_points: { ...pending, details: withNumber(pending.details, number) },
      }),
  };
}
