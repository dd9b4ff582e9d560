import { readPage } from "../../commit/read";
import type { PageRequest } from "../../db/page";
import { sql } from "../../db/sql";
import { campaigns } from "../../db/tables/campaigns";
import type { Page } from "../../http/page";
import type { Category } from "../../model/category";
import type { Scope } from "../../scope/scope";
import type { CampaignQuery } from "./schema";
import {
  CAMPAIGN_COLUMNS,
  CATEGORY_COLUMN,
  decodeCampaign,
  type StoredCampaign,
  shownCategories,
} from "./store";

const SORTS = {
  created_at: { column: "c.id", tieBreak: "c.project_id", isNullable: false },
  updated_at: {
    column: "c.updated_at",
    tieBreak: "c.id",
    isNullable: true,
    index: "campaigns_updated",
  },
  name: { column: "c.name", tieBreak: "c.project_id", isNullable: false, index: "campaigns_name" },
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

/** A campaign of a list, with its category where that was asked for. */
export interface Listed {
  row: StoredCampaign;
  categories: Category[];
}

/** A page of the project's campaigns (contract, list envelope; `data_ref` is `campaigns`). */
export async function listCampaigns(scope: Scope, query: CampaignQuery): Promise<Page<Listed>> {
  const { order, campaign_type: type, expand } = query;
  const showsCategory = [expand].flat().includes("category");
  const columns = showsCategory ? sql`${CAMPAIGN_COLUMNS}, ${CATEGORY_COLUMN}` : CAMPAIGN_COLUMNS;
  const request: PageRequest = {
    table: campaigns,
    select: sql`SELECT ${columns} FROM campaigns c`,
    project: sql`c.project_id = ${scope.project.id} AND c.deleted_at IS NULL`,
    filters: type ? [sql`c.campaign_type = ${type}`] : [],
    filterIndex: "campaigns_type",
    sort: { ...SORTS[ORDERS[order]], isDescending: order.startsWith("-") },
    limit: query.limit,
    page: query.page,
  };
  return readPage(scope, request, (raw) => ({
    row: decodeCampaign(raw),
    categories: shownCategories(raw),
  }));
}
