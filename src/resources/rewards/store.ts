import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { byId, deleteRow, type Keyed, updateRow } from "../../db/rows";
import { type Fragment, param, sql } from "../../db/sql";
import { type RewardRow, rewards } from "../../db/tables/loyalty";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export const decodeReward = (raw: RawRow): RewardRow => decode(rewards, raw);

export const rewardById = (scope: Scope, id: string): Statement =>
  byId(rewards, { project_id: scope.project.id, id });

/** The reward among the rows that a read gave; throws not-found where there is none. */
export function theReward(rows: readonly RawRow[], id: string): RewardRow {
  const [row] = rows;
  if (!row) throw notFound("reward", id);
  return decodeReward(row);
}

export const getReward = (scope: Scope, id: string): Promise<RewardRow> =>
  getRow(scope, rewards, id, "reward");

/** The reward of an assignment; no row where there is no such assignment. */
export function rewardOfAssignment(scope: Scope, assignmentId: string): Fragment {
  const project = param(scope.project.id);
  return sql`SELECT * FROM rewards WHERE project_id = ${project} AND id = (
    SELECT reward_id FROM reward_assignments
    WHERE project_id = ${project} AND id = ${assignmentId})`;
}

export const insertReward = (row: RewardRow): Statement => insertRows(rewards, [row]);

/** Columns of a reward that an update may set; neither its type nor what was redeemed of it. */
export type RewardChange = Partial<
  Pick<RewardRow, "name" | "stock" | "attributes" | "metadata" | "parameters">
> & { updated_at: string };

/**
 * Sets columns of the reward that was read; aborts where another update came between. The CHECK
 * `reward_stock` refuses a stock below what is redeemed.
 */
export const updateReward = (row: RewardRow, change: RewardChange): Statement[] =>
  updateRow(rewards, row, change, "reward_moved");

/** Takes the reward away; aborts where it is gone, or where it is assigned to a program. */
export const deleteReward = (row: RewardRow): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) VALUES (NOT EXISTS (SELECT 1
    FROM reward_assignments INDEXED BY reward_assignments_once
    WHERE project_id = ${row.project_id} AND reward_id = ${row.id}), 'reward_assigned')`,
  ...deleteRow(rewards, row, "reward_moved"),
];

/**
 * Takes one from the stock; the CHECK `reward_stock` refuses the one too many, and a reward that is
 * gone aborts as `reward_moved`.
 */
export const takeReward = ({ project_id, id }: Keyed): Statement[] => [
  sql`UPDATE rewards SET redeemed = redeemed + 1 WHERE project_id = ${project_id} AND id = ${id}`,
  assertChanged("reward_moved"),
];

/** Gives it back; of a reward that is gone there is no stock to give it back to. */
export const giveBackReward = ({ project_id, id }: Keyed): Statement =>
  sql`UPDATE rewards SET redeemed = redeemed - 1 WHERE project_id = ${project_id} AND id = ${id}`;
