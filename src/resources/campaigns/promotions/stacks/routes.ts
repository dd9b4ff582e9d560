import { shownAs, viewList } from "../../../../http/page";
import { route } from "../../../../http/route";
import { PromotionStack } from "../../../../model/promotion";
import { getStack, listStacks, stacksOfCampaign } from "./list";
import { CampaignStackQuery, StackInput, StackList, StackQuery, StackUpdate } from "./schema";
import { viewStack } from "./view";
import { changeStack, createStack, removeStack } from "./write";

const WRITE_ERRORS = [
  "not_found",
  "invalid_campaign",
  "resource_protected",
  "multiple_requests",
] as const;

export const promotionStacks = [
  route(
    "GET",
    "/stacks",
    {
      summary: "List promotion stacks",
      query: StackQuery,
      answer: StackList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listStacks(scope, query);
      return viewList("data", shownAs(page, viewStack));
    },
  ),
  route(
    "POST",
    "/:campaignId/stacks",
    {
      summary: "Put tiers of a promotion under one name, in the order in which they apply",
      body: StackInput,
      answer: PromotionStack,
      errors: WRITE_ERRORS,
    },
    (scope, { params, body }) => createStack(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/stacks",
    {
      summary: "List the stacks of a promotion in the order of their making",
      query: CampaignStackQuery,
      answer: StackList,
      errors: ["not_found", "invalid_campaign", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const found = await stacksOfCampaign(scope, params.campaignId, query);
      return viewList("data", shownAs(found, viewStack));
    },
  ),
  route(
    "GET",
    "/:campaignId/stacks/:stackId",
    {
      summary: "Get a promotion stack",
      answer: PromotionStack,
      errors: ["not_found", "invalid_campaign"],
    },
    async (scope, { params }) => viewStack(await getStack(scope, params)),
  ),
  route(
    "PUT",
    "/:campaignId/stacks/:stackId",
    {
      summary: "Update a promotion stack; its tiers are replaced as a whole",
      body: StackUpdate,
      answer: PromotionStack,
      errors: WRITE_ERRORS,
    },
    (scope, { params, body }) => changeStack(scope, params, body),
  ),
  route(
    "DELETE",
    "/:campaignId/stacks/:stackId",
    {
      summary: "Delete a promotion stack; its tiers stay",
      answer: null,
      errors: WRITE_ERRORS,
    },
    (scope, { params }) => removeStack(scope, params),
  ),
];
