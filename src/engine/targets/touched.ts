// Decides how a result tells which lines and units a discount touched, and which it left out.

import { present } from "../../lib/assert";
import type { ApplicableEntry } from "../../model/applicable-to";
import type { TargetLine, Targets } from "./targets";

/** Units of one line as they are told: numbers from 1, or that there are too many to list. */
export type OrderItemUnits =
  | { index: number; units: number[] }
  | { index: number; units_limit_exceeded: true };

/** An entry with what it touched; nothing that means nothing is there. Lines count from 0. */
export type TouchedEntry = { [K in keyof ApplicableEntry]?: NonNullable<ApplicableEntry[K]> } & {
  order_item_indices?: number[];
  order_item_units?: OrderItemUnits[];
};

const isSet = ([, value]: [string, unknown]): boolean => value !== null && value !== undefined;

/** The entry with what it means where it says nothing, and the source id of its goods. */
function plain(entry: ApplicableEntry, { sources }: Targets): TouchedEntry {
  const source_id = sources.get(entry);
  return {
    ...Object.fromEntries(Object.entries(entry).filter(isSet)),
    ...(source_id !== undefined && { source_id }),
    effect: entry.effect ?? "APPLY_TO_EVERY",
  };
}

const unitsTold = ({ index, unitIndices }: TargetLine): OrderItemUnits =>
  unitIndices === null
    ? { index, units_limit_exceeded: true }
    : { index, units: unitIndices.map((at) => at + 1) };

function touchedEntry(entry: ApplicableEntry, targets: Targets): TouchedEntry {
  const lines = targets.lines.filter((line) => line.entry === entry);
  if (lines.length === 0) return plain(entry, targets);
  return {
    ...plain(entry, targets),
    order_item_indices: lines.map(({ index }) => index),
    ...(entry.target === "UNIT" && { order_item_units: lines.map(unitsTold) }),
  };
}

/**
 * The entries for a result's `applicable_to` and `inapplicable_to` (reference service,
 * applicable_to): as they are kept, with the lines that they touch in the order of the discount.
 * Lines that are touched because all are included belong to no entry.
 */
export function touchedEntries(targets: Targets): {
  included: TouchedEntry[];
  excluded: TouchedEntry[];
} {
  const { included, excluded, excludedLines } = targets;
  return {
    included: included.map((entry) => touchedEntry(entry, targets)),
    excluded: excluded.map((entry, at) => {
      const left = present(excludedLines[at], "lines of an excluded entry");
      return {
        ...plain(entry, targets),
        ...(left.length > 0 && { order_item_indices: [...left] }),
      };
    }),
  };
}
