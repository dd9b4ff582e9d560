import { shownAs, viewList } from "../../../../http/page";
import { clientRoute } from "../../../../http/route";
import { availableTiers } from "./list";
import { ClientTierList, ClientTierQuery } from "./schema";
import type { PlacedTier } from "./store";
import { viewClientTier } from "./view";

export const clientPromotions = [
  clientRoute(
    "GET",
    "/tiers",
    {
      summary: "List the promotion tiers that a shopper can have now",
      query: ClientTierQuery,
      answer: ClientTierList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await availableTiers(scope, query);
      const { client_visible_metadata: keys } = scope.project;
      const view = ({ campaign, tier }: PlacedTier) => viewClientTier(campaign, tier, keys);
      return viewList("tiers", shownAs(page, view));
    },
  ),
];
