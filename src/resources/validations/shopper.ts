import type { ProjectRow } from "../../db/tables/control";
import { underKeys } from "../../model/metadata";
import type { DecideRequest } from "../../model/redeemable";
import { asSent, bundleSeen, reachSeen } from "../orders/view";
import type { Validated } from "./validate";

type Entry = Validated["redeemables"][number];

/** What a browser asks of it, and what its project lets browsers see. */
interface Shown {
  project: Pick<ProjectRow, "client_visible_metadata">;
  sent: DecideRequest["order"];
}

/**
 * An entry for a browser: of lines that it did not send itself only the amounts, of metadata only
 * the keys that it may see.
 */
function asShopper(entry: Entry, { project, sent }: Shown) {
  const { metadata } = entry;
  const notes = metadata && { metadata: underKeys(metadata, project.client_visible_metadata) };
  if (entry.status !== "APPLICABLE") return { ...entry, ...notes };
  const { bundle } = entry.result;
  return {
    ...reachSeen(entry, sent),
    order: asSent(entry.order, sent),
    result: { ...entry.result, ...(bundle && { bundle: bundleSeen(bundle, sent) }) },
    ...notes,
  };
}

/** A validation as a browser may see it; the operation's allow-list drops what it does not name. */
export const viewForShopper = (validation: Validated, shown: Shown) => ({
  ...validation,
  redeemables: validation.redeemables.map((entry) => asShopper(entry, shown)),
  ...(validation.order && { order: asSent(validation.order, shown.sent) }),
});

const EXPANDED: readonly string[] = ["order", "redeemable", "category"];

/**
 * What a browser may ask to be expanded. A dry run at another instant is for the shop's own eyes.
 * Who asks for what is not told is told as who asks for nothing in particular.
 */
export function optionsForShopper({ options }: DecideRequest): DecideRequest["options"] {
  const asked = options?.expand;
  const told = asked?.filter((name) => EXPANDED.includes(name));
  return { expand: told?.length === 0 && asked?.length !== 0 ? null : told };
}
