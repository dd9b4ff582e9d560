import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { query } from "../../http/validate";
import { Assignment } from "../../model/assignment";
import { viewAssignment } from "../validation-rules/view";
import { listAssignments } from "./list";
import { AssignmentQuery } from "./schema";

export const assignments = new Hono<AppEnv>().get(
  "/",
  operation({
    summary: "List validation rule assignments",
    answer: listOf("data", Assignment),
    errors: ["invalid_query_params"],
  }),
  query(AssignmentQuery),
  async (c) => {
    const page = await listAssignments(scopeOf(c), c.req.valid("query"));
    return c.json(viewList("data", shownAs(page, viewAssignment)));
  },
);
