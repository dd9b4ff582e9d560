import { cursorListOf, viewCursorPage } from "../../http/page";
import { route } from "../../http/route";
import { listMemberActivity } from "./member-activity";
import { Activity, MemberActivityQuery } from "./schema";

const LIST = {
  summary: "List what happened to a loyalty card",
  query: MemberActivityQuery,
  answer: cursorListOf(Activity),
  errors: ["not_found", "invalid_query_params"],
} as const;

export const memberActivity = [
  route("GET", "/members/:memberId/activity", LIST, async (scope, { params, query }) => {
    const card = { name: params.memberId, program: null };
    return viewCursorPage(await listMemberActivity(scope, card, query), (item) => item);
  }),
  route(
    "GET",
    "/:campaignId/members/:memberId/activity",
    LIST,
    async (scope, { params, query }) => {
      const card = { name: params.memberId, program: params.campaignId };
      return viewCursorPage(await listMemberActivity(scope, card, query), (item) => item);
    },
  ),
];
