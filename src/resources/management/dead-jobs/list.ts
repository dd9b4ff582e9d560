import { readPage } from "../../../commit/read";
import { sql } from "../../../db/sql";
import { type DeadJobRow, deadJobs } from "../../../db/tables/work";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import type { DeadJobQuery } from "./schema";
import { countDeadJobs, decodeDeadJob } from "./store";

/** A page of the project's jobs that failed, those that failed last first. */
export async function listDeadJobs(scope: Scope, query: DeadJobQuery): Promise<Page<DeadJobRow>> {
  const request = {
    table: deadJobs,
    project: sql`d.project_id = ${scope.project.id}`,
    filters: [],
    sort: { column: "d.died_at", tieBreak: "d.id", isDescending: true, isNullable: false },
    total: countDeadJobs(scope.project.id),
    ...query,
  };
  return readPage(scope, request, decodeDeadJob);
}
