/** Somebody or something as requests name it. */
export interface Named {
  id?: string | null | undefined;
  source_id?: string | null | undefined;
}

/** The names of all, each by its id or, without one, by its source id; each name once. */
export function namesOf(all: readonly (Named | null | undefined)[]) {
  const ids = all.flatMap((each) => (each?.id ? [each.id] : []));
  const sources = all.flatMap((each) => (!each?.id && each?.source_id ? [each.source_id] : []));
  return { ids: [...new Set(ids)], sources: [...new Set(sources)] };
}

/** Picks rows as one by one: an id goes before a source id. */
export function picker<T extends { id: string; source_id: string | null }>(rows: readonly T[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const bySource = new Map(rows.map((row) => [row.source_id, row]));
  return (named: Named | null | undefined): T | null =>
    (named?.id ? byId.get(named.id) : named?.source_id ? bySource.get(named.source_id) : null) ??
    null;
}
