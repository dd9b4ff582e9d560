import { useInfiniteQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Button } from "../../shared/parts/button";
import { Ghosts } from "../../shared/parts/state";
import { useConsoleText } from "../texts";
import { FailedState } from "./failure";
import type { Page } from "./list";
import { LIMIT, MOST_PAGES } from "./query";

interface RadioListProps<T extends { id: string }> {
  /** First part of its query key. */
  name: string;
  legend: string;
  load: (query: { page: number; limit: number }) => Promise<Page<T>>;
  /** The id of what is chosen; null for none. */
  value: string | null;
  onChoice: (chosen: T) => void;
  says: (one: T) => ComponentChildren;
  /** Choosing none of them, where that can be chosen. */
  none?: { text: string; onChoice: () => void };
  /** What stands here before there is anything. */
  empty: ComponentChildren;
}

/** One of all that the API lists, of which more are shown when somebody asks. */
export function RadioList<T extends { id: string }>(props: RadioListProps<T>) {
  const { name, legend, load, value, onChoice, says, none, empty } = props;
  const t = useConsoleText();
  const group = useId();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [name, "picker"],
      queryFn: ({ pageParam }) => load({ page: pageParam, limit: LIMIT }),
      initialPageParam: 1,
      getNextPageParam: ({ total }, _, page) =>
        page * LIMIT < total && page < MOST_PAGES ? page + 1 : null,
    });
  if (error) return <FailedState error={error} onAgain={() => void refetch()} />;
  if (isPending) return <Ghosts lines={3} />;
  const rows = data.pages.flatMap((page) => page.rows);
  const choice = (id: string | null, text: ComponentChildren, choose: () => void) => (
    <label key={id ?? ""} class="choice">
      <input type="radio" name={group} checked={value === id} onChange={choose} />
      <span class="break">{text}</span>
    </label>
  );
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {none && choice(null, none.text, none.onChoice)}
      {rows.map((one) => choice(one.id, says(one), () => onChoice(one)))}
      {rows.length === 0 && empty}
      {hasNextPage && (
        <div class="row">
          <Button look="little" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("list.more")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
