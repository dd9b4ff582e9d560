import { load } from "../../../commit/load";
import { type LoyaltyTierRow, loyaltyTiers } from "../../../db/tables/loyalty";
import type { Page } from "../../../http/page";
import { wholeList } from "../../../lib/whole-list";
import type { LoyaltyTier } from "../../../model/loyalty/tier";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName } from "../../campaigns/store";
import { byNames, idOfNamed } from "../../vouchers/store";
import { theCard } from "../members/cards";
import { listParts } from "../programs/list";
import { type InProgram, theProgram } from "../programs/program";
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

const TIERS = {
  table: loyaltyTiers,
  alias: "t",
  filterIndex: "loyalty_tiers_campaign",
  decode: decodeTier,
};

/** A page of a program's tiers. */
export const listTiers = (
  scope: Scope,
  program: string,
  query: TierQuery,
): Promise<Page<LoyaltyTierRow>> => listParts(scope, program, TIERS, query);

export async function getTier(scope: Scope, { program, id }: InProgram): Promise<LoyaltyTierRow> {
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
  return wholeList(member && tier ? [viewMemberTier(tier, member)] : []);
}
