import { load } from "../../../commit/load";
import { isCut } from "../../../db/page";
import { sql } from "../../../db/sql";
import { rewardPrice } from "../../../engine/loyalty/reward-price";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import type { InProgram } from "../../loyalties/programs/program";
import { getTier } from "../../loyalties/tiers/list";
import { type AssignedReward, decodeAssigned, rewardsOfProgram } from "./store";

/**
 * The rewards of a tier's program, newest first, at what they cost members of the tier; points as
 * money cost everybody the same.
 */
export async function rewardsOfTier(scope: Scope, place: InProgram): Promise<Page<AssignedReward>> {
  const tier = await getTier(scope, place);
  const { rows } = await load(scope, { rows: rewardsOfProgram(scope, sql`${tier.campaign_id}`) });
  const items = rows.map(decodeAssigned).map((row) => ({
    ...row,
    points: row.points === null ? null : rewardPrice(row, tier.rewards[row.id]),
  }));
  const total = Number(rows[0]?.page_rows ?? 0);
  return { items, total, has_more: isCut(rows) };
}
