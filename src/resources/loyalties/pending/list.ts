import { load } from "../../../commit/load";
import type { PendingPointsRow } from "../../../db/tables/loyalty";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName, theCampaign } from "../../campaigns/store";
import { byNames, idOfNamed } from "../../vouchers/store";
import { theCard } from "../members/cards";
import type { PendingQuery } from "./schema";
import { decodePending, pendingOf } from "./store";

/** Points that a program's cards wait for, one beyond the limit. */
export async function listPendingOfProgram(
  scope: Scope,
  program: string,
  query: PendingQuery,
): Promise<PendingPointsRow[]> {
  const { programs, rows } = await load(scope, {
    programs: byCampaignName(scope, program),
    rows: pendingOf(scope, { campaign_id: campaignNamed(scope, program) }, query),
  });
  theCampaign(programs, program, "LOYALTY_PROGRAM");
  return rows.map(decodePending);
}

/** The same of one card, of a program or of any. */
export async function listPendingOfCard(
  scope: Scope,
  card: { name: string; program: string | null },
  query: PendingQuery,
): Promise<PendingPointsRow[]> {
  const { cards, rows } = await load(scope, {
    cards: byNames(scope, [card.name]),
    rows: pendingOf(scope, { voucher_id: idOfNamed(scope, card.name) }, query),
  });
  theCard(scope, cards, card);
  return rows.map(decodePending);
}
