import { ChevronLeft, ChevronRight } from "lucide-preact";
import { Button } from "../../shared/parts/button";
import { useConsoleText } from "../texts";
import { LIMIT, type ListState, MOST_PAGES, SIZES } from "./query";

interface PagesProps {
  state: Pick<ListState, "page" | "limit" | "after">;
  total: number;
  /** Where the list goes on behind all that was looked at. */
  next?: string | null;
  onChange: (changes: Record<string, string | null>) => void;
  /** The page always has the same size. */
  isFixed?: boolean;
}

/** Which of the entries are shown, and the ways to those before and after. */
export function Pages({ state, total, next = null, onChange, isFixed = false }: PagesProps) {
  const t = useConsoleText();
  const { page, limit, after } = state;
  const from = Math.min((page - 1) * limit + 1, total);
  const to = Math.min(page * limit, total);
  const isEnd = to >= total;
  const isCapped = !isEnd && page >= MOST_PAGES;
  const isPart = (isEnd && next !== null) || after !== null;
  const told = t(isPart ? "list.range.part" : "list.range", { from, to, total });
  const goOn = () =>
    isEnd || isCapped
      ? onChange({ page: null, after: next })
      : onChange({ page: String(page + 1) });
  const goBack = () =>
    page > 1 ? onChange({ page: String(page - 1) }) : onChange({ page: null, after: null });
  return (
    <nav class="pages" aria-label={told}>
      {isCapped && next === null && (
        <p class="grow small">{t("list.cap", { n: MOST_PAGES * limit })}</p>
      )}
      {!isFixed && total > LIMIT && (
        <select
          class="input little"
          aria-label={t("list.size")}
          value={String(limit)}
          onChange={({ currentTarget }) => onChange({ limit: currentTarget.value })}
        >
          {SIZES.map((size) => (
            <option key={size} value={String(size)}>
              {t("list.size.of", { n: size })}
            </option>
          ))}
        </select>
      )}
      <span class="soft small">{told}</span>
      <Button
        look="square little"
        disabled={page === 1 && after === null}
        aria-label={t(page === 1 && after !== null ? "list.begin" : "list.before")}
        onClick={goBack}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </Button>
      <Button
        look="square little"
        disabled={(isEnd || isCapped) && next === null}
        aria-label={t(isEnd && next !== null ? "list.on" : "list.after")}
        onClick={goOn}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}
