import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { createSegment } from "./create";
import { listSegments } from "./list";
import { removeSegment } from "./remove";
import { Segment, SegmentInput, SegmentQuery } from "./schema";
import { getSegment } from "./store";
import { viewSegment } from "./view";

export const segments = [
  route(
    "POST",
    "/",
    {
      summary: "Create a segment of customers",
      body: SegmentInput,
      answer: Segment,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { body }) => createSegment(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List segments",
      query: SegmentQuery,
      answer: listOf("data", Segment),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listSegments(scope, query);
      return viewList("data", shownAs(page, viewSegment));
    },
  ),
  route(
    "GET",
    "/:segmentId",
    { summary: "Get a segment", answer: Segment, errors: ["not_found"] },
    async (scope, { params }) => viewSegment(await getSegment(scope, params.segmentId)),
  ),
  route(
    "DELETE",
    "/:segmentId",
    {
      summary: "Delete a segment",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => removeSegment(scope, params.segmentId),
  ),
];
