import { viewCursorPage } from "../../http/page";
import { route } from "../../http/route";
import type { Scope } from "../../scope/scope";
import { assignHolders } from "./assign";
import type { CodeNamed } from "./code";
import { listHolders } from "./list";
import { removeHolder } from "./remove";
import { HolderList, HolderQuery, Holders, HoldersCreate } from "./schema";

const ASSIGN = {
  summary: "Give a referral code to those whom it refers",
  body: HoldersCreate,
  answer: Holders,
  errors: [
    "not_found",
    "not_published",
    "duplicate_found",
    "holder_assignement_duplication",
    "metadata_validation_failed",
    "multiple_requests",
  ],
} as const;

const LIST = {
  summary: "List who holds a referral code",
  query: HolderQuery,
  answer: HolderList,
  errors: ["not_found", "invalid_query_params"],
} as const;

const REMOVE = {
  summary: "Take a referral code from one whom it refers",
  answer: null,
  errors: ["not_found", "forbidden", "multiple_requests"],
} as const;

const codeOf = ({ memberId, campaignId }: { memberId: string; campaignId?: string }) => ({
  name: memberId,
  campaign: campaignId ?? null,
});

async function list(scope: Scope, code: CodeNamed, query: HolderQuery) {
  const { total, ...page } = await listHolders(scope, code, query);
  return { ...viewCursorPage(page, (holder) => holder), total };
}

export const referrals = [
  route("POST", "/members/:memberId/holders", ASSIGN, (scope, { params, body }) =>
    assignHolders(scope, codeOf(params), body),
  ),
  route("GET", "/members/:memberId/holders", LIST, (scope, { params, query }) =>
    list(scope, codeOf(params), query),
  ),
  route("DELETE", "/members/:memberId/holders/:holderId", REMOVE, (scope, { params }) =>
    removeHolder(scope, codeOf(params), params.holderId),
  ),
  route("POST", "/:campaignId/members/:memberId/holders", ASSIGN, (scope, { params, body }) =>
    assignHolders(scope, codeOf(params), body),
  ),
  route("GET", "/:campaignId/members/:memberId/holders", LIST, (scope, { params, query }) =>
    list(scope, codeOf(params), query),
  ),
  route("DELETE", "/:campaignId/members/:memberId/holders/:holderId", REMOVE, (scope, { params }) =>
    removeHolder(scope, codeOf(params), params.holderId),
  ),
];
