import { load } from "../../commit/load";
import { byCreation } from "../../db/list";
import { totalOf } from "../../db/page";
import { sql, valuesOf } from "../../db/sql";
import { type CampaignTemplateRow, campaignTemplates } from "../../db/tables/templates";
import type { Page } from "../../http/page";
import { wantedOf } from "../../listing/check";
import { listFields, text, word } from "../../listing/fields";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { type TemplateQuery, TemplateType } from "./schema";
import { decodeTemplate } from "./store";

/** What templates are filtered by (reference service, templates). */
export const TEMPLATE_FIELDS = listFields({
  id: text("t.id", { find: (ids) => ({ where: sql`t.id IN (${valuesOf(ids)})` }) }),
  name: text("t.name"),
  campaign_type: word("t.campaign_type", TemplateType.options),
});

const isId = (after: string | undefined): after is string => after?.startsWith("tmpl_") ?? false;

/** Behind a template that is named by its id, as clients go on, or a place in a filtered list. */
function pageOf(scope: Scope, { order, limit, filters, starting_after_id: after }: TemplateQuery) {
  const behind = order === "-id" ? sql`t.id < ${after ?? ""}` : sql`t.id > ${after ?? ""}`;
  return listRows(
    scope,
    {
      request: {
        table: campaignTemplates,
        project: sql`t.project_id = ${scope.project.id}`,
        filters: isId(after) ? [behind] : [],
        sort: byCreation("t", order),
        limit,
        page: 1,
      },
      key: { column: "t.id" },
      where: [],
      wanted: wantedOf(TEMPLATE_FIELDS, filters),
      starting_after_id: isId(after) ? undefined : after,
    },
    decodeTemplate,
    ({ id }) => id,
  );
}

type TemplatePage = Omit<Page<CampaignTemplateRow>, "total"> & { total?: number };

/** A page of the project's templates, with their number where it is asked for. */
export async function listTemplates(scope: Scope, query: TemplateQuery): Promise<TemplatePage> {
  const { total: found, ...page } = await pageOf(scope, query);
  if (!query.include_total) return page;
  if (query.filters) return { ...page, total: found };
  const { total } = await load(scope, {
    total: sql`SELECT campaign_templates AS total FROM tallies
      WHERE project_id = ${scope.project.id}`,
  });
  return { ...page, total: totalOf(total) };
}
