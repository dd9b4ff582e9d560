// Decides which sets of bundle rules are each enough for a bundle under an expression such as `(1
// or 2) and 3`.
import type { Logic } from "../rules/logic";

/** How many sets there are, counted without making them; each `or` adds, each `and` multiplies. */
export function countAlternatives(logic: Logic): number {
  if (logic.kind === "rule") return 1;
  const counts = logic.parts.map(countAlternatives);
  return logic.kind === "or"
    ? counts.reduce((total, count) => total + count, 0)
    : counts.reduce((total, count) => total * count, 1);
}

/** The sets of rule numbers, first the one that takes the first way at every `or`. */
export function alternativesOf(logic: Logic): ReadonlySet<string>[] {
  if (logic.kind === "rule") return [new Set([logic.key])];
  const parts = logic.parts.map(alternativesOf);
  if (logic.kind === "or") return parts.flat();
  return parts.reduce<ReadonlySet<string>[]>(
    (made, part) => made.flatMap((set) => part.map((more) => set.union(more))),
    [new Set()],
  );
}
