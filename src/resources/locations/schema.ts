import * as z from "zod";
import { filteredQuery, listOf, madeBetween, ordersOf, pageQuery } from "../../http/page";
import { Location, LocationShape } from "../../model/location";
import { Name } from "../../model/name";

export const LocationCreate = z.object({ name: Name, shape: LocationShape });
export type LocationCreate = z.infer<typeof LocationCreate>;

/** What may be changed of a location: absent and null keep. */
export const LocationUpdate = z.object({ name: Name.nullish(), shape: LocationShape.nullish() });
export type LocationUpdate = z.infer<typeof LocationUpdate>;

export const LocationList = listOf("data", Location);

export const LocationQuery = z.object({
  ...pageQuery,
  order: ordersOf("created_at", "updated_at").default("-created_at"),
  end_date: madeBetween.end_date,
  ...filteredQuery,
});
export type LocationQuery = z.infer<typeof LocationQuery>;
