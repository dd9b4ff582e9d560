import { answersPlace } from "../../commit/forget";
import type { Columns } from "../../db/columns";
import type { Place } from "../../forgetting/place";
import { actionsPlace } from "../async-actions/forget";
import { customerTells } from "../customers/forget";
import { archivesPlace } from "../events/archive/forget";
import { eventsPlace } from "../events/forget";
import { exportsPlace } from "../exports/forget";
import { orderLinesPlace, ordersPlace } from "../orders/forget";
import { publicationsPlace } from "../publications/forget";
import { redemptionsPlace } from "../redemptions/forget";
import { listsTell, standingTells } from "../segments/forget";
import { holdersTell } from "../vouchers/forget";

/** What goes with the request itself. */
export const AT_ONCE: readonly Columns[] = [
  customerTells,
  listsTell,
  standingTells,
  ...holdersTell,
];

/**
 * What else may tell of a customer, read and rewritten in steps. The names stand in the state of
 * steps that are under way. A resource with a new table of people has its own place here.
 */
export const PLACES = {
  orders: ordersPlace,
  order_lines: orderLinesPlace,
  redemptions: redemptionsPlace,
  publications: publicationsPlace,
  events: eventsPlace,
  archives: archivesPlace,
  answers: answersPlace,
  actions: actionsPlace,
  exports: exportsPlace,
} satisfies Record<string, Place>;
