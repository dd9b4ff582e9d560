import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useEffect } from "preact/hooks";
import { ListFrame, type Listing } from "./list-frame";
import { Pages } from "./pages";
import { type ListState, trimmed, useListState } from "./query";

export interface Page<Row> {
  rows: readonly Row[];
  total: number;
  /** Where a list goes on that was looked at in part; null where all of it was. */
  next?: string | null;
}

interface Answer {
  total: number;
  has_more?: boolean | undefined;
  more_starting_after?: string | undefined;
}

/** A page of what the API answers. */
export const pageOf = <Row,>(
  rows: readonly Row[],
  { total, has_more, more_starting_after }: Answer,
): Page<Row> => ({ rows, total, next: has_more ? (more_starting_after ?? null) : null });

interface ListProps<Row> extends Listing<Row> {
  /** First part of its query key; `useAct` refreshes by it. */
  name: string;
  load: (state: ListState) => Promise<Page<Row>>;
  /** Asks again after so many milliseconds, while something is going on. */
  pollMs?: (rows: readonly Row[]) => number | false;
}

/** A list of the API with its pages, filters and orders, in each of its states. */
export function List<Row>({ name, load, pollMs, ...listing }: ListProps<Row>) {
  const { state, change } = useListState((listing.filters ?? []).map((filter) => filter.name));
  const { page, limit, after, filters } = state;
  const order = state.order ?? listing.order ?? null;
  const query = useQuery({
    queryKey: [name, "list", page, limit, after, order, filters],
    queryFn: () => load({ ...state, order, filters: trimmed(filters) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && pollMs?.(data.rows)) ?? false,
  });
  const { data, isPlaceholderData } = query;
  const last = data && !isPlaceholderData ? Math.ceil(data.total / limit) : page;
  // What was on the last page may be gone by now.
  useEffect(() => {
    if (page > Math.max(1, last)) change({ page: String(Math.max(1, last)) });
  }, [page, last]);
  const next = data?.next ?? null;
  return (
    <ListFrame
      {...listing}
      query={query}
      state={state}
      change={change}
      rows={data?.rows ?? []}
      isPart={next !== null}
    >
      {data && (data.total > 0 || next !== null || after !== null) && (
        <Pages state={state} total={data.total} next={next} onChange={change} />
      )}
    </ListFrame>
  );
}
