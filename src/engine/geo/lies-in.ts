// Decides whether a point lies in a location.
import { memoised } from "../../lib/memoised";
import { COST, paid, type Work } from "../../lib/work";
import type { CircleShape, LocationShape, Polygon, Ring } from "../../model/location";
import { type Point, pointOf } from "./point";
import { kilometresOf } from "./radius";

/** The mean radius of the earth. */
const EARTH_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The great-circle distance between two points of a sphere, in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  const [a, b] = [radians(from.lat), radians(to.lat)];
  const rise = Math.sin((b - a) / 2) ** 2;
  const turn = Math.sin(radians(to.lon - from.lon) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(rise + Math.cos(a) * Math.cos(b) * turn)));
}

type Test = (point: Point, work?: Work) => boolean;

function inCircle({ distance }: CircleShape): Test {
  const [center, radius] = [pointOf(distance.center), kilometresOf(distance.radius)];
  if (center === null || radius === null) return () => false;
  return (point, work) => paid({ work }, COST.point) && distanceKm(center, point) <= radius;
}

const isBetween = (value: number, one: number, other: number): boolean =>
  one <= other ? one <= value && value <= other : other <= value && value <= one;

type Side = "inside" | "edge" | "outside";

/** A ring as it is looked at for many points: its coordinates in a row, and the box around it. */
interface Outline {
  lons: Float64Array;
  lats: Float64Array;
  west: number;
  east: number;
  south: number;
  north: number;
}

function outlineOf(ring: Ring): Outline {
  const lons = Float64Array.from(ring, ([lon]) => lon);
  const lats = Float64Array.from(ring, ([, lat]) => lat);
  const [west, south] = [Math.min(...lons), Math.min(...lats)];
  return { lons, lats, west, south, east: Math.max(...lons), north: Math.max(...lats) };
}

/** What lies outside of the box needs no look at any edge. */
const isInBox = ({ west, east, south, north }: Outline, { lon, lat }: Point): boolean =>
  west <= lon && lon <= east && south <= lat && lat <= north;

/**
 * A ray to the east crosses the ring an odd number of times from inside. An end of a line belongs
 * to it where it is the lower one, so that a corner is not crossed twice.
 */
function sideOf({ lons, lats }: Outline, { lon, lat }: Point): Side {
  let isInside = false;
  let [ax = 0, ay = 0] = [lons[0], lats[0]];
  for (let at = 1; at < lons.length; at++) {
    const bx = lons[at] ?? 0;
    const by = lats[at] ?? 0;
    // Twice the area of the triangle: its sign tells on which side of the line the point lies.
    const area = (bx - ax) * (lat - ay) - (lon - ax) * (by - ay);
    if (area === 0 && isBetween(lon, ax, bx) && isBetween(lat, ay, by)) return "edge";
    if (ay > lat !== by > lat && area > 0 === by > ay) isInside = !isInside;
    ax = bx;
    ay = by;
  }
  return isInside ? "inside" : "outside";
}

/** The edge belongs to a polygon, and so does that of a hole. */
function polygonTest(polygon: Polygon): Test {
  const [outer, ...holes] = polygon.map(outlineOf);
  const positions = polygon.reduce((sum, ring) => sum + ring.length, 0);
  if (!outer) return () => false;
  return (point, work) => {
    if (!paid({ work }, COST.element) || !isInBox(outer, point)) return false;
    if (!paid({ work }, positions) || sideOf(outer, point) === "outside") return false;
    return holes.every((hole) => sideOf(hole, point) !== "inside");
  };
}

const testOf = memoised((shape: LocationShape): Test => {
  if (shape.type === "circle") return inCircle(shape);
  const { type, coordinates } = shape.geojson;
  const polygons = type === "Polygon" ? [coordinates] : coordinates;
  const tests = polygons.map(polygonTest);
  return (point, work) => tests.some((holds) => holds(point, work));
});

/**
 * Whether the point lies in the shape. A circle is measured on the sphere; the lines of a polygon
 * are straight in degrees, as in GeoJSON. The edge belongs to the shape. `work` counts the
 * positions that are looked at; where it is over, the answer means nothing.
 */
export const liesIn = (shape: LocationShape, point: Point, work?: Work): boolean =>
  testOf(shape)(point, work);
