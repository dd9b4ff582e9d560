import { answersOf } from "../../commit/forget";
import type { Columns } from "../../db/columns";
import type { Place } from "../../forgetting/place";
import { actionsOf } from "../async-actions/forget";
import { customerTells } from "../customers/forget";
import { eventsOf } from "../events/forget";
import { exportsOf } from "../exports/forget";
import { ordersOf } from "../orders/forget";
import { publicationsOf } from "../publications/forget";
import { redemptionsOf } from "../redemptions/forget";
import { listsTell } from "../segments/forget";
import { holdersTell } from "../vouchers/forget";

/** What goes with the request itself. */
export const AT_ONCE: readonly Columns[] = [customerTells, listsTell, ...holdersTell];

/**
 * What else may tell of a customer, read and rewritten in steps. The names stand in the state of
 * steps that are under way. A resource with a new table of people has its own place here.
 */
export const PLACES = {
  orders: ordersOf,
  redemptions: redemptionsOf,
  publications: publicationsOf,
  events: eventsOf,
  answers: answersOf,
  actions: actionsOf,
  exports: exportsOf,
} satisfies Record<string, Place>;
