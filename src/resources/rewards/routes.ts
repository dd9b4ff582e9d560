import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Reward } from "../../model/loyalty/reward";
import { listRewards } from "./list";
import { RewardCreate, RewardQuery, RewardUpdate } from "./schema";
import { getReward } from "./store";
import { viewReward } from "./view";
import { changeReward, createReward, removeReward } from "./write";

const GIVEN = [
  "not_found",
  "invalid_campaign",
  "invalid_balance",
  "invalid_sku",
  "metadata_validation_failed",
  "multiple_requests",
] as const;

export const rewards = [
  route(
    "POST",
    "/",
    {
      summary: "Create a reward: a campaign's code or points, a product, or points as money",
      body: RewardCreate,
      answer: Reward,
      errors: GIVEN,
    },
    (scope, { body }) => createReward(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List rewards, or the one of an assignment",
      query: RewardQuery,
      answer: listOf("data", Reward),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      return viewList("data", shownAs(await listRewards(scope, query), viewReward));
    },
  ),
  route(
    "GET",
    "/:rewardId",
    { summary: "Get a reward", answer: Reward, errors: ["not_found"] },
    async (scope, { params }) => viewReward(await getReward(scope, params.rewardId)),
  ),
  route(
    "PUT",
    "/:rewardId",
    {
      summary: "Update a reward; its type stays",
      body: RewardUpdate,
      answer: Reward,
      errors: GIVEN,
    },
    (scope, { params, body }) => changeReward(scope, params.rewardId, body),
  ),
  route(
    "DELETE",
    "/:rewardId",
    {
      summary: "Delete a reward that is assigned to no program",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params }) => removeReward(scope, params.rewardId),
  ),
];
