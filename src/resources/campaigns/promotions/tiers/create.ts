import type { Answer } from "../../../../commit/answer";
import { commit } from "../../../../commit/commit";
import { load } from "../../../../commit/load";
import { retried } from "../../../../commit/retry";
import { ApiError } from "../../../../errors";
import type { Scope } from "../../../../scope/scope";
import { assignToTier } from "../../../validation-rules/assignment-store";
import { refuseProtected } from "../../change";
import { byCampaignName, type StoredCampaign } from "../../store";
import { thePromotion, viewPromotion } from "../campaign";
import { assignmentEvents, type NewTier, newTier } from "./draft";
import { parentStatements, parentsIn } from "./parents";
import type { TierInput } from "./schema";
import { insertTier, makeRoom } from "./store";
import { viewTier } from "./view";

/** A campaign shows all its tiers, so that they are few. */
export const MOST_TIERS = 100;

function refuseFull({ id, tiers }: StoredCampaign): void {
  if (tiers.length < MOST_TIERS) return;
  throw new ApiError("invalid_campaign", {
    details: `Campaign ${id} has ${MOST_TIERS} promotion tiers; a campaign takes no more`,
  });
}

/** The place behind the last one. */
const nextPlace = ({ tiers }: StoredCampaign): number =>
  tiers.reduce((last, { hierarchy }) => Math.max(last, hierarchy), 0) + 1;

async function add(scope: Scope, campaign: StoredCampaign, made: NewTier, isPlaced: boolean) {
  const { tier, assignment } = made;
  const answer = viewTier(campaign, tier);
  const result = await commit(scope, {
    statements: [
      ...insertTier(tier, campaign.tiers.length),
      ...(isPlaced ? [makeRoom(tier, tier.hierarchy)] : []),
      ...(assignment ? assignToTier(assignment) : []),
    ],
    tally: { promotion_tiers: 1, ...(assignment && { validation_rules_assignments: 1 }) },
    events: [
      {
        kind: "campaign.promotion_tier.created",
        entity_id: tier.id,
        data: { campaign: viewPromotion(campaign), promotion_tier: answer },
      },
      ...assignmentEvents(campaign, [made]),
    ],
    answer,
  });
  return result.ok ? answer : null;
}

/** Adds a tier to a promotion, behind the others or in the place that the body names. */
export const createTier = (scope: Scope, name: string, input: TierInput): Promise<Answer> =>
  retried(scope, async () => {
    const reads = [byCampaignName(scope, name), ...parentStatements(scope, [input])];
    const [found, ...parents] = await load(scope, reads);
    const campaign = thePromotion(found, name);
    refuseProtected(campaign);
    refuseFull(campaign);
    const isPlaced = typeof input.hierarchy === "number";
    const hierarchy = input.hierarchy ?? nextPlace(campaign);
    const place = { campaignId: campaign.id, hierarchy, path: "" };
    const made = newTier(scope, input, place, parentsIn(parents)(input));
    return add(scope, campaign, made, isPlaced);
  }, [`campaign ${name}`]);
