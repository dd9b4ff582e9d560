import { checkDiscount } from "../../../../checks/discount";
import { checkMetadata } from "../../../../checks/metadata";
import type { Answer } from "../../../../commit/answer";
import { commit } from "../../../../commit/commit";
import { load } from "../../../../commit/load";
import { changesNothing, nextUpdate } from "../../../../commit/next-update";
import { retried } from "../../../../commit/retry";
import type { Statement } from "../../../../db/client";
import type { CategoryRow } from "../../../../db/tables/catalogue";
import { mergeMetadata } from "../../../../model/metadata";
import type { Scope } from "../../../../scope/scope";
import { viewCategory } from "../../../categories/view";
import { refuseProtected } from "../../change";
import { campaignOfTier, type StoredCampaign } from "../../store";
import { tierOf, viewPromotion } from "../campaign";
import { refuseTierWindow } from "./draft";
import { parentStatements, parentsIn } from "./parents";
import type { TierUpdate } from "./schema";
import type { StoredTier } from "./sql";
import { makeRoom, type TierChange, updateTier } from "./store";
import { viewTier } from "./view";

type Kind =
  | "campaign.promotion_tier.updated"
  | "campaign.promotion_tier.enabled"
  | "campaign.promotion_tier.disabled";

interface Update {
  campaign: StoredCampaign;
  before: StoredTier;
  after: StoredTier;
  statements: Statement[];
}

async function apply(scope: Scope, { campaign, after, statements }: Update, kind: Kind) {
  const answer = viewTier(campaign, after);
  const data = { campaign: viewPromotion(campaign), promotion_tier: answer };
  const events = [{ kind, entity_id: after.id, data }];
  const result = await commit(scope, { statements, events, answer });
  return result.ok ? answer : null;
}

/** Turns a tier on or off; doing it twice changes nothing more. */
export const setTierActive = (scope: Scope, id: string, active: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const { found } = await load(scope, { found: campaignOfTier(scope, id) });
    const { campaign, tier: before } = tierOf(found, id);
    if (before.active === active) return viewTier(campaign, before);
    refuseProtected(campaign);
    const change = { active, updated_at: nextUpdate(scope, before) };
    const after = { ...before, ...change };
    const update = { campaign, before, after, statements: updateTier(before, change) };
    const kind = active ? "campaign.promotion_tier.enabled" : "campaign.promotion_tier.disabled";
    return apply(scope, update, kind);
  }, [`promotion_tier ${id}`]);

/** Absent keeps, null clears. */
const CLEARABLE = [
  "banner",
  "action",
  "start_date",
  "expiration_date",
  "validity_timeframe",
  "validity_day_of_week",
  "validity_hours",
] as const;

/** Null clears both, a name alone may be of no category. */
function categoryChange({ category, category_id }: TierUpdate, found: CategoryRow | null) {
  if (category === undefined && category_id === undefined) return {};
  return { category: found?.name ?? category ?? null, category_id: found?.id ?? null };
}

/** The columns that a body changes. */
function changeOf(
  scope: Scope,
  row: StoredTier,
  input: TierUpdate,
  category: CategoryRow | null,
): TierChange {
  const sent = CLEARABLE.filter((name) => input[name] !== undefined);
  const { name, active, hierarchy, metadata } = input;
  return {
    ...Object.fromEntries(sent.map((each) => [each, input[each]])),
    ...(name && { name }),
    ...(typeof active === "boolean" && { active }),
    ...(typeof hierarchy === "number" && { hierarchy }),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
    ...categoryChange(input, category),
    updated_at: nextUpdate(scope, row),
  };
}

const shownCategories = (row: StoredTier, change: TierChange, found: CategoryRow | null) => {
  if (change.category_id === undefined) return row.categories;
  return found ? [viewCategory(found)] : [];
};

/** Updates a tier; one that comes to another place of the hierarchy moves those behind it down. */
export const changeTier = (scope: Scope, id: string, input: TierUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const reads = [campaignOfTier(scope, id), ...parentStatements(scope, [input])];
    const [found, ...parents] = await load(scope, reads);
    const { campaign, tier: before } = tierOf(found, id);
    refuseProtected(campaign);
    const { category } = parentsIn(parents)(input);
    const change = changeOf(scope, before, input, category);
    const categories = shownCategories(before, change, category);
    const after: StoredTier = { ...before, ...change, categories };
    refuseTierWindow(after, campaign.start_date);
    checkDiscount("action.discount", input.action?.discount);
    if (change.metadata) checkMetadata(scope, "promotion_tier", change.metadata);
    if (changesNothing(before, change)) return viewTier(campaign, before);
    const isMoved = after.hierarchy !== before.hierarchy;
    const statements = [
      ...(isMoved ? [makeRoom(before, after.hierarchy)] : []),
      ...updateTier(before, change),
    ];
    return apply(scope, { campaign, before, after, statements }, "campaign.promotion_tier.updated");
  }, [`promotion_tier ${id}`]);
