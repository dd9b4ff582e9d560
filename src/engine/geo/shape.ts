// Decides whether a polygon can be kept.
import { err, ok, type Result } from "../../lib/result";
import type { Polygon, Position, Ring } from "../../model/location";

/** Points of a location: rules carry a copy of them. */
export const MOST_POINTS = 500;

/** What is wrong with a polygon, and where. */
export interface ShapeDefect {
  path: readonly (string | number)[];
  reason: string;
}

const defect = (path: ShapeDefect["path"], reason: string) => err<ShapeDefect>({ path, reason });

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** A ring without any area: all of its points lie on one line. */
function isFlat(ring: Ring): boolean {
  const [first] = ring;
  const second = ring.find((position) => !isSame(position, first));
  if (!first || !second) return true;
  const side = ([x, y]: Position): number =>
    (second[0] - first[0]) * (y - first[1]) - (x - first[0]) * (second[1] - first[1]);
  return ring.every((position) => side(position) === 0);
}

function checkRing(ring: Ring, path: ShapeDefect["path"]): Result<null, ShapeDefect> {
  if (ring.length < 4) return defect(path, "must have at least 4 positions");
  if (!isSame(ring[0], ring.at(-1))) {
    return defect(path, "must be closed: its last position must be its first");
  }
  return isFlat(ring) ? defect(path, "must have an area") : ok(null);
}

/**
 * Checks the rings of one or several polygons (RFC 7946, section 3.1.6). In: positions whose ranges
 * are right. Refuses rings that are open, too short or without an area, polygons without a ring,
 * and too many points.
 */
export function checkPolygons(
  polygons: readonly Polygon[],
  pathOf: (at: number) => ShapeDefect["path"],
): Result<null, ShapeDefect> {
  const points = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (points > MOST_POINTS) {
    return defect([], `must NOT have more than ${MOST_POINTS} positions`);
  }
  if (polygons.length === 0) return defect([], "must have a polygon");
  for (const [at, polygon] of polygons.entries()) {
    if (polygon.length === 0) return defect(pathOf(at), "must have a ring");
    for (const [place, ring] of polygon.entries()) {
      const checked = checkRing(ring, [...pathOf(at), place]);
      if (!checked.ok) return checked;
    }
  }
  return ok(null);
}
