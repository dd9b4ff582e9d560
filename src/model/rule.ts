import * as z from "zod";
import { withoutNulls } from "../lib/json-value";
import { ApplicableTo } from "./applicable-to";
import { CONTEXT_TYPES } from "./context-type";

/** Text a shop shows to its buyer when a rule refuses (contract, "Validation rule"). */
export const RuleError = z.object({ message: z.string().max(1000).optional() });
/** The same as it is sent: a message that is null is none. */
export const RuleErrorInput = z.preprocess(withoutNulls, RuleError);

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

export const RuleType = z.enum(["expression", "basic", "advanced", "complex"]);
export const ContextType = z.enum(CONTEXT_TYPES);

const definition = z.record(z.string(), z.unknown());

/** Contract, "Validation rule". */
export const ValidationRule = z
  .object({
    id: z.string(),
    name: z.string(),
    rules: definition,
    bundle_rules: definition,
    error: RuleError.nullable(),
    applicable_to: ApplicableTo,
    type: RuleType,
    context_type: ContextType,
    assignments_count: z.int().min(0),
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("validation_rules"),
  })
  .meta({ id: "ValidationRule" });
export type ValidationRule = z.infer<typeof ValidationRule>;
