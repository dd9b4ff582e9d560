import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import type { LoyaltyTierRow } from "../../../db/tables/loyalty";
import { ApiError } from "../../../errors";
import type { DomainEvent } from "../../../events/outbox";
import { MOST_TIERS } from "../../../model/loyalty/tier";
import { newMetadata } from "../../../model/metadata";
import { isoNow, type Scope } from "../../../scope/scope";
import { refuseProtected } from "../../campaigns/change";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName, type StoredCampaign } from "../../campaigns/store";
import { viewCampaign } from "../../campaigns/view";
import { theProgram } from "../programs/program";
import { checkTier, mappedReads, refuseUnknown } from "./draft";
import { followingTiers } from "./recalculate";
import type { TierInput, TiersCreate } from "./schema";
import { decodeTier, insertTiers, tiersOfProgram, tiersStand } from "./store";
import { viewTier } from "./view";

type Kind = Extract<DomainEvent["kind"], `campaign.loyalty_tier.${string}`>;

/** That something happened to a tier of a program. */
export const tierEvent = (
  kind: Kind,
  campaign: StoredCampaign,
  row: LoyaltyTierRow,
): DomainEvent => ({
  kind,
  entity_id: row.id,
  data: { campaign: viewCampaign(campaign), loyalty_tier: viewTier(row) },
});

const newTier = (
  scope: Scope,
  sent: TierInput,
  place: { id: string; campaignId: string },
): LoyaltyTierRow => ({
  project_id: scope.project.id,
  id: place.id,
  campaign_id: place.campaignId,
  name: sent.name,
  points_from: sent.points.from ?? null,
  points_to: sent.points.to ?? null,
  earning_rules: sent.earning_rules ?? {},
  rewards: sent.rewards ?? {},
  metadata: sent.metadata ? newMetadata(sent.metadata) : null,
  created_at: isoNow(scope),
  updated_at: null,
});

async function newTiers(scope: Scope, name: string, sent: TiersCreate) {
  const { campaigns, tiers, ...mapped } = await load(scope, {
    campaigns: byCampaignName(scope, name),
    tiers: tiersOfProgram(scope, campaignNamed(scope, name)),
    ...mappedReads(scope, name, sent),
  });
  const campaign = theProgram(campaigns, name);
  refuseProtected(campaign);
  refuseUnknown(mapped, sent);
  if (tiers.length + sent.length > MOST_TIERS) {
    throw new ApiError("invalid_campaign", {
      details: `Campaign ${campaign.id} takes at most ${MOST_TIERS} loyalty tiers`,
    });
  }
  // Ids of one body's tiers ascend in its order.
  const ids = sent.map(() => scope.newId("ltr")).sort((a, b) => (a < b ? -1 : 1));
  const rows = sent.map((input, at) =>
    newTier(scope, input, { id: ids[at] ?? scope.newId("ltr"), campaignId: campaign.id }),
  );
  const others = tiers.map(decodeTier);
  rows.forEach((row, at) => {
    checkTier(scope, row, { others: [...others, ...rows.slice(0, at)], at: `[${at}]` });
  });
  return { campaign, rows };
}

/** Adds tiers to a program: all of them or none. Answers them in the order of the body. */
export const createTiers = (scope: Scope, name: string, sent: TiersCreate): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, rows } = await newTiers(scope, name, sent);
    const answer = rows.map(viewTier);
    if (rows.length === 0) return answer;
    const work = followingTiers(scope, campaign);
    const result = await commit(scope, {
      ...work,
      statements: [
        insertTiers(rows),
        ...tiersStand(scope.project.id, campaign.id),
        ...work.statements,
      ],
      events: rows.map((row) => tierEvent("campaign.loyalty_tier.created", campaign, row)),
      answer,
    });
    return result.ok ? answer : null;
  }, [`campaign ${name}`]);
