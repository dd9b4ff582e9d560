import { route } from "../../../http/route";
import { SummaryQuery } from "../../../model/day-counters";
import { summaryOfProject } from "./days";
import { ProjectSummary } from "./schema";

export const projectSummary = [
  route(
    "GET",
    "/",
    {
      summary: "Count what happened in a project, day by day of its calendar",
      query: SummaryQuery,
      answer: ProjectSummary,
      errors: ["not_found", "invalid_query_params"],
    },
    (scope, { query }) => summaryOfProject(scope, query),
  ),
];
