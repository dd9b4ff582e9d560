import * as z from "zod";

/** Text a shop shows to its buyer when a rule refuses (contract, "Validation rule"). */
export const RuleError = z.object({ message: z.string().max(1000).optional() });

/** One numbered rule. `conditions` maps an operator to its values; `rules` nests the same shape. */
export interface RuleNode {
  name: string;
  property?: string | null | undefined;
  conditions?: Record<string, unknown> | null | undefined;
  rules?: Rules | null | undefined;
  error?: { message?: string | undefined } | null | undefined;
}

/**
 * Numbered rules "1", "2", ... beside `logic`, an expression over the numbers (absent: all of
 * them).
 */
export interface Rules {
  [number: string]: RuleNode | string | null | undefined;
}

/** What the engine needs of a stored rule set. */
export interface RuleSet {
  id: string;
  rules: Rules;
  error: { message?: string | undefined } | null;
}
