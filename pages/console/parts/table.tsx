import { ArrowDown, ArrowUp } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useConsoleText } from "../texts";

/** One column: what stands over it, and what a row has there. */
export interface Column<Row> {
  name: string;
  head: string;
  cell: (row: Row) => ComponentChildren;
  isNumber?: boolean;
  /** The API's name of this order, where it has one. */
  sort?: string;
}

interface TableProps<Row> {
  /** What the table lists, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  order?: string | null;
  onOrder?: (order: string) => void;
}

const sortOf = (order: string | null | undefined, sort: string) => {
  if (order === sort) return "ascending";
  return order === `-${sort}` ? "descending" : undefined;
};

/**
 * Rows of anything. On narrow screens each row folds into lines of head and value; the roles keep
 * it a table for those who hear it.
 */
export function Table<Row>({ label, columns, rows, keyOf, order, onOrder }: TableProps<Row>) {
  return (
    // A frame that scrolls must be reached by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the focus
    <section class="table-frame" aria-label={label} tabIndex={0}>
      <table class="table folds" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, head, sort, isNumber }) => (
              <th
                key={name}
                scope="col"
                role="columnheader"
                class={isNumber ? "number" : undefined}
                aria-sort={sort === undefined ? undefined : sortOf(order, sort)}
              >
                {sort && onOrder ? (
                  <SortButton head={head} sort={sort} order={order ?? null} onOrder={onOrder} />
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ name, head, cell, isNumber }) => (
                <td key={name} role="cell" data-head={head} class={isNumber ? "number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SortButtonProps {
  head: string;
  sort: string;
  order: string | null;
  onOrder: (order: string) => void;
}

function SortButton({ head, sort, order, onOrder }: SortButtonProps) {
  const t = useConsoleText();
  const now = sortOf(order, sort);
  return (
    <button
      type="button"
      class="sort"
      title={t("list.sort", { name: head })}
      onClick={() => onOrder(now === "descending" ? sort : `-${sort}`)}
    >
      {head}
      {now === "ascending" && <ArrowUp size={14} aria-hidden="true" />}
      {now === "descending" && <ArrowDown size={14} aria-hidden="true" />}
    </button>
  );
}
