// Decides what keeps a discount from being saved, and how that is told.
import { parseFormula } from "../formula/parse";

/** Why a discount is refused: the property, from the discount on, and the reason in words. */
export interface DiscountDefect {
  path: string;
  reason: string;
}

export const isRequired = (path: string): DiscountDefect => ({ path, reason: "is required" });

/** A formula that cannot be read, with the place where reading stopped. */
export function formulaDefect(
  path: string,
  text: string | null | undefined,
): DiscountDefect | null {
  if (text === undefined || text === null) return null;
  const parsed = parseFormula(text);
  if (parsed.ok) return null;
  const { position, reason } = parsed.error;
  return { path, reason: `is no formula: character ${position}: ${reason}` };
}

/** The first defect of several, or null. */
export const firstDefect = (defects: readonly (DiscountDefect | null)[]): DiscountDefect | null =>
  defects.find((each) => each !== null) ?? null;
