import type { ProjectRow } from "../../db/tables/control";
import { underKeys } from "../../model/metadata";
import { asSent, bundleSeen, reachSeen } from "../orders/view";
import type { qualify } from "./qualify";
import type { QualifyRequest } from "./schema";
import type { viewQualified } from "./view";

type Qualified = Awaited<ReturnType<typeof qualify>>;
type Entry = ReturnType<typeof viewQualified>;

/** What a browser asks of it, and what its project lets browsers see. */
interface Shown {
  project: Pick<ProjectRow, "client_visible_metadata">;
  sent: QualifyRequest["order"];
}

type One = Extract<Entry, { redeemables: unknown }>["redeemables"][number];

/**
 * What is stored of an order goes only to those who sent it themselves; of notes, what they may
 * see.
 */
const asShopper = <E extends Entry | One>(entry: E, { project, sent }: Shown) => ({
  ...reachSeen(entry, sent),
  order: asSent(entry.order, sent),
  ...("bundle" in entry.result && {
    result: { ...entry.result, bundle: bundleSeen(entry.result.bundle, sent) },
  }),
  ...(entry.metadata && {
    metadata: underKeys(entry.metadata, project.client_visible_metadata),
  }),
});

const entryForShopper = <E extends Entry>(entry: E, shown: Shown) => ({
  ...asShopper(entry, shown),
  ...("redeemables" in entry && {
    redeemables: entry.redeemables.map((tier) => asShopper(tier, shown)),
  }),
});

/**
 * A qualification as a browser may see it; the operation's allow-list drops what it does not name.
 */
export const viewForShopper = (answer: Qualified, shown: Shown) => ({
  ...answer,
  redeemables: {
    ...answer.redeemables,
    data: answer.redeemables.data.map((entry) => entryForShopper(entry, shown)),
  },
  ...(answer.near_misses && {
    near_misses: {
      ...answer.near_misses,
      data: answer.near_misses.data.map((entry) => entryForShopper(entry, shown)),
    },
  }),
  ...(answer.order && { order: asSent(answer.order, shown.sent) }),
});
