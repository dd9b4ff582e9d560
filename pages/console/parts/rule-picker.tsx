import { answerOf } from "../../../clients/typescript/src";
import { textsOf } from "../../shared/texts";
import { server } from "../session";
import { RadioList } from "./radio-list";

const useText = textsOf({
  legend: { en: "Who may use it", de: "Wer es nutzen darf" },
  none: { en: "Everybody, on every order", de: "Alle, bei jeder Bestellung" },
  empty: {
    en: "There are no rules yet. Make one under “Rules” to narrow who may use this.",
    de: "Es gibt noch keine Regeln. Lege unter „Regeln“ eine an, um das einzugrenzen.",
  },
});

async function load(query: { page: number; limit: number }) {
  const params = { query: { ...query, order: "name" as const } };
  const { data, total } = await answerOf(server().GET("/v1/validation-rules", { params }));
  return { rows: data, total };
}

interface RulePickerProps {
  value: string | null;
  onRule: (id: string | null) => void;
}

/** Chooses one of the project's rules, or none. */
export function RulePicker({ value, onRule }: RulePickerProps) {
  const t = useText();
  return (
    <RadioList
      name="rules"
      legend={t("legend")}
      load={load}
      value={value}
      onChoice={({ id }) => onRule(id)}
      says={({ name }) => name}
      none={{ text: t("none"), onChoice: () => onRule(null) }}
      empty={<p class="soft small">{t("empty")}</p>}
    />
  );
}
