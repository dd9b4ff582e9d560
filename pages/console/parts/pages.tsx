import { ChevronLeft, ChevronRight } from "lucide-preact";
import { Button } from "../../shared/parts/button";
import { useConsoleText } from "../texts";

/** So many entries has a page of a list. */
export const LIMIT = 20;

interface PagesProps {
  page: number;
  total: number;
  onPage: (page: string) => void;
}

/** Which of the entries are shown, and the ways to those before and after. */
export function Pages({ page, total, onPage }: PagesProps) {
  const t = useConsoleText();
  const from = (page - 1) * LIMIT + 1;
  const to = Math.min(page * LIMIT, total);
  return (
    <nav class="pages" aria-label={t("list.range", { from, to, total })}>
      <span class="soft small">{t("list.range", { from, to, total })}</span>
      <Button
        look="square little"
        disabled={page === 1}
        aria-label={t("list.before")}
        onClick={() => onPage(String(page - 1))}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </Button>
      <Button
        look="square little"
        disabled={to >= total}
        aria-label={t("list.after")}
        onClick={() => onPage(String(page + 1))}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}
