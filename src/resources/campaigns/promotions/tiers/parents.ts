import type { RawRow, Statement } from "../../../../db/client";
import type { CategoryRow } from "../../../../db/tables/catalogue";
import { notFound } from "../../../../errors";
import type { Scope } from "../../../../scope/scope";
import { categoriesNamed, decodeCategory } from "../../../categories/store";
import { decodeRule, type RuleRow, rulesByIds } from "../../../validation-rules/store";
import type { TierInput } from "./schema";

/** What a new tier belongs to. */
export interface TierParents {
  category: CategoryRow | null;
  rule: RuleRow | null;
}

type Named = Pick<TierInput, "category" | "category_id" | "validation_rules">;

/** Reads the categories and rules that tiers name; nothing where they name none. */
export function parentStatements(scope: Scope, inputs: readonly Named[]): Statement[] {
  const rules = inputs.flatMap(({ validation_rules: ids }) => ids ?? []);
  const isBare = inputs.every(({ category, category_id }) => !category && !category_id);
  if (isBare && rules.length === 0) return [];
  return [categoriesNamed(scope, inputs), rulesByIds(scope, rules)];
}

function categoryOf(found: readonly CategoryRow[], input: Named): CategoryRow | null {
  const { category: name, category_id: id } = input;
  const category = found.find((row) => (id ? row.id === id : row.name === name)) ?? null;
  if (!category && id) throw notFound("category", id);
  return category;
}

function ruleOf(found: readonly RuleRow[], { validation_rules: ids }: Named): RuleRow | null {
  const id = ids?.[0];
  const rule = found.find((row) => row.id === id) ?? null;
  if (!rule && id) throw notFound("validation_rules", id);
  return rule;
}

/**
 * Tells each tier its parents among the rows that `parentStatements` gave; an unknown id is
 * refused.
 */
export function parentsIn(rows: readonly RawRow[][]): (input: Named) => TierParents {
  const [categories = [], rules = []] = rows;
  const [known, assignable] = [categories.map(decodeCategory), rules.map(decodeRule)];
  return (input) => ({ category: categoryOf(known, input), rule: ruleOf(assignable, input) });
}
