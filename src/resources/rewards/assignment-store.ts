import type { Statement } from "../../db/client";
import { sql } from "../../db/sql";
import type { Scope } from "../../scope/scope";

/** Ids of a reward's assignments, at most a hundred: what keeps it from being deleted. */
export const idsOfAssignments = (scope: Scope, rewardId: string): Statement =>
  sql`SELECT id FROM reward_assignments INDEXED BY reward_assignments_once
    WHERE project_id = ${scope.project.id} AND reward_id = ${rewardId} LIMIT 100`;
