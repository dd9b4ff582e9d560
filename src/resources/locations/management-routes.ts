import { route } from "../../http/route";
import { Location } from "../../model/location";
import { LocationCreate, LocationUpdate } from "./schema";
import { changeLocation, createLocation, removeLocation } from "./write";

/** The reference service draws locations in its console; here they are written so. */
export const locationsWritten = [
  route(
    "POST",
    "/",
    {
      summary: "Create a location: a circle, or polygons",
      body: LocationCreate,
      answer: Location,
      errors: ["not_found"],
    },
    (scope, { body }) => createLocation(scope, body),
  ),
  route(
    "PUT",
    "/:locationId",
    {
      summary: "Update a location, and with it all that names it",
      body: LocationUpdate,
      answer: Location,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeLocation(scope, params.locationId, body),
  ),
  route(
    "DELETE",
    "/:locationId",
    {
      summary: "Delete a location that nothing names",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params }) => removeLocation(scope, params.locationId),
  ),
];
