import { load } from "../../../../commit/load";
import { readPage } from "../../../../commit/read";
import { MOST_BYTES } from "../../../../db/heavy";
import type { PageRequest } from "../../../../db/list";
import { type Fragment, param, raw, type Slot, sql } from "../../../../db/sql";
import { promotionTiers } from "../../../../db/tables/campaigns";
import { withCampaign } from "../../../../engine/campaign-voucher";
import { windowState } from "../../../../engine/time-window";
import type { Page } from "../../../../http/page";
import { pageWithin } from "../../../../lib/page-within";
import { wholeList } from "../../../../lib/whole-list";
import type { TimeWindow } from "../../../../model/time-window";
import { isoNow, type Scope } from "../../../../scope/scope";
import { byCampaignName } from "../../store";
import { thePromotion } from "../campaign";
import type { TierQuery } from "./schema";
import { windowFields } from "./sql";
import { decodePlaced, type PlacedTier, TIER_COLUMNS, tiersByIds } from "./store";

/** All tiers of a promotion in the order of its hierarchy. */
export async function tiersOfCampaign(scope: Scope, name: string): Promise<Page<PlacedTier>> {
  const { found } = await load(scope, { found: byCampaignName(scope, name) });
  const campaign = thePromotion(found, name);
  return wholeList(campaign.tiers.map((tier) => ({ tier, campaign })));
}

const SORTS = {
  created_at: { column: "t.id", tieBreak: "t.project_id", isNullable: false },
  updated_at: {
    column: "t.updated_at",
    tieBreak: "t.id",
    isNullable: false,
    index: "promotion_tiers_updated",
  },
} as const;

const sortOf = (order: TierQuery["order"]) => ({
  ...SORTS[order.endsWith("updated_at") ? "updated_at" : "created_at"],
  isDescending: order.startsWith("-"),
});

/** A page of the project's tiers. */
export async function listTiers(scope: Scope, query: TierQuery): Promise<Page<PlacedTier>> {
  if (query.is_available) return availableTiers(scope, query);
  const request: PageRequest = {
    table: promotionTiers,
    select: sql`SELECT ${TIER_COLUMNS}, t.id, t.updated_at, t.project_id FROM promotion_tiers t`,
    project: sql`t.project_id = ${scope.project.id}`,
    filters: [],
    sort: sortOf(query.order),
    limit: query.limit,
    page: query.page,
  };
  return readPage(scope, request, decodePlaced);
}

/**
 * So many active tiers are looked at, however many a promotion has left behind without switching
 * them off.
 */
const MOST = raw(1_000);

const windowJson = (alias: string): Fragment => sql`json_object(${windowFields(alias)})`;

/** Between its own dates or, where it has none, those of its campaign. */
const isWithin = (at: Slot): Fragment =>
  sql`coalesce(t.start_date <= ${at}, c.start_date <= ${at}, 1)
    AND coalesce(t.expiration_date > ${at}, c.expiration_date > ${at}, 1)`;

/** Bytes of a tier that vary most, and of the campaign that is read with it. */
const BYTES = raw(`1000 + octet_length(t.metadata) + coalesce(octet_length(t.action), 0)
  + coalesce(octet_length(t.banner), 0)
  + octet_length(c.metadata) + coalesce(octet_length(c.description), 0)`);

/** Active tiers of active campaigns between their dates, with what days and hours say of them. */
function openByDate(scope: Scope, order: TierQuery["order"]): Fragment {
  const { column, isDescending } = sortOf(order);
  const direction = isDescending ? "DESC" : "ASC";
  const inOrder = raw(`ORDER BY ${column} ${direction}, t.id ${direction}`);
  const index = raw(column === "t.id" ? "promotion_tiers_active" : "promotion_tiers_updated");
  const [project, now] = [param(scope.project.id), param(isoNow(scope))];
  const active = sql`SELECT * FROM promotion_tiers t INDEXED BY ${index}
    WHERE t.project_id = ${project} AND t.active = 1 ${inOrder} LIMIT ${MOST}`;
  return sql`SELECT t.id, json_array(${windowJson("t")}, ${windowJson("c")}) AS windows,
      ${BYTES} AS bytes
    FROM (${active}) t CROSS JOIN campaigns c
      ON c.project_id = t.project_id AND c.id = t.campaign_id
    WHERE t.project_id = ${project} AND ${isWithin(now)}
      AND c.active = 1 AND c.deleted_at IS NULL ${inOrder}`;
}

const shared = (window: TimeWindow) => ({ ...window, discount: null, gift_effect: null });

/** Decided as redeeming does. The cast holds because `windowJson` alone makes the windows. */
function isOpen(scope: Scope, windows: unknown): boolean {
  const [tier, campaign] = JSON.parse(String(windows)) as [TimeWindow, TimeWindow];
  const window = withCampaign(shared(tier), shared(campaign));
  return windowState(window, scope.now, scope.project.timezone) === "open";
}

/** A page of the tiers that a shopper can have now: they are open, and their campaigns on. */
export async function availableTiers(
  scope: Scope,
  query: Pick<TierQuery, "limit" | "page" | "order">,
): Promise<Page<PlacedTier>> {
  const { dated } = await load(scope, { dated: openByDate(scope, query.order) });
  const open = dated.filter(({ windows }) => isOpen(scope, windows));
  const sizes = open.map(({ bytes }) => Number(bytes));
  const { from, to } = pageWithin(sizes, { ...query, mostBytes: MOST_BYTES });
  const shown = open.slice(from, to).map(({ id }) => String(id));
  const { rows } = await load(scope, { rows: shown.length > 0 ? tiersByIds(scope, shown) : null });
  const found = new Map(rows.map(decodePlaced).map((placed) => [placed.tier.id, placed]));
  const items = shown.flatMap((id) => found.get(id) ?? []);
  return { items, total: open.length, has_more: to < open.length };
}
