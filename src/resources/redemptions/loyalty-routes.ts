import { route } from "../../http/route";
import { Redemption } from "../../model/redemption";
import { redeemReward } from "./redeem-reward";
import { REDEEM_ERRORS } from "./routes";
import { RewardRedemption } from "./schema";

const REDEEM = {
  summary: "Redeem a reward for the points of a member",
  isShared: true,
  body: RewardRedemption,
  answer: Redemption,
  errors: [
    ...REDEEM_ERRORS,
    "no_voucher_suitable_for_publication",
    "voucher_cannot_be_published",
    "invalid_add_balance_params",
  ],
} as const;

/** The same with and without the program in the path. */
export const memberRedemptions = [
  route("POST", "/members/:memberId/redemption", REDEEM, (scope, { params, body }) =>
    redeemReward(scope, { name: params.memberId, program: null }, body),
  ),
  route("POST", "/:campaignId/members/:memberId/redemption", REDEEM, (scope, { params, body }) =>
    redeemReward(scope, { name: params.memberId, program: params.campaignId }, body),
  ),
];
