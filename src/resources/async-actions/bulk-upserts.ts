import { type MetadataKind, metadataError } from "../../checks/metadata";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import type { Metadata } from "../../model/metadata";
import type { Scope } from "../../scope/scope";
import { failed } from "./bulk";
import type { BulkResult } from "./schema";

/** A row that a source id names. */
interface Sourced {
  source_id: string | null;
  metadata: Metadata;
  updated_at: string | null;
}

interface Entry {
  source_id: string;
  metadata?: Metadata | null | undefined;
}

/** How entries become rows of one kind. */
interface Upserts<R, E> {
  kind: MetadataKind;
  /** Those that are there already. */
  rows: readonly R[];
  merge: (row: R, entry: E) => R;
  make: (entry: E) => R;
}

/** A row as it was read, or null where it is new, and as it will be. */
interface Written<R> {
  before: R | null;
  after: R;
}

/**
 * What entries make of rows, each over what is stored and over what entries before it said; unknown
 * source ids make new rows. One whose metadata does not fit its schema changes nothing, and its
 * result says why.
 */
export function planUpserts<R extends Sourced, E extends Entry>(
  scope: Scope,
  entries: readonly E[],
  { kind, rows, merge, make }: Upserts<R, E>,
) {
  const written = new Map(
    rows.map((row): [string, Written<R>] => [row.source_id ?? "", { before: row, after: row }]),
  );
  const results = entries.map((entry): BulkResult => {
    const { source_id } = entry;
    const known = written.get(source_id);
    const found = known !== undefined;
    const after = known ? merge(known.after, entry) : make(entry);
    const isChecked = entry.metadata !== undefined || !found;
    const error = isChecked ? metadataError(scope, kind, after.metadata) : null;
    if (error) return { source_id, found, updated: false, error: failed(scope, error) };
    written.set(source_id, { before: known?.before ?? null, after });
    return { source_id, found, updated: true };
  });
  const all = [...written.values()];
  return {
    results,
    created: all.flatMap(({ before, after }) => (before === null ? [after] : [])),
    changed: all.flatMap(({ before, after }) =>
      before === null || changesNothing(before, after)
        ? []
        : [{ before, after: { ...after, updated_at: nextUpdate(scope, before) } }],
    ),
  };
}
