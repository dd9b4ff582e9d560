import { listOf, shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { PointsBalance } from "../../../model/transaction";
import { Voucher } from "../../../model/voucher";
import { PUBLISH_ERRORS } from "../../publications/routes";
import { viewVoucher } from "../../vouchers/view";
import { changePoints } from "./balance";
import { loadCard } from "./cards";
import { joinProgram } from "./join";
import { listMembers } from "./list";
import { PointsAdjustment, Transfers } from "./points-schema";
import { MemberCreate, MemberQuery } from "./schema";
import { transferPoints } from "./transfers";

const GET_CARD = { summary: "Get a loyalty card", answer: Voucher, errors: ["not_found"] } as const;

const CHANGE_POINTS = {
  summary: "Add points to a loyalty card, or take some away",
  body: PointsAdjustment,
  answer: PointsBalance,
  errors: [
    "not_found",
    "invalid_add_balance_params",
    "invalid_expiration_date",
    "missing_param",
    "multiple_requests",
  ],
} as const;

export const loyaltyMembers = [
  route("GET", "/members/:memberId", GET_CARD, async (scope, { params }) => {
    const { card } = await loadCard(scope, params.memberId, null);
    return viewVoucher(scope, card);
  }),
  route("POST", "/members/:memberId/balance", CHANGE_POINTS, (scope, { params, body }) =>
    changePoints(scope, { name: params.memberId, program: null }, body),
  ),
  route(
    "POST",
    "/:campaignId/members",
    {
      summary: "Give a card of a loyalty program to a customer",
      body: MemberCreate,
      answer: Voucher,
      errors: PUBLISH_ERRORS,
    },
    (scope, { params, body }) => joinProgram(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/members",
    {
      summary: "List the cards of a loyalty program",
      query: MemberQuery,
      answer: listOf("vouchers", Voucher),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listMembers(scope, params.campaignId, query);
      return viewList(
        "vouchers",
        shownAs(page, (row) => viewVoucher(scope, row)),
      );
    },
  ),
  route("GET", "/:campaignId/members/:memberId", GET_CARD, async (scope, { params }) => {
    const { card } = await loadCard(scope, params.memberId, params.campaignId);
    return viewVoucher(scope, card);
  }),
  route(
    "POST",
    "/:campaignId/members/:memberId/balance",
    CHANGE_POINTS,
    (scope, { params, body }) =>
      changePoints(scope, { name: params.memberId, program: params.campaignId }, body),
  ),
  route(
    "POST",
    "/:campaignId/members/:memberId/transfers",
    {
      summary: "Move points to a card from other cards",
      body: Transfers,
      answer: Voucher,
      errors: ["not_found", "invalid_add_balance_params", "multiple_requests"],
    },
    (scope, { params, body }) =>
      transferPoints(scope, { name: params.memberId, program: params.campaignId }, body),
  ),
];
