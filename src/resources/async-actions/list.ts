import { readPage } from "../../commit/read";
import { byCreation } from "../../db/list";
import { type Fragment, sql } from "../../db/sql";
import { type AsyncActionRow, asyncActions } from "../../db/tables/work";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import type { Scope } from "../../scope/scope";
import type { AsyncActionQuery } from "./schema";
import { decodeAction } from "./store";
import { type AsyncActionType, keptAs } from "./types";

/** The condition is in the words of its index. */
function ofType(shown: AsyncActionType): Fragment {
  const { type, hasHeader } = keptAs(shown);
  return sql`a.type = ${type} AND (a.input->>'$.header' IS NOT NULL) = ${hasHeader}`;
}

/** A page of the project's background work, newest first by default. */
export async function listActions(
  scope: Scope,
  query: AsyncActionQuery,
): Promise<Page<AsyncActionRow>> {
  const request = {
    table: asyncActions,
    project: sql`a.project_id = ${scope.project.id}`,
    filters: [
      ...(query.end_date ? [sql`a.id < ${firstId("aa", Date.parse(query.end_date))}`] : []),
      ...(query.type ? [ofType(query.type)] : []),
    ],
    filterIndex: query.type && "async_actions_type",
    sort: byCreation("a", query.order),
    limit: query.limit,
    page: query.page,
  };
  return readPage(scope, request, decodeAction);
}
