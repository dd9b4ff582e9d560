/**
 * The whole number that somebody wrote; null where it is none. One with a point or a comma is refused:
 * "1.000" is a thousand to some, and one to others.
 */
export const wholeOf = (text: string): number | null =>
  /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : null;
