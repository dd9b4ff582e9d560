import { shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { listSegmentsOf } from "./of-customer";
import { CustomerSegments } from "./schema";
import { viewSegmentName } from "./view";

/** Segments under the path of a customer. */
export const customerSegments = [
  route(
    "GET",
    "/:customerId/segments",
    {
      summary: "List the segments that a customer is in",
      answer: CustomerSegments,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      const page = await listSegmentsOf(scope, params.customerId);
      return viewList("data", shownAs(page, viewSegmentName));
    },
  ),
];
