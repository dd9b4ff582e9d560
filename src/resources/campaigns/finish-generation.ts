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
import { settle } from "./generation-store";
import { byCampaignName, decodeCampaign, type StoredCampaign } from "./store";
import { viewCampaign } from "./view";

async function findCampaign(scope: Scope, { input }: Generating): Promise<StoredCampaign | null> {
  const { campaign_id } = input;
  const { rows } = await load(scope, { rows: byCampaignName(scope, campaign_id) });
  return rows.map(decodeCampaign).find(({ id }) => id === campaign_id) ?? null;
}

/** Whether the campaign was deleted while codes were made for it. */
export const isGone = async (scope: Scope, work: Generating): Promise<boolean> =>
  (await findCampaign(scope, work)) === null;

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
 * Both events show the campaign as its last generation leaves it. Codes that were asked for later
 * than their campaign are told of as added, too.
 */
function endEvents(
  { row: { done }, input: { own } }: Generating,
  campaign: StoredCampaign,
  isWhole: boolean,
): DomainEvent[] {
  const status = isWhole ? "DONE" : "FAILED";
  const isNew = campaign.creation_status === "IN_PROGRESS";
  const left: StoredCampaign = {
    ...campaign,
    vouchers_generation_status: status,
    ...(isNew && { creation_status: status }),
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
    const campaign = await findCampaign(scope, work);
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
      events: campaign ? endEvents(work, campaign, isWhole) : [],
      answer: DONE,
    });
    if (result.ok) return { after };
    const { constraint } = result.error;
    if (constraint === "action_cursor") return { after: null };
    assert(constraint === "campaign_moved", "only a deletion is in the way");
    return null;
  }).then(({ after }) => after);
