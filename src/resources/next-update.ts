import { isoNow } from "../http/scope";

/** Later than the last update, so that two updates of one millisecond are told apart. */
export const nextUpdate = (scope: { now: number }, row: { updated_at: string | null }): string =>
  row.updated_at !== null && row.updated_at >= isoNow(scope)
    ? new Date(Date.parse(row.updated_at) + 1).toISOString()
    : isoNow(scope);
