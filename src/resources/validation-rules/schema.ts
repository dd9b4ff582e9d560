import * as z from "zod";
import { filteredQuery, madeBetween, ordersOf, pageQuery } from "../../http/page";
import { EntryInput } from "../../model/applicable-to";
import { ContextType, RuleErrorInput, RuleType } from "../../model/rule";

const ApplicableInput = z.object({
  included: z.array(EntryInput).max(1000).nullish(),
  excluded: z.array(EntryInput).max(1000).nullish(),
  included_all: z.boolean().nullish(),
});
export type ApplicableInput = z.infer<typeof ApplicableInput>;

const settable = {
  /** Held against the engine's table of names and operators, which gives a refusal of its own. */
  rules: z.unknown().optional(),
  bundle_rules: z.unknown().optional(),
  error: RuleErrorInput.nullish(),
  applicable_to: ApplicableInput.nullish(),
  type: RuleType.nullish(),
  context_type: ContextType.nullish(),
};

const Name = z.string().min(1).max(255);

/** Body of a create. Names need not be unique (docs/behaviour.md). */
export const RuleCreate = z.object({ name: Name, ...settable });
export type RuleCreate = z.infer<typeof RuleCreate>;

/** Body of an update: absent keeps; null clears `error` and empties `bundle_rules`. */
export const RuleUpdate = z.object({ name: Name.nullish(), ...settable });
export type RuleUpdate = z.infer<typeof RuleUpdate>;

export const RuleQuery = z.object({
  ...pageQuery,
  order: ordersOf("created_at", "updated_at", "name").default("-created_at"),
  ...madeBetween,
  ...filteredQuery,
});
export type RuleQuery = z.infer<typeof RuleQuery>;
