import type { Answer } from "../../commit/answer";
import { getRow } from "../../commit/read";
import { retried } from "../../commit/retry";
import { type BinEntryRow, trashBin } from "../../db/tables/trash-bin";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { restoreCampaign } from "./restore-campaign";
import { restoreProduct, restoreSku } from "./restore-goods";
import { restoreVoucher } from "./restore-voucher";

/** The entry of an id; refuses one whose vouchers or holders are still on their way. */
export async function getIdle(scope: Scope, id: string): Promise<BinEntryRow> {
  const entry = await getRow(scope, trashBin, id, "trash_bin_entry");
  if (entry.action_id === null) return entry;
  throw new ApiError("resource_in_use", {
    details: `${entry.resource_name} is still being moved by async action ${entry.action_id}`,
    resource_id: id,
    resource_type: "trash_bin_entry",
    related_object_ids: [entry.action_id],
    related_object_type: "async_action",
    related_object_total: 1,
  });
}

/** How each kind comes back; null where another request came between. */
const BACK: Record<
  BinEntryRow["resource_type"],
  (scope: Scope, entry: BinEntryRow) => Promise<Answer | null>
> = {
  campaign: restoreCampaign,
  product: restoreProduct,
  sku: restoreSku,
  voucher: restoreVoucher,
};

/** Brings something back that was deleted without `force`. */
export const restoreEntry = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const entry = await getIdle(scope, id);
    return BACK[entry.resource_type](scope, entry);
  });
