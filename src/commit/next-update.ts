import { isoNow } from "../scope/scope";

/** Later than the last update, so that two updates of one millisecond are told apart. */
export const nextUpdate = (scope: { now: number }, row: { updated_at: string | null }): string =>
  row.updated_at !== null && row.updated_at >= isoNow(scope)
    ? new Date(Date.parse(row.updated_at) + 1).toISOString()
    : isoNow(scope);

/**
 * Whether the row already is as the change would leave it, but for the time of the update: then
 * nothing is written and no event is emitted (docs/behaviour.md).
 */
export const changesNothing = (row: object, change: object): boolean => {
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.entries(change).every(
    ([name, value]) =>
      name === "updated_at" || JSON.stringify(stored.get(name)) === JSON.stringify(value),
  );
};
