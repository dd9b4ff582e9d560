import { Inbox, type LucideIcon, SearchX } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { Button } from "../../shared/parts/button";
import { Ghosts, State } from "../../shared/parts/state";
import { useConsoleText } from "../texts";
import { FailedState } from "./failure";
import { type Filter, Tools } from "./filter-field";
import type { ListState } from "./query";
import { type Column, Table } from "./table";

/** What stands in a list before there is anything. */
export interface Empty {
  icon?: LucideIcon;
  title: string;
  text?: string;
  action?: ComponentChildren;
}

/** What all lists are told. */
export interface Listing<Row> {
  /** What it lists, as a title. */
  label: string;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  /** The order that it has where none is chosen. */
  order?: string;
  /** Orders of the API that have no column, each with what it is by. */
  sorts?: readonly (readonly [sort: string, label: string])[];
  keyOf: (row: Row) => string;
  empty: Empty;
}

interface ListFrameProps<Row> extends Listing<Row> {
  query: { error: unknown; isPending: boolean; refetch: () => Promise<unknown> };
  state: Pick<ListState, "filters" | "order">;
  change: (changes: Record<string, string | null>) => void;
  rows: readonly Row[];
  /** Whether what was looked at is a part of what there is. */
  isPart: boolean;
  /** The ways on. */
  children?: ComponentChildren;
}

/** Filters, rows and the ways on: of a list in each of its states. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { label, columns, filters = [], sorts = [], keyOf, query, state, change, rows } = props;
  const order = state.order ?? props.order ?? null;
  const clear = () => change(Object.fromEntries(filters.map((filter) => [filter.name, null])));
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <div class="card flush">
      <Tools
        filters={filters}
        columns={columns}
        sorts={sorts}
        order={order}
        state={state}
        onChange={change}
      />
      {query.error ? (
        <FailedState error={query.error} onAgain={() => void query.refetch()} />
      ) : query.isPending ? (
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
      ) : (
        <None empty={props.empty} isPart={props.isPart} {...(isFiltered && { onClear: clear })} />
      )}
      {props.children}
    </div>
  );
}

interface NoneProps {
  empty: Empty;
  isPart: boolean;
  /** Takes the filters away, where there are any. */
  onClear?: () => void;
}

/** Why a list shows nothing. */
function None({ empty, isPart, onClear }: NoneProps) {
  const t = useConsoleText();
  if (!isPart && !onClear) {
    return (
      <State icon={empty.icon ?? Inbox} title={empty.title} text={empty.text}>
        {empty.action}
      </State>
    );
  }
  const of = isPart ? "list.part" : "list.none";
  return (
    <State icon={SearchX} title={t(of)} text={t(`${of}.text`)}>
      {onClear && <Button onClick={onClear}>{t("list.clear")}</Button>}
    </State>
  );
}
