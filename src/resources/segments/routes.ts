import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { createSegment } from "./create";
import { listSegments } from "./list";
import { removeSegment } from "./remove";
import { Segment, SegmentInput, SegmentQuery } from "./schema";
import { getSegment } from "./store";
import { viewSegment } from "./view";

const ById = z.object({ segmentId: z.string() });

export const segments = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a segment of customers",
      answer: Segment,
      errors: ["not_found", "multiple_requests"],
    }),
    body(SegmentInput),
    async (c) => respond(c, await createSegment(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List segments",
      answer: listOf("data", Segment),
      errors: ["invalid_query_params"],
    }),
    query(SegmentQuery),
    async (c) => {
      const page = await listSegments(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("data", shownAs(page, viewSegment)));
    },
  )
  .get(
    "/:segmentId",
    operation({ summary: "Get a segment", answer: Segment, errors: ["not_found"] }),
    params(ById),
    async (c) => c.json(viewSegment(await getSegment(scopeOf(c), c.req.valid("param").segmentId))),
  )
  .delete(
    "/:segmentId",
    operation({
      summary: "Delete a segment",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ById),
    async (c) => respond(c, await removeSegment(scopeOf(c), c.req.valid("param").segmentId)),
  );
