import type { DeadJobRow } from "../../../db/tables/work";
import type { DeadJob } from "./schema";

export const viewDeadJob = (row: DeadJobRow): DeadJob => ({
  id: row.id,
  queue: row.queue,
  body: row.body,
  attempts: row.attempts,
  cause: row.cause,
  died_at: row.died_at,
  due_at: row.due_at,
  object: "dead_job",
});
