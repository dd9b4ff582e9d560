/** Somebody or something as requests name it. */
export interface Named {
  id?: string | null | undefined;
  source_id?: string | null | undefined;
}

/** The names of all, by their ids and by their source ids; each name once. */
export function namesOf(all: readonly (Named | null | undefined)[]) {
  const ids = all.flatMap((each) => (each?.id ? [each.id] : []));
  const sources = all.flatMap((each) => (each?.source_id ? [each.source_id] : []));
  return { ids: [...new Set(ids)], sources: [...new Set(sources)] };
}

/** Picks rows as one by one: by the id or, where that is nobody's, by the source id. */
export function picker<T extends { id: string; source_id: string | null }>(rows: readonly T[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const bySource = new Map(rows.map((row) => [row.source_id, row]));
  return (named: Named | null | undefined): T | null =>
    (named?.id && byId.get(named.id)) ||
    (named?.source_id && bySource.get(named.source_id)) ||
    null;
}
