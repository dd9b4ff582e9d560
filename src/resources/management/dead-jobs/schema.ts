import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";

/** A job that failed (docs/behaviour.md, "Jobs that failed"). */
export const DeadJob = z
  .object({
    id: z.string(),
    queue: z.string(),
    body: z.record(z.string(), z.unknown()),
    attempts: z.int().min(1),
    cause: z.string().nullable(),
    died_at: z.string(),
    due_at: z.string().nullable(),
    object: z.literal("dead_job"),
  })
  .meta({ id: "DeadJob" });
export type DeadJob = z.infer<typeof DeadJob>;

export const DeadJobList = listOf("dead_jobs", DeadJob).meta({ id: "DeadJobList" });

export const DeadJobQuery = z.object(pageQuery);
export type DeadJobQuery = z.infer<typeof DeadJobQuery>;
