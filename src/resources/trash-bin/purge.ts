import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import { takeOut } from "../../db/bin/entries";
import { dropParts } from "../../db/bin/parts";
import type { BinEntryRow } from "../../db/tables/trash-bin";
import type { Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import { refuseHeavy } from "../async-actions/refuse-heavy";
import { DELETION, FIRST } from "../campaigns/clear";
import { freeVoucher } from "../vouchers/remove";
import { getIdle } from "./restore";

/** What was kept of goods goes with their entry. */
async function purgeGoods(scope: Scope, entry: BinEntryRow): Promise<Answer | null> {
  const result = await commit(scope, {
    statements: [...takeOut(entry), dropParts(entry.project_id, [entry.resource_id])],
    tally: { trash_bin: -1 },
    answer: DONE,
  });
  return result.ok ? DONE : null;
}

/** A campaign's vouchers go in the background, as those of one that is deleted with `force`. */
async function purgeCampaign(scope: Scope, entry: BinEntryRow): Promise<Answer | null> {
  refuseHeavy(scope);
  const { project_id, resource_id: campaign_id } = entry;
  const action = beginAction(scope, DELETION, {
    input: { campaign_id, force: true },
    state: FIRST,
  });
  const result = await commit(scope, {
    statements: [...takeOut(entry), dropParts(project_id, [campaign_id]), action.statement],
    tally: { trash_bin: -1, async_actions: 1 },
    jobs: [action.job],
    answer: DONE,
  });
  return result.ok ? DONE : null;
}

/** Deletes for good what is in the bin; a code is free then. */
export const purgeEntry = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const entry = await getIdle(scope, id);
    const { resource_type: type, resource_id } = entry;
    if (type === "campaign") return purgeCampaign(scope, entry);
    return type === "voucher" ? freeVoucher(scope, resource_id) : purgeGoods(scope, entry);
  });
