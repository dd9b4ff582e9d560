// Decides until when a code stays active that its campaign keeps active for a while after
// publishing.

/** The last instant whose text still sorts in the order of time. */
const LATEST = "9999-12-31T23:59:59.999Z";

/**
 * The instant (ISO 8601, UTC) at which a code given out `now` (epoch milliseconds) expires, after
 * an ISO 8601 `duration`. Years to days step on the calendar of `timeZone`, hours and shorter in
 * exact time, as all durations do (docs/behaviour.md, "Time windows").
 */
export function activeUntil(now: number, duration: string, timeZone: string): string {
  const from = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const until = new Date(from.add(duration).epochMilliseconds).toISOString();
  return until.length === LATEST.length ? until : LATEST;
}
