import { pointOf } from "../../engine/geo/point";
import { kilometresOf } from "../../engine/geo/radius";
import { checkPolygons } from "../../engine/geo/shape";
import { ApiError } from "../../errors";
import { pathOf } from "../../model/issue";
import type { CircleShape, LocationShape } from "../../model/location";

const invalid = (path: readonly (string | number)[], reason: string) =>
  new ApiError("invalid_payload", { details: `Property ${pathOf(path)} ${reason}` });

function refuseCircle({ distance }: CircleShape): void {
  if (pointOf(distance.center) === null) {
    throw invalid(["shape", "distance", "center"], "must be latitude,longitude in degrees");
  }
  if (kilometresOf(distance.radius) === null) {
    throw invalid(["shape", "distance", "radius"], "must be a length in km, mi or m, such as 5 km");
  }
}

/** Refuses a shape that could not be decided by, naming the place (invalid_payload). */
export function refuseShape(shape: LocationShape): void {
  if (shape.type === "circle") {
    refuseCircle(shape);
    return;
  }
  const { type, coordinates } = shape.geojson;
  const isOne = type === "Polygon";
  const checked = checkPolygons(isOne ? [coordinates] : coordinates, (at) => (isOne ? [] : [at]));
  if (checked.ok) return;
  const { path, reason } = checked.error;
  throw invalid(["shape", "geojson", "coordinates", ...path], reason);
}
