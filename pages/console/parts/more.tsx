import { useInfiniteQuery } from "@tanstack/preact-query";
import { Button } from "../../shared/parts/button";
import { useConsoleText } from "../texts";
import { ListFrame, type Listing } from "./list-frame";
import { type ListState, trimmed, useListState } from "./query";

/** Rows behind a cursor, and the cursor behind them while there are more. */
export interface Part<Row> {
  rows: readonly Row[];
  after: string | null;
}

interface Answer<Row> {
  data: readonly Row[];
  has_more: boolean;
  more_starting_after?: string | null | undefined;
}

/** The same of what the API answers. */
export function partOf<Row>({ data, has_more, more_starting_after }: Answer<Row>): Part<Row> {
  return { rows: data, after: has_more ? (more_starting_after ?? null) : null };
}

interface MoreProps<Row> extends Listing<Row> {
  /** Its query key. */
  name: readonly unknown[];
  load: (after: string | null, state: Pick<ListState, "order" | "filters">) => Promise<Part<Row>>;
}

/** A list that goes on by a cursor, which has no pages and no total. */
export function More<Row>({ name, load, ...listing }: MoreProps<Row>) {
  const t = useConsoleText();
  const { state, change } = useListState((listing.filters ?? []).map((filter) => filter.name));
  const order = state.order ?? listing.order ?? null;
  const query = useInfiniteQuery({
    queryKey: [...name, order, state.filters],
    queryFn: ({ pageParam }) => load(pageParam, { order, filters: trimmed(state.filters) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <ListFrame
      {...listing}
      query={query}
      state={state}
      change={change}
      rows={data?.pages.flatMap((page) => page.rows) ?? []}
      isPart={hasNextPage}
    >
      {hasNextPage && (
        <div class="pages">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("list.more")}
          </Button>
        </div>
      )}
    </ListFrame>
  );
}
