import { useInfiniteQuery } from "@tanstack/preact-query";
import { Inbox, type LucideIcon, SearchX } from "lucide-preact";
import { Button } from "../../shared/parts/button";
import { FailedState, Ghosts, State } from "../../shared/parts/state";
import { useConsoleText } from "../texts";
import { type Filter, Filters } from "./filter-field";
import { type ListState, useListState } from "./query";
import { type Column, Table } from "./table";

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

interface MoreProps<Row> {
  /** Its query key. */
  name: readonly unknown[];
  label: string;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  order?: string;
  keyOf: (row: Row) => string;
  load: (after: string | null, state: Omit<ListState, "page">) => Promise<Part<Row>>;
  empty: { icon?: LucideIcon; title: string; text?: string };
}

/** A list that goes on by a cursor, which has no pages and no total. */
export function More<Row>(props: MoreProps<Row>) {
  const { name, label, columns, filters = [], keyOf, load, empty } = props;
  const t = useConsoleText();
  const { state, change } = useListState(filters.map((filter) => filter.name));
  const order = state.order ?? props.order ?? null;
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...name, order, state.filters],
      queryFn: ({ pageParam }) => load(pageParam, { order, filters: state.filters }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
    });
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <>
      <Filters filters={filters} state={state} onChange={change} />
      {error ? (
        <FailedState error={error} onAgain={() => void refetch()} />
      ) : isPending ? (
        <div class="list-ghosts">
          <Ghosts />
        </div>
      ) : rows.length > 0 ? (
        <Table
          label={label}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          order={order}
          onOrder={(next) => change({ order: next })}
        />
      ) : isFiltered ? (
        <State icon={SearchX} title={t("list.none")} text={t("list.none.text")} />
      ) : (
        <State icon={empty.icon ?? Inbox} title={empty.title} text={empty.text} />
      )}
      {hasNextPage && (
        <div class="pages">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("list.more")}
          </Button>
        </div>
      )}
    </>
  );
}
