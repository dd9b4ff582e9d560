import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../../http/app-env";
import { operation } from "../../../../http/openapi";
import { viewList } from "../../../../http/page";
import { respond } from "../../../../http/respond";
import { body, params, query } from "../../../../http/validate";
import { changeTier, setTierActive } from "./change";
import { createTier } from "./create";
import { listTiers, type TierPage, tiersOfCampaign } from "./list";
import { removeTier } from "./remove";
import { PromotionTier, TierInput, TierList, TierQuery, TierUpdate } from "./schema";
import { getTier } from "./store";
import { viewTier } from "./view";

const ById = z.object({ promotionTierId: z.string() });
const ByCampaign = z.object({ campaignId: z.string() });

const viewPage = ({ items, total, has_more }: TierPage) => {
  const shown = items.map(({ campaign, tier }) => viewTier(campaign, tier));
  return { ...viewList("tiers", { items: shown, total }), has_more };
};

export const promotionTiers = new Hono<AppEnv>()
  .get(
    "/tiers",
    operation({
      summary: "List promotion tiers, or those that a shopper can have now",
      answer: TierList,
      errors: ["invalid_query_params"],
    }),
    query(TierQuery),
    async (c) => c.json(viewPage(await listTiers(scopeOf(c), c.req.valid("query")))),
  )
  .get(
    "/tiers/:promotionTierId",
    operation({ summary: "Get a promotion tier", answer: PromotionTier, errors: ["not_found"] }),
    params(ById),
    async (c) => {
      const { campaign, tier } = await getTier(scopeOf(c), c.req.valid("param").promotionTierId);
      return c.json(viewTier(campaign, tier));
    },
  )
  .put(
    "/tiers/:promotionTierId",
    operation({
      summary: "Update a promotion tier",
      answer: PromotionTier,
      errors: [
        "not_found",
        "resource_protected",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    }),
    params(ById),
    body(TierUpdate),
    async (c) =>
      respond(
        c,
        await changeTier(scopeOf(c), c.req.valid("param").promotionTierId, c.req.valid("json")),
      ),
  )
  .delete(
    "/tiers/:promotionTierId",
    operation({
      summary: "Delete a promotion tier that no stack names",
      answer: null,
      errors: ["not_found", "resource_in_use", "resource_protected", "multiple_requests"],
    }),
    params(ById),
    async (c) => respond(c, await removeTier(scopeOf(c), c.req.valid("param").promotionTierId)),
  )
  .post(
    "/tiers/:promotionTierId/enable",
    operation({
      summary: "Enable a promotion tier",
      answer: PromotionTier,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    }),
    params(ById),
    async (c) =>
      respond(c, await setTierActive(scopeOf(c), c.req.valid("param").promotionTierId, true)),
  )
  .post(
    "/tiers/:promotionTierId/disable",
    operation({
      summary: "Disable a promotion tier",
      answer: PromotionTier,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    }),
    params(ById),
    async (c) =>
      respond(c, await setTierActive(scopeOf(c), c.req.valid("param").promotionTierId, false)),
  )
  .post(
    "/:campaignId/tiers",
    operation({
      summary: "Add a tier to a promotion, behind the others or in a place of the hierarchy",
      answer: PromotionTier,
      errors: [
        "not_found",
        "invalid_campaign",
        "resource_protected",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    }),
    params(ByCampaign),
    body(TierInput),
    async (c) =>
      respond(
        c,
        await createTier(scopeOf(c), c.req.valid("param").campaignId, c.req.valid("json")),
      ),
  )
  .get(
    "/:campaignId/tiers",
    operation({
      summary: "List the tiers of a promotion in the order of their hierarchy",
      answer: TierList,
      errors: ["not_found", "invalid_campaign"],
    }),
    params(ByCampaign),
    async (c) =>
      c.json(viewPage(await tiersOfCampaign(scopeOf(c), c.req.valid("param").campaignId))),
  );
