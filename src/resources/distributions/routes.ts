import { viewList, wholeList } from "../../http/page";
import { route } from "../../http/route";
import { Distribution } from "../../model/distribution";
import { SWITCH_ERRORS } from "../campaigns/shared-routes";
import { getDistribution, listDistributions } from "./load";
import { DistributionCreate, DistributionList, DistributionUpdate } from "./schema";
import { viewDistribution } from "./view";
import { changeDistribution, createDistribution, removeDistribution } from "./write";

const WRITE_ERRORS = [...SWITCH_ERRORS, "invalid_campaign"] as const;

const placeOf = ({
  campaignId,
  distributionId,
}: Record<"campaignId" | "distributionId", string>) => ({
  campaign: campaignId,
  id: distributionId,
});

/** Which events give codes of a campaign; operations of ours, the reference names none. */
export const distributions = [
  route(
    "POST",
    "/:campaignId/distributions",
    {
      summary: "Give a code of a campaign to each customer to whom a custom event happens",
      body: DistributionCreate,
      answer: Distribution,
      errors: WRITE_ERRORS,
    },
    (scope, { params, body }) => createDistribution(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/distributions",
    {
      summary: "List the distributions of a campaign",
      answer: DistributionList,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      const items = await listDistributions(scope, params.campaignId);
      return viewList("data", wholeList(items.map(viewDistribution)));
    },
  ),
  route(
    "GET",
    "/:campaignId/distributions/:distributionId",
    { summary: "Get a distribution of a campaign", answer: Distribution, errors: ["not_found"] },
    async (scope, { params }) => viewDistribution(await getDistribution(scope, placeOf(params))),
  ),
  route(
    "PUT",
    "/:campaignId/distributions/:distributionId",
    {
      summary: "Update a distribution of a campaign",
      body: DistributionUpdate,
      answer: Distribution,
      errors: WRITE_ERRORS,
    },
    (scope, { params, body }) => changeDistribution(scope, placeOf(params), body),
  ),
  route(
    "DELETE",
    "/:campaignId/distributions/:distributionId",
    { summary: "Delete a distribution of a campaign", answer: null, errors: SWITCH_ERRORS },
    (scope, { params }) => removeDistribution(scope, placeOf(params)),
  ),
];
