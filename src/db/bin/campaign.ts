import type { Statement } from "../client";
import { assertChanged } from "../commit";
import { nothing, param, raw, sql, valuesOf } from "../sql";
import { bringBack, keep, keepOfCampaign, REWARD_IS_THERE } from "./parts";

/** The parts of a campaign whose rows name it. */
const PARTS = [
  "promotion_tiers",
  "promotion_stacks",
  "distributions",
  "reward_assignments",
  "earning_rules",
  "loyalty_tiers",
] as const;

/**
 * Keeps the parts of a campaign, and the rules of these objects, which are the campaign and its
 * parts, before they are deleted.
 */
export const keepCampaign = (
  projectId: string,
  id: string,
  objects: readonly string[],
): Statement[] => [
  ...PARTS.map((kind) => keepOfCampaign(projectId, kind, id)),
  keep(
    "validation_rules_assignments",
    sql`${id}`,
    sql`FROM validation_rules_assignments k
      WHERE k.project_id = ${projectId} AND k.related_object_id IN (${valuesOf(objects)})`,
  ),
];

/** Brings the parts back, but for rewards that were deleted meanwhile. */
export const partsBack = (projectId: string, id: string): Statement[] =>
  PARTS.map((kind) =>
    bringBack(projectId, kind, [id], kind === "reward_assignments" ? REWARD_IS_THERE : nothing),
  );

/**
 * The campaign is there again, without its vouchers; a generation that its deletion ended has
 * failed. Aborts where it is not gone, or where a generation has not noticed yet.
 */
export function undeleteCampaign(projectId: string, id: string, deletedAt: string): Statement[] {
  const [project, campaign] = [param(projectId), param(id)];
  const ended = (column: string) =>
    raw(`${column} = iif(${column} = 'IN_PROGRESS', 'FAILED', ${column})`);
  return [
    sql`UPDATE campaigns SET deleted_at = NULL, vouchers_count = 0, ${ended("creation_status")},
        ${ended("vouchers_generation_status")}
      WHERE project_id = ${project} AND id = ${campaign} AND deleted_at = ${deletedAt}
        AND NOT EXISTS (SELECT 1 FROM async_actions w INDEXED BY async_actions_related
          WHERE w.project_id = ${project} AND w.related_id = ${campaign}
            AND w.status = 'IN_PROGRESS')`,
    assertChanged("campaign_moved"),
  ];
}
