import { useSearchParams } from "wouter-preact";

/** What a list is asked for, kept in the address, so that a link or "back" shows the same again. */
export interface ListState {
  page: number;
  order: string | null;
  filters: Record<string, string>;
}

const FIRST = 1;

export function useListState(names: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(FIRST, Number(params.get("page")) || FIRST);
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const state: ListState = { page, order: params.get("order"), filters };

  /** Sets or, with null, takes away; any change but of the page starts at the first one. */
  const change = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (!("page" in changes)) after.delete("page");
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  return { state, change };
}
