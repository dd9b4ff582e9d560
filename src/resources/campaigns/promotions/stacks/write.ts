import { type Answer, DONE } from "../../../../commit/answer";
import { commit } from "../../../../commit/commit";
import { load } from "../../../../commit/load";
import { changesNothing, nextUpdate } from "../../../../commit/next-update";
import { retried } from "../../../../commit/retry";
import type { RawRow } from "../../../../db/client";
import type { CategoryRow } from "../../../../db/tables/catalogue";
import { notFound } from "../../../../errors";
import { isoNow, type Scope } from "../../../../scope/scope";
import { categoryNamed, decodeCategory } from "../../../categories/store";
import { viewCategory } from "../../../categories/view";
import { refuseProtected } from "../../change";
import { byCampaignName, type StoredCampaign } from "../../store";
import { thePromotion, viewPromotion } from "../campaign";
import type { StackInput, StackUpdate } from "./schema";
import {
  deleteStack,
  insertStack,
  type StackChange,
  type StoredStack,
  stackById,
  theStack,
  updateStack,
} from "./store";
import { viewStack } from "./view";

type Kind = "campaign.promotion_stack.created" | "campaign.promotion_stack.updated";

const eventOf = (kind: Kind, campaign: StoredCampaign, row: StoredStack) => ({
  kind,
  entity_id: row.id,
  data: { campaign: viewPromotion(campaign), promotion_stack: viewStack(row) },
});

/** A stack keeps its category as an id alone, so that an unknown name is refused too. */
function theCategory(
  rows: readonly RawRow[] | undefined,
  { category_id, category }: Pick<StackInput, "category_id" | "category">,
): CategoryRow | null {
  const [found] = (rows ?? []).map(decodeCategory);
  const name = category_id || category;
  if (!found && name) throw notFound("category", name);
  return found ?? null;
}

/** A stack is made of tiers of its own campaign. */
function refuseStrangers({ tiers }: StoredCampaign, ids: readonly string[]): void {
  const ofCampaign = new Set(tiers.map(({ id }) => id));
  const stranger = ids.find((id) => !ofCampaign.has(id));
  if (stranger !== undefined) throw notFound("promotion_tier", stranger);
}

/** Puts tiers of a promotion under one name. */
export const createStack = (scope: Scope, name: string, input: StackInput): Promise<Answer> =>
  retried(scope, async () => {
    const { found, categories } = await load(scope, {
      found: byCampaignName(scope, name),
      categories: categoryNamed(scope, input),
    });
    const campaign = thePromotion(found, name);
    refuseProtected(campaign);
    refuseStrangers(campaign, input.tiers.ids);
    const category = theCategory(categories, input);
    const row: StoredStack = {
      project_id: scope.project.id,
      id: scope.newId("stack"),
      campaign_id: campaign.id,
      name: input.name,
      tiers: input.tiers,
      category_id: category?.id ?? null,
      created_at: isoNow(scope),
      updated_at: null,
      categories: category ? [viewCategory(category)] : [],
    };
    const answer = viewStack(row);
    const result = await commit(scope, {
      statements: insertStack(row),
      tally: { promotion_stacks: 1 },
      events: [eventOf("campaign.promotion_stack.created", campaign, row)],
      answer,
    });
    return result.ok ? answer : null;
  });

const namesCategory = ({ category, category_id }: StackUpdate): boolean =>
  category !== undefined || category_id !== undefined;

function changed(row: StoredStack, input: StackUpdate, category: CategoryRow | null): StoredStack {
  const own = namesCategory(input);
  return {
    ...row,
    name: input.name ?? row.name,
    tiers: input.tiers ?? row.tiers,
    category_id: own ? (category?.id ?? null) : row.category_id,
    categories: own ? (category ? [viewCategory(category)] : []) : row.categories,
  };
}

/** Where a stack stands: its campaign by id or name, and its own id. */
export interface StackPath {
  campaignId: string;
  stackId: string;
}

/** Updates a stack; its tiers are replaced as a whole. */
export const changeStack = (scope: Scope, at: StackPath, input: StackUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const { found, stacks, categories } = await load(scope, {
      found: byCampaignName(scope, at.campaignId),
      stacks: stackById(scope, at.stackId),
      categories: categoryNamed(scope, input),
    });
    const campaign = thePromotion(found, at.campaignId);
    const before = theStack(stacks, campaign.id, at.stackId);
    refuseProtected(campaign);
    const updated_at = nextUpdate(scope, before);
    const after = { ...changed(before, input, theCategory(categories, input)), updated_at };
    refuseStrangers(campaign, after.tiers.ids);
    const { name, tiers, category_id } = after;
    const change: StackChange = { name, tiers, category_id, updated_at };
    if (changesNothing(before, change)) return viewStack(before);
    const answer = viewStack(after);
    const result = await commit(scope, {
      statements: updateStack(before, change),
      events: [eventOf("campaign.promotion_stack.updated", campaign, after)],
      answer,
    });
    return result.ok ? answer : null;
  });

/** Deletes a stack; its tiers stay. */
export const removeStack = (scope: Scope, at: StackPath): Promise<Answer> =>
  retried(scope, async () => {
    const { found, stacks } = await load(scope, {
      found: byCampaignName(scope, at.campaignId),
      stacks: stackById(scope, at.stackId),
    });
    const campaign = thePromotion(found, at.campaignId);
    const row = theStack(stacks, campaign.id, at.stackId);
    refuseProtected(campaign);
    const result = await commit(scope, {
      statements: deleteStack(row),
      tally: { promotion_stacks: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
