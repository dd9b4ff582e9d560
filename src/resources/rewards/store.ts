import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { byId, deleteRow, updateRow } from "../../db/rows";
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

/** How many redemptions take of a reward, and the programs in which it was read. */
export interface RewardTaking {
  id: string;
  count: number;
  /** When the reward, and each of its assignments, was last updated as it was read. */
  seen: string | null;
  assignments: readonly { id: string; seen: string | null }[];
}

/**
 * Takes from the stock; the CHECK `reward_stock` refuses the one too many, and a reward that was
 * changed, deleted or taken out of the program since it was read aborts as `reward_moved`.
 */
export function takeRewards(projectId: string, takings: readonly RewardTaking[]): Statement[] {
  if (takings.length === 0) return [];
  const [project, list] = [param(projectId), param(JSON.stringify(takings))];
  return [
    sql`UPDATE rewards SET redeemed = redeemed + (m.value->>'$.count')
      FROM json_each(${list}) m WHERE project_id = ${project}
        AND rewards.id IN (SELECT value->>'$.id' FROM json_each(${list}))
        AND rewards.id = m.value->>'$.id' AND updated_at IS (m.value->>'$.seen')
        AND json_array_length(m.value, '$.assignments') = (
          SELECT count(*) FROM json_each(m.value, '$.assignments') s
          CROSS JOIN reward_assignments a ON a.project_id = ${project}
            AND a.id = s.value->>'$.id' AND a.updated_at IS (s.value->>'$.seen'))`,
    assertChanged("reward_moved", takings.length),
  ];
}

/** Gives each of these back; of a reward that is gone there is no stock to give it back to. */
export function giveBackRewards(projectId: string, ids: readonly string[]): Statement[] {
  if (ids.length === 0) return [];
  const list = param(JSON.stringify(ids));
  return [
    sql`UPDATE rewards SET redeemed = redeemed
        - (SELECT count(*) FROM json_each(${list}) WHERE value = rewards.id)
      WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${list}))`,
  ];
}
