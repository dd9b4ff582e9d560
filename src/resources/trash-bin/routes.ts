import { shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { listBin } from "./list";
import { purgeEntry } from "./purge";
import { restoreEntry } from "./restore";
import { BinList, BinQuery, Restored } from "./schema";
import { viewEntry } from "./view";

export const trashBin = [
  route(
    "GET",
    "/",
    {
      summary: "List what was deleted and can be brought back",
      query: BinQuery,
      answer: BinList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listBin(scope, query);
      return viewList("data", shownAs(page, viewEntry));
    },
  ),
  route(
    "DELETE",
    "/:binEntryId",
    {
      summary: "Delete for good what is in the bin; a campaign's vouchers go in the background",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params }) => purgeEntry(scope, params.binEntryId),
  ),
  route(
    "POST",
    "/:binEntryId/restore",
    {
      summary: "Bring back what was deleted; a campaign's vouchers come back in the background",
      answer: Restored,
      status: (answer) => ("async_action_id" in answer ? 202 : 200),
      errors: ["not_found", "duplicate_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params }) => restoreEntry(scope, params.binEntryId),
  ),
];
