import { load } from "../../commit/load";
import { readPage } from "../../commit/read";
import { byCreation } from "../../db/list";
import { sql } from "../../db/sql";
import { type RewardRow, rewards } from "../../db/tables/loyalty";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { RewardQuery } from "./schema";
import { decodeReward, rewardOfAssignment } from "./store";

/** The reward that an assignment is of: a list of one, or of none. */
async function rewardAssignedBy(scope: Scope, assignmentId: string, query: RewardQuery) {
  const { rows } = await load(scope, { rows: rewardOfAssignment(scope, assignmentId) });
  const items = query.page === 1 ? rows.map(decodeReward) : [];
  return { items, total: rows.length, has_more: false };
}

/** A page of the project's rewards, newest first. */
export async function listRewards(scope: Scope, query: RewardQuery): Promise<Page<RewardRow>> {
  const { assignment_id: assignmentId, limit, page } = query;
  if (assignmentId !== undefined) return rewardAssignedBy(scope, assignmentId, query);
  const request = {
    table: rewards,
    project: sql`r.project_id = ${scope.project.id}`,
    filters: [],
    sort: byCreation("r", "-created_at"),
    limit,
    page,
  };
  return readPage(scope, request, decodeReward);
}
