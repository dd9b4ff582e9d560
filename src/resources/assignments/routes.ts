import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Assignment } from "../../model/assignment";
import { viewAssignment } from "../validation-rules/view";
import { listAssignments } from "./list";
import { AssignmentQuery } from "./schema";

export const assignments = [
  route(
    "GET",
    "/",
    {
      summary: "List validation rule assignments",
      query: AssignmentQuery,
      answer: listOf("data", Assignment),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listAssignments(scope, query);
      return viewList("data", shownAs(page, viewAssignment));
    },
  ),
];
