import { type Page, shownAs, viewList } from "../../../../http/page";
import { route } from "../../../../http/route";
import { PromotionTier } from "../../../../model/promotion";
import { PART_WRITE_ERRORS, SWITCH_ERRORS } from "../../shared-routes";
import { changeTier, setTierActive } from "./change";
import { createTier } from "./create";
import { listTiers, tiersOfCampaign } from "./list";
import { removeTier } from "./remove";
import { TierInput, TierList, TierQuery, TierUpdate } from "./schema";
import { getTier, type PlacedTier } from "./store";
import { viewTier } from "./view";

const viewPage = (page: Page<PlacedTier>) =>
  viewList(
    "tiers",
    shownAs(page, ({ campaign, tier }) => viewTier(campaign, tier)),
  );

export const promotionTiers = [
  route(
    "GET",
    "/tiers",
    {
      summary: "List promotion tiers, or those that a shopper can have now",
      query: TierQuery,
      answer: TierList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => viewPage(await listTiers(scope, query)),
  ),
  route(
    "GET",
    "/tiers/:promotionTierId",
    { summary: "Get a promotion tier", answer: PromotionTier, errors: ["not_found"] },
    async (scope, { params }) => {
      const { campaign, tier } = await getTier(scope, params.promotionTierId);
      return viewTier(campaign, tier);
    },
  ),
  route(
    "PUT",
    "/tiers/:promotionTierId",
    {
      summary: "Update a promotion tier",
      body: TierUpdate,
      answer: PromotionTier,
      errors: [
        "not_found",
        "resource_protected",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    },
    (scope, { params, body }) => changeTier(scope, params.promotionTierId, body),
  ),
  route(
    "DELETE",
    "/tiers/:promotionTierId",
    {
      summary: "Delete a promotion tier that no stack names",
      answer: null,
      errors: ["not_found", "resource_in_use", "resource_protected", "multiple_requests"],
    },
    (scope, { params }) => removeTier(scope, params.promotionTierId),
  ),
  route(
    "POST",
    "/tiers/:promotionTierId/enable",
    {
      summary: "Enable a promotion tier",
      answer: PromotionTier,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => setTierActive(scope, params.promotionTierId, true),
  ),
  route(
    "POST",
    "/tiers/:promotionTierId/disable",
    {
      summary: "Disable a promotion tier",
      answer: PromotionTier,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => setTierActive(scope, params.promotionTierId, false),
  ),
  route(
    "POST",
    "/:campaignId/tiers",
    {
      summary: "Add a tier to a promotion, behind the others or in a place of the hierarchy",
      body: TierInput,
      answer: PromotionTier,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => createTier(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/tiers",
    {
      summary: "List the tiers of a promotion in the order of their hierarchy",
      answer: TierList,
      errors: ["not_found", "invalid_campaign"],
    },
    async (scope, { params }) => viewPage(await tiersOfCampaign(scope, params.campaignId)),
  ),
];
