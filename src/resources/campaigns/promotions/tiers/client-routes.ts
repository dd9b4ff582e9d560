import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../../../http/app-env";
import { operation } from "../../../../http/openapi";
import { viewList } from "../../../../http/page";
import { query } from "../../../../http/validate";
import { availableTiers } from "./list";
import { ClientTierList, ClientTierQuery } from "./schema";
import { viewClientTier } from "./view";

export const clientPromotions = new Hono<AppEnv>().get(
  "/tiers",
  operation({
    summary: "List the promotion tiers that a shopper can have now",
    answer: ClientTierList,
    errors: ["invalid_query_params"],
  }),
  query(ClientTierQuery),
  async (c) => {
    const request = { ...c.req.valid("query"), order: "-created_at" as const };
    const scope = scopeOf(c);
    const { items, total, has_more } = await availableTiers(scope, request);
    const { client_visible_metadata: keys } = scope.project;
    const shown = items.map(({ campaign, tier }) => viewClientTier(campaign, tier, keys));
    return c.json({ ...viewList("tiers", { items: shown, total }), has_more });
  },
);
