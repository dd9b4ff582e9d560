// Decides whether a point lies in a location.
import { memoised } from "../../lib/memoised";
import type { CircleShape, LocationShape, Polygon, Position, Ring } from "../../model/location";
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

type Test = (point: Point) => boolean;

function inCircle({ distance }: CircleShape): Test {
  const [center, radius] = [pointOf(distance.center), kilometresOf(distance.radius)];
  if (center === null || radius === null) return () => false;
  return (point) => distanceKm(center, point) <= radius;
}

/** Twice the area of the triangle: its sign tells on which side of the line the point lies. */
const sideOf = ([ax, ay]: Position, [bx, by]: Position, { lon, lat }: Point): number =>
  (bx - ax) * (lat - ay) - (lon - ax) * (by - ay);

const isBetween = (value: number, one: number, other: number): boolean =>
  Math.min(one, other) <= value && value <= Math.max(one, other);

type Place = "inside" | "edge" | "outside";

/**
 * A ray to the east crosses the ring an odd number of times from inside. An end of a line belongs
 * to it where it is the lower one, so that a corner is not crossed twice.
 */
function placeIn(ring: Ring, point: Point): Place {
  const { lon, lat } = point;
  let isInside = false;
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]];
    if (!from || !to) continue;
    const side = sideOf(from, to, point);
    if (side === 0 && isBetween(lon, from[0], to[0]) && isBetween(lat, from[1], to[1])) {
      return "edge";
    }
    if (from[1] > lat !== to[1] > lat && side > 0 === to[1] > from[1]) isInside = !isInside;
  }
  return isInside ? "inside" : "outside";
}

/** The edge belongs to a polygon, and so does that of a hole. */
function inPolygon([outer, ...holes]: Polygon, point: Point): boolean {
  if (!outer || placeIn(outer, point) === "outside") return false;
  return holes.every((hole) => placeIn(hole, point) !== "inside");
}

const testOf = memoised((shape: LocationShape): Test => {
  if (shape.type === "circle") return inCircle(shape);
  const { type, coordinates } = shape.geojson;
  const polygons = type === "Polygon" ? [coordinates] : coordinates;
  return (point) => polygons.some((polygon) => inPolygon(polygon, point));
});

/**
 * Whether the point lies in the shape. A circle is measured on the sphere; the lines of a polygon
 * are straight in degrees, as in GeoJSON. The edge belongs to the shape.
 */
export const liesIn = (shape: LocationShape, point: Point): boolean => testOf(shape)(point);
