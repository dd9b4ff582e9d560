import { load } from "../../../commit/load";
import { byCreation, type PageRequest, pageOf, pageReads } from "../../../db/page";
import { sql } from "../../../db/sql";
import { type LoyaltyTierRow, loyaltyTiers } from "../../../db/tables/loyalty";
import type { Page } from "../../../http/page";
import type { LoyaltyTier } from "../../../model/loyalty/tier";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName } from "../../campaigns/store";
import { byNames, idOfNamed } from "../../vouchers/store";
import { theCard } from "../members/cards";
import { theProgram } from "../programs/program";
import type { Place } from "./change";
import type { TierQuery } from "./schema";
import {
  decodeMember,
  decodeTier,
  memberOfCard,
  theTier,
  tierOfCard,
  tiersOfProgram,
} from "./store";
import { viewMemberTier } from "./view";

/** A program has few tiers: the + keeps SQLite from looking for them by another index. */
const byUpdate = (order: string): PageRequest["sort"] => ({
  column: "+t.updated_at",
  tieBreak: "t.id",
  isDescending: order.startsWith("-"),
  isNullable: false,
});

/** A page of a program's tiers; those that were never updated count as the oldest by update. */
export async function listTiers(
  scope: Scope,
  program: string,
  { order, limit, page }: TierQuery,
): Promise<Page<LoyaltyTierRow>> {
  const request: PageRequest = {
    table: loyaltyTiers,
    select: sql`SELECT t.* FROM loyalty_tiers t`,
    project: sql`t.project_id = ${scope.project.id}`,
    filters: [sql`t.campaign_id = ${campaignNamed(scope, program)}`],
    filterIndex: "loyalty_tiers_campaign",
    sort: order.endsWith("updated_at") ? byUpdate(order) : byCreation("t", order),
    limit,
    page,
  };
  const { campaigns, ...found } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    ...pageReads(request),
  });
  theProgram(campaigns, program);
  return pageOf(found, decodeTier);
}

export async function getTier(scope: Scope, { program, id }: Place): Promise<LoyaltyTierRow> {
  const { campaigns, tiers } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    tiers: tiersOfProgram(scope, campaignNamed(scope, program)),
  });
  theProgram(campaigns, program);
  return theTier(tiers.map(decodeTier), id);
}

/** The tier that the holder of a card is in, if any, with its first and its last day. */
export async function tiersOfMember(scope: Scope, name: string): Promise<Page<LoyaltyTier>> {
  const card = idOfNamed(scope, name);
  const { cards, members, tiers } = await load(scope, {
    cards: byNames(scope, [name]),
    members: memberOfCard(scope, card),
    tiers: tierOfCard(scope, card),
  });
  theCard(scope, cards, { name, program: null });
  const [member] = members.map(decodeMember);
  const [tier] = tiers.map(decodeTier);
  const items = member && tier ? [viewMemberTier(tier, member)] : [];
  return { items, total: items.length };
}
