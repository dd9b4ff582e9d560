import type * as z from "zod";
import type { Scope } from "../../scope/scope";
import { listActivity } from "../events/activity";
import { viewMemberActivity } from "../events/view";
import type { ActivitiesQuery } from "./schema";

/** A page of what happened to a customer, which begins after an instant or an entry. */
export async function listActivities(
  scope: Scope,
  customer: string,
  { starting_after: from, ...query }: z.infer<typeof ActivitiesQuery>,
) {
  const begins = query.order === "created_at" ? "start_date" : "end_date";
  const asked = from === undefined ? query : { ...query, [begins]: from };
  const { items } = await listActivity(scope, customer, asked);
  const data = items.map(viewMemberActivity);
  return { object: "list" as const, data_ref: "data" as const, data, total: data.length };
}
