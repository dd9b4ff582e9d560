import { readPage } from "../../commit/read";
import type { RawRow } from "../../db/client";
import { given, type PageRequest } from "../../db/list";
import { raw, sql } from "../../db/sql";
import { campaigns } from "../../db/tables/campaigns";
import type { Page } from "../../http/page";
import { wantedOf } from "../../listing/check";
import { type Listed, listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { campaignFields, IS_REFERRAL_CODE } from "./fields-store";
import type { CampaignQuery } from "./schema";
import { CAMPAIGN_COLUMNS, decodeCampaign, type StoredCampaign } from "./store";

const SORTS = {
  created_at: { column: "c.id", tieBreak: "c.project_id", isNullable: false },
  updated_at: {
    column: "c.updated_at",
    tieBreak: "c.id",
    isNullable: true,
    index: "campaigns_updated",
    isUnsetSought: true,
  },
  name: {
    column: "c.name",
    tieBreak: "c.project_id",
    isNullable: false,
    index: "campaigns_name",
    where: "c.deleted_at IS NULL",
  },
} as const;

type Sort = keyof typeof SORTS;

const ORDERS: Record<CampaignQuery["order"], Sort> = {
  created_at: "created_at",
  "-created_at": "created_at",
  updated_at: "updated_at",
  "-updated_at": "updated_at",
  name: "name",
  "-name": "name",
};

const NOT_DELETED = raw("c.deleted_at IS NULL");

function requestOf(scope: Scope, query: CampaignQuery): PageRequest {
  const { order, campaign_type: type } = query;
  return {
    table: campaigns,
    select: sql`SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c`,
    project: sql`c.project_id = ${scope.project.id}`,
    filters: type ? [sql`c.campaign_type = ${type}`] : [],
    ...(type && { filterIndex: "campaigns_type" }),
    sort: { ...SORTS[ORDERS[order]], isDescending: order.startsWith("-") },
    limit: query.limit,
    page: query.page,
  };
}

/** Filters, which no index serves. */
export const filteredCampaigns = (scope: Scope, query: CampaignQuery): Listed => ({
  request: requestOf(scope, query),
  key: { column: "c.id" },
  where: [
    NOT_DELETED,
    ...given("c.creation_status =", query.campaign_status),
    ...(query.is_referral_code === undefined
      ? []
      : [sql`${raw(IS_REFERRAL_CODE)} = ${Number(query.is_referral_code)}`]),
  ],
  wanted: wantedOf(campaignFields(scope), query.filters),
  starting_after_id: query.starting_after_id,
});

/** Lists show categories where that was asked for, as the contract says. */
const listedAs =
  ({ expand }: CampaignQuery) =>
  (raw: RawRow): StoredCampaign => {
    const row = decodeCampaign(raw);
    return [expand].flat().includes("category") ? row : { ...row, categories: [] };
  };

/** A page of the project's campaigns (contract, list envelope; `data_ref` is `campaigns`). */
export async function listCampaigns(
  scope: Scope,
  query: CampaignQuery,
): Promise<Page<StoredCampaign>> {
  const { filters, starting_after_id, campaign_status, is_referral_code } = query;
  const sought = [filters, starting_after_id, campaign_status, is_referral_code];
  if (sought.some((each) => each !== undefined)) {
    return listRows(scope, filteredCampaigns(scope, query), listedAs(query), ({ id }) => id);
  }
  const listed = requestOf(scope, query);
  const request = { ...listed, project: sql`${listed.project} AND ${NOT_DELETED}` };
  return readPage(scope, request, listedAs(query));
}
