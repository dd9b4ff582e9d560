import type * as z from "zod";
import { load } from "../../commit/load";
import { isoNow, type Scope } from "../../scope/scope";
import { campaignsByIds, decodeCampaign } from "../campaigns/store";
import { viewCampaign } from "../campaigns/view";
import { qualify } from "../qualifications/qualify";
import { byNames, decodeVoucher } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import type { FoundQuery, FoundRequest } from "./schema";

/** A qualification's page holds no more. */
const MOST = 50;

interface Asked {
  query: FoundQuery;
  body: z.infer<typeof FoundRequest>;
}

/** What a qualification finds of one type, by code or id, with the reach of each on the order. */
async function find(scope: Scope, type: "voucher" | "campaign", { query, body }: Asked) {
  const { redeemables, tracking_id } = await qualify(scope, {
    ...body,
    scenario: query.audienceRulesOnly === "true" ? "AUDIENCE_ONLY" : "ALL",
    options: {
      limit: Math.min(query.limit, MOST),
      filters: { resource_type: { conditions: { $is: [type] } } },
    },
  });
  const reach = new Map(
    redeemables.data.map(({ id, applicable_to, inapplicable_to }) => [
      id,
      { applicable_to, inapplicable_to },
    ]),
  );
  return { reach, ids: [...reach.keys()], ...(tracking_id && { tracking_id }) };
}

interface Ordered {
  created_at: string;
  updated_at?: string | null | undefined;
  code?: string;
}

/** What was found in the order that was asked for. */
function inOrder<T extends Ordered>(items: readonly T[], { order }: FoundQuery): T[] {
  const isDown = order.startsWith("-");
  const key = ({ created_at, updated_at, code }: T): string =>
    ({ created_at, updated_at: updated_at ?? "", code: code ?? "" })[
      order.replace("-", "") as "created_at" | "updated_at" | "code"
    ];
  const compare = (a: T, b: T) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  return items.toSorted((a, b) => (isDown ? compare(b, a) : compare(a, b)));
}

const viewFound = <T>(scope: Scope, data: readonly T[], tracking_id: string | undefined) => ({
  object: "list" as const,
  data_ref: "data" as const,
  data: [...data],
  total: data.length,
  id: scope.newId("qual"),
  created_at: isoNow(scope),
  ...(tracking_id !== undefined && { tracking_id }),
});

/** Vouchers that apply, whole; at most 50. Two round trips. */
export async function findVouchers(scope: Scope, asked: Asked) {
  const { reach, ids, tracking_id } = await find(scope, "voucher", asked);
  const { rows } = await load(scope, { rows: byNames(scope, ids) });
  const vouchers = rows
    .map(decodeVoucher)
    .map((row) => ({ ...viewVoucher(scope, row), ...reach.get(row.code) }));
  return viewFound(scope, inOrder(vouchers, asked.query), tracking_id);
}

/** Campaigns whose codes would apply, whole; at most 50. Two round trips. */
export async function findCampaigns(scope: Scope, asked: Asked) {
  const { reach, ids, tracking_id } = await find(scope, "campaign", asked);
  const { rows } = await load(scope, { rows: campaignsByIds(scope, ids) });
  const campaigns = rows
    .map(decodeCampaign)
    .map((row) => ({ ...viewCampaign(row), ...reach.get(row.id) }));
  return viewFound(scope, inOrder(campaigns, asked.query), tracking_id);
}
