import { catalogue, type EventKind, kindOf } from "../../events/catalogue";

/** Kinds of events that stand in a customer's activity, by the name that they have there. */
export const ACTIVITY_KINDS: ReadonlyMap<string, EventKind> = new Map(
  Object.entries(catalogue).flatMap(([kind, row]) =>
    "activity" in row ? [[row.activity, kindOf({ kind })]] : [],
  ),
);
