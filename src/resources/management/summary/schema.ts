import * as z from "zod";
import { type Counters, counterFields } from "../../../model/day-counters";

/** What a project's days count: the counters of campaigns, and orders by themselves. */
export const COUNTERS: Counters = {
  outcomes: ["validations", "redemptions", "rollbacks", "publications"],
  single: [
    "discounted_amount",
    "rolledback_discounted_amount",
    "orders_count",
    "orders_rolledback_count",
    "orders_amount",
    "orders_rolledback_amount",
    "amount_redeemed",
    "amount_rolledback",
    "points_rewarded",
    "points_added",
    "pending_points_activated",
    "points_redeemed",
    "points_rolledback",
    "points_expired",
  ],
};

const counters = counterFields(COUNTERS);

/** A project's days from one to another, each with its counters; amounts in minor units. */
export const ProjectSummary = z
  .object({
    start_date: z.string(),
    end_date: z.string(),
    total: z.object(counters),
    days: z.array(z.object({ day: z.string(), ...counters })),
    object: z.literal("project_summary"),
  })
  .meta({ id: "ProjectSummary" });
