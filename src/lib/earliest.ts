/** The earliest of some moments (ISO, UTC); null of none. */
export const earliest = (moments: readonly string[]): string | null =>
  moments.reduce<string | null>(
    (first, each) => (first === null || each < first ? each : first),
    null,
  );
