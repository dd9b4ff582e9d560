import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { AsyncActionRow } from "../../db/tables/work";
import type { DomainEvent } from "../../events/outbox";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { afterStep } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { createdCounters } from "../vouchers/create";
import { amountOf, type Generating, generationEvent } from "./generate";
import { otherOpen, settle } from "./generation-store";
import { byCampaignName, decodeCampaign, type StoredCampaign } from "./store";
import { viewCampaign } from "./view";

/** The campaign, and whether this is the last of its generations that is open. */
async function findCampaign(scope: Scope, { row, input: { campaign_id } }: Generating) {
  const { rows, other } = await load(scope, {
    rows: byCampaignName(scope, campaign_id),
    other: otherOpen(row, campaign_id),
  });
  const campaign = rows.map(decodeCampaign).find(({ id }) => id === campaign_id) ?? null;
  return { campaign, isLast: other[0]?.open === 0 };
}

/** Whether the campaign was deleted while codes were made for it. */
export const isGone = async (scope: Scope, work: Generating): Promise<boolean> =>
  (await findCampaign(scope, work)).campaign === null;

const countersOf = ({ row, input: { template } }: Generating) =>
  createdCounters(template.type, amountOf(template), row.done);

function resultOf(action: AsyncActionRow, campaign: StoredCampaign | null) {
  const count = { done_count: action.done };
  if (!campaign) return { ...count, message: "The campaign was deleted" };
  if (action.done === action.total) {
    return { ...count, message: `${action.done} codes were generated` };
  }
  return { ...count, message: `Of ${action.total} codes the pattern had ${action.done} left` };
}

/**
 * Both events show the campaign as its last generation leaves it; while another is open it stays as
 * it is. Codes that were asked for later than their campaign are told of as added, too.
 */
function endEvents(
  { row: { done }, input: { own } }: Generating,
  campaign: StoredCampaign,
  { isWhole, isLast }: { isWhole: boolean; isLast: boolean },
): DomainEvent[] {
  const status = isWhole ? "DONE" : "FAILED";
  const isNew = campaign.creation_status === "IN_PROGRESS";
  const left: StoredCampaign = {
    ...campaign,
    ...(isLast && { vouchers_generation_status: status }),
    ...(isLast && isNew && { creation_status: status }),
  };
  const ended = generationEvent(isWhole ? "completed" : "failed", left, done);
  if (own === undefined || done === 0) return [ended];
  const data = { campaign: viewCampaign(left), count: done };
  return [ended, { kind: "campaign.vouchers.aded", entity_id: campaign.id, data }];
}

/**
 * Ends a generation: the codes made are counted in the campaign, its day and the project's tally,
 * and are told of. Of a campaign that is gone only the tally moves, as the deletion's did.
 */
export const finishGeneration = (scope: Scope, work: Generating): Promise<AsyncActionRow | null> =>
  retried(scope, async () => {
    const action = work.row;
    const { campaign, isLast } = await findCampaign(scope, work);
    const isWhole = campaign !== null && action.done === action.total;
    const after = afterStep(scope, work, {
      status: "DONE",
      operation_status: isWhole ? "SUCCESS" : "FAILED",
      result: resultOf(action, campaign),
    });
    const result = await commit(scope, {
      statements: [
        ...(campaign ? settle(action, campaign.id, isWhole ? "DONE" : "FAILED") : []),
        moveAction(action, after),
      ],
      tally: { vouchers: action.done },
      days: campaign ? [{ campaign_id: campaign.id, counters: countersOf(work) }] : [],
      events: campaign ? endEvents(work, campaign, { isWhole, isLast }) : [],
      answer: DONE,
    });
    if (result.ok) return { after };
    const { constraint } = result.error;
    if (constraint === "action_cursor") return { after: null };
    assert(constraint === "campaign_moved", "only a deletion is in the way");
    return null;
  }).then(({ after }) => after);
