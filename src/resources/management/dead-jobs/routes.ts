import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { listDeadJobs } from "./list";
import { retryDeadJob } from "./retry";
import { DeadJobList, DeadJobQuery } from "./schema";
import { viewDeadJob } from "./view";

export const deadJobs = [
  route(
    "GET",
    "/",
    {
      summary: "List a project's jobs that failed",
      query: DeadJobQuery,
      answer: DeadJobList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { query }) =>
      viewList("dead_jobs", shownAs(await listDeadJobs(scope, query), viewDeadJob)),
  ),
  route(
    "POST",
    "/:deadJobId/retry",
    { summary: "Send a job that failed again", answer: null, errors: ["not_found"] },
    (scope, { params }) => retryDeadJob(scope, params.deadJobId),
  ),
];
