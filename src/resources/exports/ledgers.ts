import type { Answer } from "../../commit/answer";
import { load } from "../../commit/load";
import type { CampaignType } from "../../model/campaign-types";
import type { Scope } from "../../scope/scope";
import { getCampaign } from "../campaigns/store";
import { theCard } from "../loyalties/members/cards";
import { byNames, getVoucher } from "../vouchers/store";
import { refuseWithoutLedger } from "../vouchers/transactions";
import { createExport } from "./create";
import type { ExportedObject, SentParameters } from "./schema";

type Sent = SentParameters | null | undefined;

const LEDGER = "voucher_transactions";

/**
 * Starts an export of a card's ledger, the card by code or id (reference 1.8). Refuses an unknown
 * one (not_found), and what `createExport` refuses.
 */
export async function exportCard(scope: Scope, name: string, sent: Sent): Promise<Answer> {
  const { id } = await getVoucher(scope, name);
  return createExport(scope, {
    object: LEDGER,
    sent,
    of: { field: "voucher_id", id, named: name },
  });
}

/** The same for a loyalty card, of a program by id or name or of any; no other card is found. */
export async function exportMember(
  scope: Scope,
  card: { name: string; program: string | null },
  sent: Sent,
): Promise<Answer> {
  const { cards } = await load(scope, { cards: byNames(scope, [card.name]) });
  const { id } = theCard(scope, cards, card);
  const of = { field: "voucher_id", id, named: card.name };
  return createExport(scope, { object: LEDGER, sent, of });
}

/**
 * The same for all cards of a campaign, by its id or name, of one type or of any. Refuses campaigns
 * whose codes have no ledger (forbidden).
 */
export async function exportCampaign(
  scope: Scope,
  campaign: { name: string; type?: CampaignType },
  sent: Sent,
): Promise<Answer> {
  const found = await getCampaign(scope, campaign.name, campaign.type);
  refuseWithoutLedger(found);
  const of = { field: "campaign_id", id: found.id, named: found.id };
  return createExport(scope, { object: LEDGER, sent, of });
}

/** Starts any export; of vouchers also of those of one campaign, by its id or name. */
export async function exportAny(scope: Scope, object: ExportedObject, sent: Sent): Promise<Answer> {
  if (object !== "voucher" || !sent?.campaign_id) return createExport(scope, { object, sent });
  const { id } = await getCampaign(scope, sent.campaign_id);
  return createExport(scope, { object, sent, of: { field: "campaign_id", id } });
}

/** Starts an export of when points of a program's cards expire. */
export async function exportExpirations(
  scope: Scope,
  program: string,
  sent: Sent,
): Promise<Answer> {
  const { id } = await getCampaign(scope, program, "LOYALTY_PROGRAM");
  const of = { field: "campaign_id", id, named: id };
  return createExport(scope, { object: "points_expiration", sent, of });
}
