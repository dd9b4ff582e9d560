import { useInfiniteQuery } from "@tanstack/preact-query";
import { useId } from "preact/hooks";
import { answerOf } from "../../../clients/typescript/src";
import { Button } from "../../shared/parts/button";
import { FailedState, Ghosts } from "../../shared/parts/state";
import { textsOf } from "../../shared/texts";
import { server } from "../session";
import { useConsoleText } from "../texts";

const useText = textsOf({
  legend: { en: "Who may use it", de: "Wer es nutzen darf" },
  none: { en: "Everybody, on every order", de: "Alle, bei jeder Bestellung" },
  empty: {
    en: "There are no rules yet. Make one under “Rules” to narrow who may use this.",
    de: "Es gibt noch keine Regeln. Lege unter „Regeln“ eine an, um das einzugrenzen.",
  },
});

const LIMIT = 10;

async function load(page: number) {
  const query = { page, limit: LIMIT, order: "name" as const };
  const { data, total } = await answerOf(
    server().GET("/v1/validation-rules", { params: { query } }),
  );
  return { rules: data, next: page * LIMIT < total ? page + 1 : null };
}

interface RulePickerProps {
  value: string | null;
  onRule: (id: string | null) => void;
}

/** Chooses one of the project's rules, or none. */
export function RulePicker({ value, onRule }: RulePickerProps) {
  const t = useText();
  const c = useConsoleText();
  const name = useId();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["rules", "picker"],
      queryFn: ({ pageParam }) => load(pageParam),
      initialPageParam: 1,
      getNextPageParam: (page) => page.next,
    });
  if (error) return <FailedState error={error} onAgain={() => void refetch()} />;
  if (isPending) return <Ghosts lines={3} />;
  const rules = data.pages.flatMap((page) => page.rules);
  const choice = (id: string | null, text: string) => (
    <label key={id ?? ""} class="choice">
      <input type="radio" name={name} checked={value === id} onChange={() => onRule(id)} />
      <span class="break">{text}</span>
    </label>
  );
  return (
    <fieldset class="choices">
      <legend>{t("legend")}</legend>
      {choice(null, t("none"))}
      {rules.map((rule) => choice(rule.id, rule.name))}
      {rules.length === 0 && <p class="soft small">{t("empty")}</p>}
      {hasNextPage && (
        <div class="row">
          <Button look="little" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {c("list.more")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
