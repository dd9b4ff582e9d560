import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { param, raw, sql } from "../../db/sql";
import type { LoyaltyState } from "../../db/tables/vouchers";
import type { AsyncActionRow } from "../../db/tables/work";
import { LIVE } from "../../db/voucher-halves";
import { firstId } from "../../lib/id";
import type { CampaignVoucher } from "../../model/campaign";
import { newMetadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import type { OwnFields } from "./schema";

/** Stands between key and code; neither has control characters. */
const BETWEEN = "\u007f";
export const ID_LENGTH = 34;

/** A code of a chunk as it goes over to the database. */
export const codeText = (id: string, key: string, code: string): string =>
  id + key + BETWEEN + code;

const ID = raw(`substr(value, 1, ${ID_LENGTH})`);
const KEY = raw(`substr(value, ${ID_LENGTH + 1}, instr(value, char(127)) - ${ID_LENGTH + 1})`);
const CODE = raw("substr(value, instr(value, char(127)) + 1)");

/** Codes of a campaign: `chunk` is a JSON list of their texts, of which so many are wanted. */
export interface Chunk {
  campaign_id: string;
  template: CampaignVoucher;
  own?: OwnFields | undefined;
  /** What each card starts with; null for a discount. */
  amount: number | null;
  /** What a loyalty card says of the points among them. */
  loyalty: LoyaltyState | null;
  chunk: string;
  most: number;
}

/**
 * Vouchers of the chunk's codes, but for codes that exist and never more than are wanted; none
 * where the campaign was deleted. What they have in common they take from the campaign.
 */
export function insertCodes(
  scope: Scope,
  { campaign_id, template, loyalty, own, ...codes }: Chunk,
): Statement {
  const [project, campaign] = [param(scope.project.id), param(campaign_id)];
  const amount = param(codes.amount);
  return sql`INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, amount,
      balance, redemption_quantity, metadata, is_referral_code, created_at, loyalty,
      category, category_id, start_date, expiration_date, additional_info)
    SELECT ${project}, ${KEY}, ${ID}, ${CODE}, ${template.type}, ${campaign}, ${amount}, ${amount},
      ${template.redemption?.quantity ?? null}, ${JSON.stringify(newMetadata(own?.metadata))},
      ${template.is_referral_code ? 1 : 0}, ${isoNow(scope)}, ${loyalty && JSON.stringify(loyalty)},
      ${own?.category ?? null}, ${own?.category_id ?? null}, ${own?.start_date ?? null},
      ${own?.expiration_date ?? null}, ${own?.additional_info ?? null}
    FROM json_each(${codes.chunk})
    WHERE EXISTS (SELECT 1 FROM campaigns
        WHERE project_id = ${project} AND id = ${campaign} AND deleted_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM vouchers WHERE project_id = ${project} AND code_key = ${KEY})
    LIMIT ${codes.most} ON CONFLICT DO NOTHING`;
}

/** The opening entries of the cards among them, by which each balance is the sum of its ledger. */
export function openLedgers(scope: Scope, { amount, chunk }: Chunk): Statement[] {
  if (amount === null) return [];
  const [project, all] = [param(scope.project.id), param(amount)];
  return [
    sql`INSERT INTO voucher_transactions
        (project_id, voucher_id, id, type, amount, total, balance, details, created_at)
      SELECT ${project}, v.id, ${firstId("vtx", scope.now)} || printf('%07x', c.key), 'OPENING',
        ${all}, ${all}, ${all}, '{}', ${isoNow(scope)}
      FROM json_each(${chunk}) c CROSS JOIN vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${LIVE}
        AND v.id = substr(c.value, 1, ${raw(String(ID_LENGTH))})`,
  ];
}

/** Shows the campaign as being generated for; aborts where it was deleted. */
export const markGenerating = (scope: Scope, campaignId: string): Statement[] => [
  sql`UPDATE campaigns SET vouchers_generation_status = 'IN_PROGRESS'
    WHERE project_id = ${scope.project.id} AND id = ${campaignId} AND deleted_at IS NULL`,
  assertChanged("campaign_moved"),
];

/** Whether another generation of the campaign is open beside this one, as `open`. */
export const otherOpen = ({ id, type, project_id }: AsyncActionRow, campaignId: string) =>
  sql`SELECT EXISTS (SELECT 1 FROM async_actions INDEXED BY async_actions_related
        WHERE project_id = ${project_id} AND related_id = ${campaignId}
          AND status = 'IN_PROGRESS' AND type = ${type} AND id <> ${id}) AS open`;

/**
 * Counts the codes in the campaign's own row; its statuses move unless another generation is open.
 */
export function settle(action: AsyncActionRow, campaignId: string, status: "DONE" | "FAILED") {
  const [project, campaign] = [param(action.project_id), param(campaignId)];
  const newStatus = param(status);
  return [
    sql`UPDATE campaigns SET vouchers_count = vouchers_count + ${action.done},
        vouchers_generation_status = iif(o.open, 'IN_PROGRESS', ${newStatus}),
        creation_status =
          iif(creation_status = 'IN_PROGRESS' AND NOT o.open, ${newStatus}, creation_status)
      FROM (${otherOpen(action, campaignId)}) o
      WHERE project_id = ${project} AND campaigns.id = ${campaign} AND deleted_at IS NULL`,
    assertChanged("campaign_moved"),
  ];
}
