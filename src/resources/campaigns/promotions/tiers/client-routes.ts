import { viewList } from "../../../../http/page";
import { clientRoute } from "../../../../http/route";
import { availableTiers } from "./list";
import { ClientTierList, ClientTierQuery } from "./schema";
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
      const { items, total, has_more } = await availableTiers(scope, query);
      const { client_visible_metadata: keys } = scope.project;
      const shown = items.map(({ campaign, tier }) => viewClientTier(campaign, tier, keys));
      return { ...viewList("tiers", { items: shown, total }), has_more };
    },
  ),
];
