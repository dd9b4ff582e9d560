import { useSearchParams } from "wouter-preact";

/** What a list is asked for, kept in the address, so that a link or "back" shows the same again. */
export interface ListState {
  page: number;
  /** So many entries has a page. */
  limit: number;
  /** Behind which entry the list begins; null at its beginning. */
  after: string | null;
  order: string | null;
  filters: Record<string, string>;
}

/** The API pages no further, whatever the limit is. */
export const MOST_PAGES = 100;
export const SIZES = [20, 50, 100] as const;
export const LIMIT = SIZES[0];

function pageIn(params: URLSearchParams): number {
  const page = Math.trunc(Number(params.get("page")));
  return page >= 1 ? Math.min(page, MOST_PAGES) : 1;
}

export function useListState(names: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const state: ListState = {
    page: pageIn(params),
    limit: SIZES.find((size) => String(size) === params.get("limit")) ?? LIMIT,
    after: params.get("after"),
    order: params.get("order"),
    filters,
  };

  /** Sets or, with null, takes away; any change but of the page starts at the beginning. */
  const change = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const kept = new URLSearchParams(before);
        if (!("page" in changes)) {
          kept.delete("page");
          kept.delete("after");
        }
        for (const [name, value] of Object.entries(changes)) {
          if (value) kept.set(name, value);
          else kept.delete(name);
        }
        return kept;
      },
      { replace: true },
    );
  return { state, change };
}

/** The filters as they are sent: blanks around a code that was pasted are not meant. */
export const trimmed = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
  );

/** The part of a query by which a list is paged. */
export const paged = ({ page, limit, after }: Pick<ListState, "page" | "limit" | "after">) => ({
  page,
  limit,
  ...(after !== null && { starting_after_id: after }),
});

/** Conditions as a query has them; none where nothing is asked. */
export const filtered = <F extends object>(filters: F): { filters?: F } =>
  Object.keys(filters).length > 0 ? { filters } : {};

/**
 * Reads the order that an address names: one of these, ascending or with a minus descending; any other
 * text is `usual`.
 */
export const orderBy =
  <const N extends string>(names: readonly N[], usual: NoInfer<N | `-${N}`>) =>
  (text: string | null): N | `-${N}` =>
    names.flatMap((name): (N | `-${N}`)[] => [name, `-${name}`]).find((order) => order === text) ??
    usual;

/** One of a few, where the address names it. */
export const oneOf = <const V extends string>(values: readonly V[], text: string | undefined) =>
  values.find((value) => value === text);

/** Which of several views is shown, kept in the address; what another one was asked for goes with it. */
export function useView<const V extends string>(views: readonly [V, ...V[]]) {
  const [params, setParams] = useSearchParams();
  const shown = oneOf(views, params.get("view") ?? undefined) ?? views[0];
  const show = (view: V) => setParams(() => new URLSearchParams({ view }), { replace: true });
  return [shown, show] as const;
}
