import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { withinAnswer } from "../../../db/page";
import { rowJson } from "../../../db/row-json";
import { deleteRow, updateRow } from "../../../db/rows";
import { type Fragment, param, raw, sql, valuesOf } from "../../../db/sql";
import {
  type RewardAssignmentRow,
  type RewardRow,
  rewardAssignments,
  rewards,
} from "../../../db/tables/loyalty";
import type { Assignment } from "../../../model/assignment";
import type { Scope } from "../../../scope/scope";
import { assignmentsJson } from "../../campaigns/promotions/tiers/sql";

/** A program shows all its rewards to its members, so that they are few. */
export const MOST_REWARDS = 500;

/** A reward in a program, with the reward itself and with the rule that paying with it asks for. */
export interface AssignedReward extends RewardAssignmentRow {
  reward: RewardRow;
  rules: Assignment[];
}

export const decodeRewardAssignment = (row: RawRow): RewardAssignmentRow =>
  decode(rewardAssignments, row);

/** What every read of assignments with their rewards selects. */
const WITH_REWARD = sql`SELECT p.*, ${rowJson(rewards, "r")} AS reward,
  ${assignmentsJson("p")} AS rules`;

/** The casts hold because the columns are made by `WITH_REWARD` alone. */
export const decodeAssigned = ({ reward, rules, ...row }: RawRow): AssignedReward => ({
  ...decodeRewardAssignment(row),
  reward: decode(rewards, JSON.parse(String(reward)) as RawRow),
  rules: JSON.parse(String(rules)) as Assignment[],
});

/** Assignments by a condition on `p`, which an index serves. */
const assigned = (scope: Scope, index: Fragment, where: Fragment): Fragment => {
  const project = param(scope.project.id);
  return sql`${WITH_REWARD} FROM reward_assignments p ${index}
    CROSS JOIN rewards r ON r.project_id = ${project} AND r.id = p.reward_id
    WHERE p.project_id = ${project} AND ${where}`;
};

const BY_ID = raw("");
const ONCE = raw("INDEXED BY reward_assignments_once");
const AUTO = raw("INDEXED BY reward_assignments_auto");
const OF_CAMPAIGN = raw("INDEXED BY reward_assignments_campaign");

export const assignedById = (scope: Scope, id: string): Fragment =>
  assigned(scope, BY_ID, sql`p.id = ${id}`);

/** A reward in a program, whose id is an expression; no row where it is not assigned to it. */
export const rewardAssigned = (scope: Scope, campaign: Fragment, rewardId: string): Fragment =>
  assigned(scope, ONCE, sql`p.reward_id = ${rewardId} AND p.campaign_id = ${campaign}`);

/** The reward of a program that is redeemed by itself; no row where there is none. */
export const rewardRedeemedByItself = (scope: Scope, campaign: Fragment): Fragment =>
  assigned(scope, AUTO, sql`p.campaign_id = ${campaign} AND p.auto_redeem = 1`);

/**
 * All rewards of a program, newest first, as far as one answer holds them; they are `MOST_REWARDS`
 * at most.
 */
export const rewardsOfProgram = (scope: Scope, campaign: Fragment): Fragment =>
  withinAnswer(
    assigned(scope, OF_CAMPAIGN, sql`p.campaign_id = ${campaign}`),
    sql`1000 + octet_length(reward)`,
    "id DESC",
  );

/** The program that an assignment is of, as an expression for another query. */
export const programOfAssignment = (scope: Scope, id: string): Fragment =>
  sql`(SELECT campaign_id FROM reward_assignments
    WHERE project_id = ${scope.project.id} AND id = ${id})`;

/** The assignments of rewards among the objects that a query selects. */
export const rewardsAmong = (scope: Scope, objects: Fragment): Fragment =>
  assigned(scope, BY_ID, sql`p.id IN (${objects})`);

/** Which of these rewards a program has already. */
export const rewardsTaken = (
  scope: Scope,
  campaign: Fragment,
  rewardIds: readonly string[],
): Fragment =>
  sql`SELECT * FROM reward_assignments INDEXED BY reward_assignments_once
    WHERE project_id = ${scope.project.id} AND reward_id IN (${valuesOf(rewardIds)})
      AND campaign_id = ${campaign}`;

export const rewardsByIds = (scope: Scope, ids: readonly string[]): Fragment =>
  sql`SELECT * FROM rewards WHERE project_id = ${scope.project.id} AND id IN (${valuesOf(ids)})`;

/** Ids of a reward's assignments, at most a hundred: what keeps it from being deleted. */
export const idsOfAssignments = (scope: Scope, rewardId: string): Statement =>
  sql`SELECT id FROM reward_assignments INDEXED BY reward_assignments_once
    WHERE project_id = ${scope.project.id} AND reward_id = ${rewardId} LIMIT 100`;

/**
 * Adds rewards to a program, each once; aborts where one of them or the program was deleted
 * meanwhile, or where the program would have too many.
 */
export function insertAssignments(campaignId: string, rows: RewardAssignmentRow[]): Statement[] {
  const project = param(rows[0]?.project_id ?? "");
  const ids = rows.map(({ reward_id }) => reward_id);
  return [
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'campaign_moved' FROM campaigns
      WHERE project_id = ${project} AND id = ${campaignId} AND deleted_at IS NULL`,
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${ids.length}, 'reward_moved' FROM rewards
      WHERE project_id = ${project} AND id IN (${valuesOf(ids)})`,
    insertRows(rewardAssignments, rows),
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${raw(MOST_REWARDS)}, 'program_full'
      FROM reward_assignments INDEXED BY reward_assignments_campaign
      WHERE project_id = ${project} AND campaign_id = ${campaignId}`,
  ];
}

export type AssignmentChange = Partial<Pick<RewardAssignmentRow, "points" | "auto_redeem">> & {
  updated_at: string;
};

/** Sets columns of the assignment that was read; aborts where another update came between. */
export const updateAssignment = (row: RewardAssignmentRow, change: AssignmentChange): Statement[] =>
  updateRow(rewardAssignments, row, change, "reward_assignment_moved");

export const deleteRewardAssignment = (row: RewardAssignmentRow): Statement[] =>
  deleteRow(rewardAssignments, row, "reward_assignment_moved");
