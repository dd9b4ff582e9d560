import { listOf, shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { PointsBucket } from "../../../model/loyalty/points-bucket";
import { listExpirations } from "./list";
import { BucketQuery } from "./schema";
import { viewBucket } from "./view";

export const pointsExpirations = [
  route(
    "GET",
    "/:campaignId/members/:memberId/points-expiration",
    {
      summary: "List when points of a loyalty card expire",
      query: BucketQuery,
      answer: listOf("data", PointsBucket),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const card = { name: params.memberId, program: params.campaignId };
      return viewList("data", shownAs(await listExpirations(scope, card, query), viewBucket));
    },
  ),
];
