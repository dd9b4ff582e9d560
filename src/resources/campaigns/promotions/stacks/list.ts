import { load } from "../../../../commit/load";
import { readPage } from "../../../../commit/read";
import { byCreation, given, type PageRequest } from "../../../../db/list";
import { pageOf, pageReads } from "../../../../db/page";
import { sql, valuesOf } from "../../../../db/sql";
import { promotionStacks } from "../../../../db/tables/stacking";
import type { Page } from "../../../../http/page";
import { firstId } from "../../../../lib/id";
import { wantedOf } from "../../../../listing/check";
import { date, listFields, made, text } from "../../../../listing/fields";
import { listRows } from "../../../../listing/walk";
import type { Scope } from "../../../../scope/scope";
import { campaignNamed } from "../../sql";
import { byCampaignName } from "../../store";
import { thePromotion } from "../campaign";
import type { CampaignStackQuery, StackQuery } from "./schema";
import { decodeStack, STACK_COLUMNS, type StoredStack, stackById, theStack } from "./store";
import type { StackPath } from "./write";

/** A stack of a promotion. */
export async function getStack(scope: Scope, at: StackPath): Promise<StoredStack> {
  const { found, stacks } = await load(scope, {
    found: byCampaignName(scope, at.campaignId),
    stacks: stackById(scope, at.stackId),
  });
  return theStack(stacks, thePromotion(found, at.campaignId).id, at.stackId);
}

/** A page of a promotion's stacks in the order of their making. */
export async function stacksOfCampaign(
  scope: Scope,
  name: string,
  { limit, page }: CampaignStackQuery,
): Promise<Page<StoredStack>> {
  const request = {
    table: promotionStacks,
    select: sql`SELECT ${STACK_COLUMNS} FROM promotion_stacks s`,
    project: sql`s.project_id = ${scope.project.id}`,
    filters: [sql`s.campaign_id = ${campaignNamed(scope, name)}`],
    filterIndex: "promotion_stacks_campaign",
    sort: byCreation("s", "created_at"),
    limit,
    page,
  };
  const { found, ...listed } = await load(scope, {
    found: byCampaignName(scope, name),
    ...pageReads(request),
  });
  thePromotion(found, name);
  return pageOf(listed, decodeStack, { limit, page });
}

const SORTS = {
  created_at: { column: "s.id", tieBreak: "s.project_id", isNullable: false },
  updated_at: {
    column: "s.updated_at",
    tieBreak: "s.id",
    isNullable: true,
    index: "promotion_stacks_updated",
    unsetIndex: "promotion_stacks_updated",
  },
} as const;

/** What the list of stacks is filtered by (reference service, "Fetching data"). */
const STACK_FIELDS = listFields({
  id: text("s.id", { find: (ids) => ({ where: sql`s.id IN (${valuesOf(ids)})` }) }),
  name: text("s.name"),
  campaign_id: text("s.campaign_id", {
    narrow: (id) => ({ where: sql`s.campaign_id = ${id}`, index: "promotion_stacks_campaign" }),
  }),
  category_id: text("s.category_id"),
  created_at: made("s.created_at", "s.id", (at) => firstId("stack", at)),
  updated_at: date("s.updated_at"),
});

/** A page of the project's stacks. */
export async function listStacks(scope: Scope, query: StackQuery): Promise<Page<StoredStack>> {
  const { order, limit, page } = query;
  const request: PageRequest = {
    table: promotionStacks,
    select: sql`SELECT ${STACK_COLUMNS} FROM promotion_stacks s`,
    project: sql`s.project_id = ${scope.project.id}`,
    filters: [],
    sort: {
      ...SORTS[order.endsWith("updated_at") ? "updated_at" : "created_at"],
      isDescending: order.startsWith("-"),
    },
    limit,
    page,
  };
  const where = [
    ...given("s.created_at <", query.created_at?.before),
    ...given("s.created_at >", query.created_at?.after),
    ...given("s.updated_at <", query.updated_at?.before),
    ...given("s.updated_at >", query.updated_at?.after),
  ];
  const by = order.endsWith("name") ? "s.name" : undefined;
  const { filters, starting_after_id } = query;
  if (where.length === 0 && (by ?? filters ?? starting_after_id) === undefined) {
    return readPage(scope, request, decodeStack);
  }
  const wanted = wantedOf(STACK_FIELDS, filters);
  const listed = { request, key: { column: "s.id" }, where, wanted, by, starting_after_id };
  return listRows(scope, listed, decodeStack, ({ id }) => id);
}
