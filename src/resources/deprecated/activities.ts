import type * as z from "zod";
import type { Scope } from "../../scope/scope";
import { listActivity } from "../events/activity";
import { listMemberActivity } from "../events/member-activity";
import type { MemberActivityQuery } from "../events/schema";
import type { ActivitiesQuery } from "./schema";

/** A page of what happened to a customer, which begins after an instant or an entry. */
export async function listActivities(
  scope: Scope,
  customer: string,
  { starting_after: from, ...query }: z.infer<typeof ActivitiesQuery>,
) {
  const begins = query.order === "created_at" ? "start_date" : "end_date";
  const asked = from === undefined ? query : { ...query, [begins]: from };
  const { items: data } = await listActivity(scope, customer, asked);
  return { object: "list" as const, data_ref: "data" as const, data, total: data.length };
}

/** A page of what happened to a loyalty card, as older clients read it. */
export async function listMemberActivities(
  scope: Scope,
  card: { name: string; program: string | null },
  query: MemberActivityQuery,
) {
  const { items: activities } = await listMemberActivity(scope, card, query);
  const total = activities.length;
  return { object: "list" as const, data_ref: "activities" as const, activities, total };
}
