import type { RawRow, Statement } from "../db/client";

/** Statements of one batch by name, in their order; a name may stand for several, or for none. */
export type Named = Readonly<Record<string, Statement | readonly Statement[] | null | undefined>>;

type RowsOf<S> = S extends readonly Statement[]
  ? RawRow[][]
  : S extends Statement
    ? RawRow[]
    : never;

/** The rows of each under the same name: none where it stood for no statement. */
export type Found<N extends Named> = { -readonly [K in keyof N]-?: RowsOf<N[K]> };

/** Statements without names of their own. */
export const isList = (statements: Named | Named[string]): statements is readonly Statement[] =>
  Array.isArray(statements);

export const statementsOf = (named: Named): Statement[] =>
  Object.values(named).flatMap((found) => found ?? []);

/** The cast holds because `rows` are those of `statementsOf(named)`, in the same order. */
export function rowsByName<N extends Named>(named: N, rows: readonly RawRow[][]): Found<N> {
  const left = [...rows];
  const found = Object.entries(named).map(([name, asked]) => {
    if (isList(asked)) return [name, left.splice(0, asked.length)];
    return [name, (asked && left.shift()) ?? []];
  });
  return Object.fromEntries(found) as Found<N>;
}
