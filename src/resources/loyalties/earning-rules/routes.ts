import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { EarningRule } from "../../../model/loyalty/earning";
import { PART_WRITE_ERRORS, SWITCH_ERRORS } from "../../campaigns/shared-routes";
import { changeEarningRule, setEarningRuleActive } from "./change";
import { createEarningRules } from "./create";
import { estimatePoints } from "./estimate";
import { getEarningRule, listEarningRules } from "./list";
import { removeEarningRule } from "./remove";
import {
  EarningRuleCreate,
  EarningRuleList,
  EarningRuleQuery,
  EarningRules,
  EarningRuleUpdate,
  Estimate,
  EstimateRequest,
  SwitchedEarningRule,
} from "./schema";
import { viewEarningRule } from "./view";

const placeOf = ({
  campaignId,
  earningRuleId,
}: Record<"campaignId" | "earningRuleId", string>) => ({
  program: campaignId,
  id: earningRuleId,
});

export const earningRules = [
  route(
    "POST",
    "/:campaignId/earning-rules",
    {
      summary: "Add earning rules to a loyalty program",
      body: EarningRuleCreate,
      answer: EarningRules,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => createEarningRules(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/earning-rules",
    {
      summary: "List the earning rules of a loyalty program",
      query: EarningRuleQuery,
      answer: EarningRuleList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listEarningRules(scope, params.campaignId, query);
      return viewList("data", shownAs(page, viewEarningRule));
    },
  ),
  route(
    "GET",
    "/:campaignId/earning-rules/:earningRuleId",
    {
      summary: "Get an earning rule",
      answer: EarningRule,
      errors: ["not_found", "invalid_campaign"],
    },
    async (scope, { params }) => viewEarningRule(await getEarningRule(scope, placeOf(params))),
  ),
  route(
    "PUT",
    "/:campaignId/earning-rules/:earningRuleId",
    {
      summary: "Update an earning rule; its event stays",
      body: EarningRuleUpdate,
      answer: EarningRule,
      errors: PART_WRITE_ERRORS,
    },
    (scope, { params, body }) => changeEarningRule(scope, placeOf(params), body),
  ),
  route(
    "DELETE",
    "/:campaignId/earning-rules/:earningRuleId",
    {
      summary: "Delete an earning rule",
      answer: null,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => removeEarningRule(scope, placeOf(params)),
  ),
  route(
    "POST",
    "/:campaignId/earning-rules/:earningRuleId/enable",
    {
      summary: "Enable an earning rule",
      answer: SwitchedEarningRule,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => setEarningRuleActive(scope, placeOf(params), true),
  ),
  route(
    "POST",
    "/:campaignId/earning-rules/:earningRuleId/disable",
    {
      summary: "Disable an earning rule",
      answer: SwitchedEarningRule,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => setEarningRuleActive(scope, placeOf(params), false),
  ),
  route(
    "POST",
    "/:campaignId/qualifications",
    {
      summary: "Estimate the points that an order would give in a loyalty program",
      body: EstimateRequest,
      answer: Estimate,
      errors: [
        "not_found",
        "campaign_not_active",
        "loyalty_card_not_active",
        "campaign_not_allow_auto_join",
      ],
    },
    (scope, { params, body }) => estimatePoints(scope, params.campaignId, body),
  ),
];
