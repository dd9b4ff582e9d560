import { readPage } from "../../commit/read";
import type { PageRequest } from "../../db/page";
import { sql } from "../../db/sql";
import { validationRules } from "../../db/tables/validation-rules";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { RuleQuery } from "./schema";
import { decodeRule, type RuleRow } from "./store";

const SORTS = {
  created_at: {
    column: "r.created_at",
    tieBreak: "r.id",
    isNullable: false,
    index: "validation_rules_created",
  },
  updated_at: {
    column: "r.updated_at",
    tieBreak: "r.id",
    isNullable: true,
    // Named, since SQLite would otherwise look for rules that were never updated among all of the
    // project.
    index: "validation_rules_updated",
    unsetIndex: "validation_rules_updated",
  },
} as const;

/** A page of the project's rules (contract, list envelope). */
export async function listRules(scope: Scope, query: RuleQuery): Promise<Page<RuleRow>> {
  const key = query.order.endsWith("updated_at") ? "updated_at" : "created_at";
  const request: PageRequest = {
    table: validationRules,
    project: sql`r.project_id = ${scope.project.id}`,
    filters: [],
    sort: { ...SORTS[key], isDescending: query.order.startsWith("-") },
    limit: query.limit,
    page: query.page,
  };
  return readPage(scope, request, decodeRule);
}
