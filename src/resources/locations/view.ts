import type { LocationRow } from "../../db/tables/locations";
import type { Location } from "../../model/location";

export const viewLocation = (row: LocationRow): Location => ({
  id: row.id,
  object: "location",
  name: row.name,
  shape: row.shape,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
