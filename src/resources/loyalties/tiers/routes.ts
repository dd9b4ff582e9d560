import * as z from "zod";
import { pageQuery, shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { LoyaltyTier } from "../../../model/loyalty/tier";
import { PART_WRITE_ERRORS, SWITCH_ERRORS } from "../../campaigns/shared-routes";
import { EarningRuleList } from "../earning-rules/schema";
import { rulesOfTier } from "./benefits";
import { changeTier, removeTier } from "./change";
import { createTiers } from "./create";
import { getTier, listTiers, tiersOfMember } from "./list";
import { TierList, TierQuery, Tiers, TiersCreate, TierUpdate } from "./schema";
import { viewTier } from "./view";

const placeOf = ({
  campaignId,
  loyaltyTierId,
}: Record<"campaignId" | "loyaltyTierId", string>) => ({
  program: campaignId,
  id: loyaltyTierId,
});

export const loyaltyTiers = [
  route(
    "GET",
    "/members/:memberId/tiers",
    {
      summary: "List the tiers that the holder of a loyalty card is in",
      answer: TierList,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewList("data", await tiersOfMember(scope, params.memberId)),
  ),
  route(
    "POST",
    "/:campaignId/tiers",
    {
      summary: "Add tiers to a loyalty program",
      body: TiersCreate,
      answer: Tiers,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => createTiers(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/tiers",
    {
      summary: "List the tiers of a loyalty program",
      query: TierQuery,
      answer: TierList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listTiers(scope, params.campaignId, query);
      return viewList("data", shownAs(page, viewTier));
    },
  ),
  route(
    "GET",
    "/:campaignId/tiers/:loyaltyTierId",
    {
      summary: "Get a tier of a loyalty program",
      answer: LoyaltyTier,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewTier(await getTier(scope, placeOf(params))),
  ),
  route(
    "PUT",
    "/:campaignId/tiers/:loyaltyTierId",
    {
      summary: "Update a tier of a loyalty program",
      body: TierUpdate,
      answer: LoyaltyTier,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => changeTier(scope, placeOf(params), body),
  ),
  route(
    "DELETE",
    "/:campaignId/tiers/:loyaltyTierId",
    {
      summary: "Delete a tier of a loyalty program",
      answer: null,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => removeTier(scope, placeOf(params)),
  ),
  route(
    "GET",
    "/:campaignId/tiers/:loyaltyTierId/earning-rules",
    {
      summary: "List a program's earning rules with the points that members of a tier get",
      query: z.object(pageQuery),
      answer: EarningRuleList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) =>
      viewList("data", await rulesOfTier(scope, placeOf(params), query)),
  ),
];
