import type { Answer } from "../../../../commit/answer";
import { commit, type Effect } from "../../../../commit/commit";
import { load } from "../../../../commit/load";
import { refuseFull } from "../../../../commit/locations";
import { retried } from "../../../../commit/retry";
import { ApiError } from "../../../../errors";
import type { PromotionTier } from "../../../../model/promotion";
import type { Scope } from "../../../../scope/scope";
import { assignToTier } from "../../../validation-rules/assignment-store";
import { type NewRule, newRule, withRule } from "../../../validation-rules/create";
import { refuseProtected } from "../../change";
import { ALONE, type SetUp } from "../../create";
import { byCampaignName, type StoredCampaign } from "../../store";
import { thePromotion } from "../campaign";
import { assignmentEvents, type NewTier, newTier, tierCreated } from "./draft";
import { parentStatements, parentsIn } from "./parents";
import type { TierInput } from "./schema";
import { insertTier, makeRoom } from "./store";
import { viewTier } from "./view";

/** A campaign shows all its tiers, so that they are few. */
export const MOST_TIERS = 100;

function refuseMany({ id, tiers }: StoredCampaign): void {
  if (tiers.length < MOST_TIERS) return;
  throw new ApiError("invalid_campaign", {
    details: `Campaign ${id} has ${MOST_TIERS} promotion tiers; a campaign takes no more`,
  });
}

/** The place behind the last one. */
const nextPlace = ({ tiers }: StoredCampaign): number =>
  tiers.reduce((last, { hierarchy }) => Math.max(last, hierarchy), 0) + 1;

interface Added {
  made: NewTier;
  isPlaced: boolean;
  /** The rule that is made with it. */
  own: NewRule | null;
  shape: SetUp<PromotionTier>["shape"];
}

async function add(scope: Scope, campaign: StoredCampaign, added: Added) {
  const { made, isPlaced, own, shape } = added;
  const { tier, assignment } = made;
  const promotion_tier = viewTier(campaign, tier);
  const answer = shape(promotion_tier, own?.rule);
  const effect: Effect = {
    statements: [
      ...insertTier(tier, campaign.tiers.length),
      ...(isPlaced ? [makeRoom(tier, tier.hierarchy)] : []),
      ...(assignment ? assignToTier(assignment) : []),
    ],
    tally: { promotion_tiers: 1, ...(assignment && { validation_rules_assignments: 1 }) },
    events: [tierCreated(campaign, tier), ...assignmentEvents(campaign, [made])],
    answer,
  };
  const result = await commit(scope, own ? withRule(effect, own) : effect);
  if (!result.ok) refuseFull(result.error);
  return result.ok ? answer : null;
}

/** Adds a tier to a promotion, behind the others or in the place that the body names. */
export const createTier = (
  scope: Scope,
  name: string,
  input: TierInput,
  setUp: SetUp<PromotionTier> = ALONE,
): Promise<Answer> =>
  retried(scope, async () => {
    const reads = [byCampaignName(scope, name), ...parentStatements(scope, [input])];
    const [found, ...parents] = await load(scope, reads);
    const campaign = thePromotion(found, name);
    refuseProtected(campaign);
    refuseMany(campaign);
    const isPlaced = typeof input.hierarchy === "number";
    const hierarchy = input.hierarchy ?? nextPlace(campaign);
    const { id: campaignId, start_date: campaignStart } = campaign;
    const place = { campaignId, campaignStart, hierarchy, path: "" };
    const own = setUp.rule && (await newRule(scope, setUp.rule));
    const { category, rule } = parentsIn(parents)(input);
    const made = newTier(scope, input, place, { category, rule: own ? own.rule : rule });
    return add(scope, campaign, { made, isPlaced, own, shape: setUp.shape });
  }, [`campaign ${name}`]);
