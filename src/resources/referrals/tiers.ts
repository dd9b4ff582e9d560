import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { ReferralTierRow } from "../../db/tables/referrals";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { mergeMetadata, newMetadata } from "../../model/metadata";
import type { ReferralTier } from "../../model/referral";
import { isoNow, type Scope } from "../../scope/scope";
import { refuseProtected } from "../campaigns/change";
import { definedReward, rewardReads } from "../campaigns/referral-program";
import { campaignNamed } from "../campaigns/sql";
import { byCampaignName, type StoredCampaign, theCampaign } from "../campaigns/store";
import { viewCampaign } from "../campaigns/view";
import { decodeTier } from "./reward-store";
import type { TierInput, TiersCreate, TierUpdate } from "./schema";
import {
  deleteTier,
  insertTiers,
  MOST_TIERS,
  type TierChange,
  theTier,
  tiersOf,
  updateTier,
} from "./tiers-store";

/** A tier as a path names it: by the id or name of its campaign, and its own id. */
export interface TierNamed {
  campaign: string;
  id: string;
}

export const viewTier = (row: ReferralTierRow): ReferralTier => ({
  id: row.id,
  campaign_id: row.campaign_id,
  name: row.name,
  banner: row.banner,
  condition: row.condition,
  reward: row.reward,
  metadata: row.metadata ?? {},
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "referral_tier",
});

type Kind = Extract<DomainEvent["kind"], `campaign.referral_tier.${string}`>;

const tierEvent = (kind: Kind, campaign: StoredCampaign, row: ReferralTierRow): DomainEvent => ({
  kind,
  entity_id: row.id,
  data: { campaign: viewCampaign(campaign), referral_tier: viewTier(row) },
});

const ofReferrals = "REFERRAL_PROGRAM";

/** A campaign of referrals with its tiers, and the campaigns that rewards name. */
async function loadTiers(scope: Scope, name: string, sent: readonly TierUpdate[]) {
  const { campaigns, tiers, ...found } = await load(scope, {
    campaigns: byCampaignName(scope, name),
    tiers: tiersOf(scope, campaignNamed(scope, name)),
    rewarded: sent.flatMap(({ reward }) => rewardReads(scope, reward) ?? []),
  });
  const campaign = theCampaign(campaigns, name, ofReferrals);
  return { campaign, tiers: tiers.map(decodeTier), rewarded: found.rewarded };
}

export const listTiers = async (scope: Scope, name: string): Promise<ReferralTierRow[]> =>
  (await loadTiers(scope, name, [])).tiers;

export const getTier = async (scope: Scope, { campaign, id }: TierNamed) =>
  theTier(await listTiers(scope, campaign), id);

function newTiers(
  scope: Scope,
  sent: readonly TierInput[],
  { campaign, rewarded }: Awaited<ReturnType<typeof loadTiers>>,
): ReferralTierRow[] {
  // Ids of one body's tiers ascend in its order.
  const ids = sent.map(() => scope.newId("rft")).sort((a, b) => (a < b ? -1 : 1));
  return sent.map((input, at) => ({
    project_id: scope.project.id,
    id: ids[at] ?? scope.newId("rft"),
    campaign_id: campaign.id,
    name: input.name,
    banner: input.banner ?? null,
    condition: input.condition,
    reward: definedReward(input.reward, rewarded[at] ?? [], `Property [${at}].reward`),
    metadata: input.metadata ? newMetadata(input.metadata) : null,
    created_at: isoNow(scope),
    updated_at: null,
  }));
}

/** Adds tiers to a campaign of referrals: all of them or none, in the order of the body. */
export const createTiers = (scope: Scope, name: string, sent: TiersCreate): Promise<Answer> =>
  retried(scope, async () => {
    const loaded = await loadTiers(scope, name, sent);
    const { campaign, tiers } = loaded;
    refuseProtected(campaign);
    const rows = newTiers(scope, sent, loaded);
    if (tiers.length + rows.length > MOST_TIERS) {
      throw new ApiError("invalid_campaign", {
        details: `Campaign ${campaign.id} takes at most ${MOST_TIERS} referral tiers`,
      });
    }
    const answer = rows.map(viewTier);
    if (rows.length === 0) return answer;
    const result = await commit(scope, {
      statements: insertTiers(rows),
      events: rows.map((row) => tierEvent("campaign.referral_tier.created", campaign, row)),
      answer,
    });
    return result.ok ? answer : null;
  }, [`campaign ${name}`]);

/** The columns that a body changes. */
const changeOf = (
  scope: Scope,
  row: ReferralTierRow,
  { name, banner, condition, metadata }: TierUpdate,
): TierChange => ({
  ...(name !== undefined && { name }),
  ...(banner !== undefined && { banner }),
  ...(condition && { condition }),
  ...(metadata !== undefined && {
    metadata: metadata && mergeMetadata(row.metadata ?? {}, metadata),
  }),
  updated_at: nextUpdate(scope, row),
});

/** Updates a tier; what it has given stays given, and is not given again. */
export const changeTier = (scope: Scope, named: TierNamed, sent: TierUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, tiers, rewarded } = await loadTiers(scope, named.campaign, [sent]);
    const row = theTier(tiers, named.id);
    refuseProtected(campaign);
    const { reward } = sent;
    const change = {
      ...changeOf(scope, row, sent),
      ...(reward && { reward: definedReward(reward, rewarded[0] ?? [], "Property .reward") }),
    };
    if (changesNothing(row, change)) return viewTier(row);
    const after = { ...row, ...change };
    const answer = viewTier(after);
    const result = await commit(scope, {
      statements: updateTier(row, change),
      events: [tierEvent("campaign.referral_tier.updated", campaign, after)],
      answer,
    });
    return result.ok ? answer : null;
  }, [`campaign ${named.campaign}`]);

/** Deletes a tier: from then on it gives nothing. */
export const removeTier = (scope: Scope, named: TierNamed): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, tiers } = await loadTiers(scope, named.campaign, []);
    const row = theTier(tiers, named.id);
    refuseProtected(campaign);
    const result = await commit(scope, {
      statements: deleteTier(row),
      events: [tierEvent("campaign.referral_tier.deleted", campaign, row)],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`campaign ${named.campaign}`]);
