// Decides what is a point on the map.
import { isRecord } from "../../lib/json-value";

/** Degrees, north and east positive. */
export interface Point {
  lat: number;
  lon: number;
}

const within = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;

const POINT = /^\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*$/;

/** Characters of a point: blanks without end are none. */
const LONGEST = 100;

const made = (lat: unknown, lon: unknown): Point | null =>
  within(lat, 90) && within(lon, 180) ? { lat, lon } : null;

/** `52.2,21.0`, or an object with `lat` and `lng` or `lon`; null for anything else. */
export function pointOf(value: unknown): Point | null {
  if (isRecord(value)) return made(value.lat, value.lng ?? value.lon);
  const match = typeof value === "string" && value.length <= LONGEST ? POINT.exec(value) : null;
  return match && made(Number(match[1]), Number(match[2]));
}
