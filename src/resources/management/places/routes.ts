import { viewList, wholeList } from "../../../http/page";
import { platformRoute } from "../../../http/route";
import { knownPlaces } from "./choose";
import { PlaceList } from "./schema";
import { viewPlace } from "./view";

export const places = [
  platformRoute(
    "GET",
    "/",
    {
      summary: "List the databases that projects live in, and which of them take new ones",
      can: "deployment",
      answer: PlaceList,
    },
    async (scope) => {
      const all = await knownPlaces(scope);
      return viewList("data", wholeList(all.map((place) => viewPlace(place, scope.now))));
    },
  ),
];
