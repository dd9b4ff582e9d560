// Decides how long the radius of a circle is.

const RADIUS = /^\s*(\d{1,8}(?:\.\d{1,6})?)\s*(km|mi|m)\s*$/;
const KILOMETRES = new Map([
  ["km", 1],
  ["mi", 1.609344],
  ["m", 0.001],
]);
/** Half way round the earth. */
const MOST_KM = 20_038;

/** The kilometres of `5 km`, `3 mi` or `250 m`; null for anything else, and for none at all. */
export function kilometresOf(radius: string): number | null {
  const [, length, unit = ""] = RADIUS.exec(radius) ?? [];
  const kilometres = Number(length) * (KILOMETRES.get(unit) ?? Number.NaN);
  return kilometres > 0 && kilometres <= MOST_KM ? kilometres : null;
}
