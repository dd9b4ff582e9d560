import { shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Location } from "../../model/location";
import { listLocations } from "./list";
import { LocationList, LocationQuery } from "./schema";
import { getLocation } from "./store";
import { viewLocation } from "./view";

export const locations = [
  route(
    "GET",
    "/",
    {
      summary: "List locations",
      query: LocationQuery,
      answer: LocationList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listLocations(scope, query);
      return viewList("data", shownAs(page, viewLocation));
    },
  ),
  route(
    "GET",
    "/:locationId",
    { summary: "Get a location", answer: Location, errors: ["not_found"] },
    async (scope, { params }) => viewLocation(await getLocation(scope, params.locationId)),
  ),
];
