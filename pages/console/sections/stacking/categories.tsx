import { useInfiniteQuery } from "@tanstack/preact-query";
import { Tags } from "lucide-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Ghosts, State } from "../../../shared/parts/state";
import { FailedState } from "../../parts/failure";
import { Table } from "../../parts/table";
import { server, session } from "../../session";
import { useConsoleText } from "../../texts";
import { type Draft, EXCEPTIONS, type ExceptionName, isCount, MOST_OF_CATEGORY } from "./draft";
import { useStackingText } from "./texts";

type Category = Pick<Schemas["Category"], "id" | "name">;

const LIMIT = 50;

async function load(page: number) {
  const query = { page, limit: LIMIT };
  const { data, total } = await answerOf(server().GET("/v1/categories", { params: { query } }));
  return { categories: data, next: page * LIMIT < total ? page + 1 : null };
}

interface CategoriesProps {
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
}

/** What single categories do otherwise. The project's own key lists them. */
export function Categories({ draft, onDraft }: CategoriesProps) {
  const t = useStackingText();
  const c = useConsoleText();
  const { server: key } = session.use() ?? {};
  const { data, error, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["categories", "stacking"],
      queryFn: ({ pageParam }) => load(pageParam),
      initialPageParam: 1,
      getNextPageParam: (page) => page.next,
      enabled: Boolean(key),
    });
  const rows = withNamed(data?.pages.flatMap((page) => page.categories) ?? [], draft);
  return (
    <section class="card flush">
      <header class="stack tight stacking-head">
        <h2>{t("categories")}</h2>
        <p class="soft">{t("categories.text")}</p>
        <p class="soft small">{t("group.hint")}</p>
      </header>
      {error ? (
        <FailedState error={error} onAgain={() => void refetch()} />
      ) : isLoading ? (
        <div class="list-ghosts">
          <Ghosts lines={3} />
        </div>
      ) : rows.length === 0 ? (
        <State icon={Tags} title={t("categories.none")} text={t("categories.none.text")} />
      ) : (
        <Rows rows={rows} draft={draft} onDraft={onDraft} />
      )}
      {hasNextPage && (
        <div class="pages">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {c("list.more")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Those that the rules name but the list has not (yet) stand there by their ids. */
function withNamed(listed: readonly Category[], { lists, categoryLimits }: Draft): Category[] {
  const known = new Set(listed.map(({ id }) => id));
  const named = [...Object.values(lists).flat(), ...Object.keys(categoryLimits)];
  const rest = [...new Set(named)].filter((id) => !known.has(id));
  return [...listed, ...rest.map((id) => ({ id, name: id }))];
}

const NAMES = ["group", "effect", "base"] as const;

function Rows({ rows, draft, onDraft }: CategoriesProps & { rows: readonly Category[] }) {
  const t = useStackingText();
  const { lists, categoryLimits } = draft;
  const chosen = (name: ExceptionName, id: string) =>
    Object.entries(EXCEPTIONS[name]).find(([, list]) => lists[list].includes(id))?.[0] ?? "";
  const choose = (name: ExceptionName, id: string, value: string) => {
    const changed = Object.entries(EXCEPTIONS[name]).map(([each, list]) => {
      const others = lists[list].filter((one) => one !== id);
      return [list, each === value ? [...others, id] : others];
    });
    onDraft({ lists: { ...lists, ...Object.fromEntries(changed) } });
  };
  const column = (name: ExceptionName) => ({
    name,
    head: t(name),
    cell: (category: Category) => (
      <select
        class="input"
        aria-label={t(`${name}.of`, { name: category.name })}
        value={chosen(name, category.id)}
        onChange={(event) => choose(name, category.id, event.currentTarget.value)}
      >
        {["", ...Object.keys(EXCEPTIONS[name])].map((value) => (
          <option key={value} value={value}>
            {t(`${name}.${value}` as "group.")}
          </option>
        ))}
      </select>
    ),
  });
  return (
    <Table<Category>
      label={t("categories")}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: "category",
          head: t("category"),
          cell: ({ name }) => <span class="strong break">{name}</span>,
        },
        ...NAMES.map(column),
        {
          name: "limit",
          head: t("limit"),
          cell: ({ id, name }) => {
            const text = categoryLimits[id] ?? "";
            return (
              <input
                class="input stacking-limit"
                inputMode="numeric"
                aria-label={t("limit.of", { name })}
                aria-invalid={text !== "" && !isCount(text, MOST_OF_CATEGORY)}
                title={t("wrong.limit", { most: MOST_OF_CATEGORY })}
                value={text}
                onInput={(event) =>
                  onDraft({
                    categoryLimits: { ...categoryLimits, [id]: event.currentTarget.value.trim() },
                  })
                }
              />
            );
          },
        },
      ]}
    />
  );
}
