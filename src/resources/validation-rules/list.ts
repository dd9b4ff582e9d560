import { readPage } from "../../commit/read";
import { given, type PageRequest } from "../../db/list";
import { joined, sql, valuesOf } from "../../db/sql";
import { validationRules } from "../../db/tables/validation-rules";
import type { Page } from "../../http/page";
import { wantedOf } from "../../listing/check";
import { date, listFields, text } from "../../listing/fields";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import type { RuleQuery } from "./schema";
import { decodeRule, type RuleRow } from "./store";

/** What the list of rules is filtered by. */
export const RULE_FIELDS = listFields({
  id: text("r.id", { find: (ids) => ({ where: sql`r.id IN (${valuesOf(ids)})` }) }),
  name: text("r.name"),
  type: text("r.type"),
  context_type: text("r.context_type"),
  created_at: date("r.created_at"),
  updated_at: date("r.updated_at"),
});

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
  const { filters, starting_after_id, start_date, end_date } = query;
  const made = [...given("r.created_at >=", start_date), ...given("r.created_at <=", end_date)];
  const name = query.order.replace("-", "");
  const isSorted = name === "name" || (name === "updated_at" && made.length > 0);
  const key = name === "updated_at" && !isSorted ? "updated_at" : "created_at";
  const request: PageRequest = {
    table: validationRules,
    project: joined([sql`r.project_id = ${scope.project.id}`, ...made], " AND "),
    filters: [],
    sort: { ...SORTS[key], isDescending: query.order.startsWith("-") },
    limit: query.limit,
    page: query.page,
  };
  const isPlain = (filters ?? starting_after_id) === undefined;
  if (!isSorted && made.length === 0 && isPlain) {
    return readPage(scope, request, decodeRule);
  }
  const by = isSorted ? `r.${name}` : undefined;
  const listed = {
    request,
    key: { column: "r.id" },
    where: [],
    wanted: wantedOf(RULE_FIELDS, filters),
    by,
    starting_after_id,
  };
  return listRows(scope, listed, decodeRule, ({ id }) => id);
}
