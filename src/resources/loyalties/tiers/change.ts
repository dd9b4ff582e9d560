import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { LoyaltyTierRow } from "../../../db/tables/loyalty";
import { mergeMetadata } from "../../../model/metadata";
import type { Scope } from "../../../scope/scope";
import { refuseProtected } from "../../campaigns/change";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName } from "../../campaigns/store";
import { type InProgram, theProgram } from "../programs/program";
import { tierEvent } from "./create";
import { checkTier, mappedReads, refuseUnknown } from "./draft";
import { followingTiers } from "./recalculate";
import type { TierUpdate } from "./schema";
import {
  decodeTier,
  deleteTier,
  type TierChange,
  theTier,
  tiersOfProgram,
  tiersStand,
  updateTier,
} from "./store";
import { viewTier } from "./view";

/** The columns that a body changes. */
const changeOf = (scope: Scope, row: LoyaltyTierRow, sent: TierUpdate): TierChange => ({
  ...(sent.name !== undefined && { name: sent.name }),
  ...(sent.points && {
    points_from: sent.points.from ?? null,
    points_to: sent.points.to ?? null,
  }),
  ...(sent.earning_rules !== undefined && { earning_rules: sent.earning_rules ?? {} }),
  ...(sent.rewards !== undefined && { rewards: sent.rewards ?? {} }),
  ...(sent.metadata !== undefined && {
    metadata: sent.metadata && mergeMetadata(row.metadata ?? {}, sent.metadata),
  }),
  updated_at: nextUpdate(scope, row),
});

/** Reads a tier with its program and the program's other tiers. */
async function loadTier(scope: Scope, { program, id }: InProgram, sent: TierUpdate) {
  const { campaigns, tiers, ...mapped } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    tiers: tiersOfProgram(scope, campaignNamed(scope, program)),
    ...mappedReads(scope, program, [sent]),
  });
  const campaign = theProgram(campaigns, program);
  const others = tiers.map(decodeTier);
  const row = theTier(others, id);
  refuseProtected(campaign);
  refuseUnknown(mapped, [sent]);
  return { campaign, others, row };
}

/** Whether other points lead into the tier than before. */
const movesBounds = (row: LoyaltyTierRow, after: LoyaltyTierRow): boolean =>
  row.points_from !== after.points_from || row.points_to !== after.points_to;

/** Updates a tier; where its points change, members are looked at in the background. */
export const changeTier = (scope: Scope, place: InProgram, sent: TierUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, others, row } = await loadTier(scope, place, sent);
    const change = changeOf(scope, row, sent);
    const after = { ...row, ...change };
    checkTier(scope, after, { others, at: "" });
    if (changesNothing(row, change)) return viewTier(row);
    const answer = viewTier(after);
    const work = movesBounds(row, after) ? followingTiers(scope, campaign) : null;
    const result = await commit(scope, {
      ...work,
      statements: [
        ...updateTier(row, change),
        ...tiersStand(scope.project.id, campaign.id),
        ...(work?.statements ?? []),
      ],
      events: [tierEvent("campaign.loyalty_tier.updated", campaign, after)],
      answer,
    });
    return result.ok ? answer : null;
  }, [`campaign ${place.program}`]);

/** Deletes a tier; who is in it is in none, until the background has looked at its members. */
export const removeTier = (scope: Scope, place: InProgram): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, row } = await loadTier(scope, place, {});
    const work = followingTiers(scope, campaign);
    const result = await commit(scope, {
      ...work,
      statements: [...deleteTier(row), ...work.statements],
      events: [tierEvent("campaign.loyalty_tier.deleted", campaign, row)],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`campaign ${place.program}`]);
