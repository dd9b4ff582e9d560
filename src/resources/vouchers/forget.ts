import { columnsOf } from "../../db/columns";
import { redeemableHolders } from "../../db/tables/publications";
import { trashBinParts } from "../../db/tables/trash-bin";
import { vouchers } from "../../db/tables/vouchers";

/** What a deleted customer held is released at once, or in steps where it is much (`releasing`). */
export const holdersTell = [
  columnsOf(redeemableHolders, ["customer_id", "metadata"]),
  columnsOf(vouchers, ["holder_id"]),
  columnsOf(trashBinParts, ["customer_id", "content"]),
];
