import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { Inbox, type LucideIcon, SearchX } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { Button } from "../../shared/parts/button";
import { FailedState, Ghosts, State } from "../../shared/parts/state";
import { useConsoleText } from "../texts";
import { type Filter, Filters } from "./filter-field";
import { LIMIT, Pages } from "./pages";
import { type ListState, useListState } from "./query";
import { type Column, Table } from "./table";

export interface Page<Row> {
  rows: readonly Row[];
  total: number;
}

interface ListProps<Row> {
  /** First part of its query key; `useAct` refreshes by it. */
  name: string;
  /** What it lists, as a title. */
  label: string;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  order?: string;
  keyOf: (row: Row) => string;
  load: (state: ListState & { limit: number }) => Promise<Page<Row>>;
  /** What stands here before there is anything. */
  empty: { icon?: LucideIcon; title: string; text?: string; action?: ComponentChildren };
  /** Asks again after so many milliseconds, while something is going on. */
  pollMs?: (rows: readonly Row[]) => number | false;
}

/** A list of the API with its pages, filters and orders, in each of its states. */
export function List<Row>(props: ListProps<Row>) {
  const { name, label, columns, filters = [], keyOf, load, empty, pollMs } = props;
  const t = useConsoleText();
  const { state, change } = useListState(filters.map((filter) => filter.name));
  const order = state.order ?? props.order ?? null;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [name, "list", state.page, order, state.filters],
    queryFn: () => load({ ...state, order, limit: LIMIT }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data: page } }) => (page && pollMs?.(page.rows)) ?? false,
  });
  const isFiltered = Object.keys(state.filters).length > 0;
  const clear = () => change(Object.fromEntries(filters.map((filter) => [filter.name, null])));
  return (
    <div class="card flush">
      <Filters filters={filters} state={state} onChange={change} />
      {error ? (
        <FailedState error={error} onAgain={() => void refetch()} />
      ) : isPending ? (
        <div class="list-ghosts">
          <Ghosts />
        </div>
      ) : data.rows.length > 0 ? (
        <Table
          label={label}
          columns={columns}
          rows={data.rows}
          keyOf={keyOf}
          order={order}
          onOrder={(next) => change({ order: next })}
        />
      ) : isFiltered ? (
        <State icon={SearchX} title={t("list.none")} text={t("list.none.text")}>
          <Button onClick={clear}>{t("list.clear")}</Button>
        </State>
      ) : (
        <State icon={empty.icon ?? Inbox} title={empty.title} text={empty.text}>
          {empty.action}
        </State>
      )}
      {data && data.total > 0 && (
        <Pages page={state.page} total={data.total} onPage={(page) => change({ page })} />
      )}
    </div>
  );
}
