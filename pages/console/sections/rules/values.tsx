import { OPERATORS as ENGINE } from "../../../../src/engine/rules/operators";
import { SelectField, TextField } from "../../../shared/parts/field";
import { useNames } from "../../parts/names";
import { Chips, Picker } from "../../parts/picker";
import { type Named, searchGoods, searchLocations, searchSegments } from "../../parts/search";
import { as, type Found as Sought } from "../../parts/sought";
import { type Kind, kindOf } from "./facts";
import { entryOf } from "./operators";
import { AmountField, NumberField, Tags } from "./plain-values";
import { useRuleText } from "./texts";

export interface ValuesProps {
  fact: string;
  operator: string;
  values: readonly unknown[];
  isTried: boolean;
  onValues: (values: readonly unknown[]) => void;
}

const GOODS: Partial<Record<Kind, readonly Named["object"][]>> = {
  products: ["product", "products_collection"],
  skus: ["sku", "products_collection"],
  lines: ["product", "sku", "products_collection"],
};

/** What the values of a condition are picked, chosen or typed in. */
export function Values(props: ValuesProps) {
  const { fact, operator, values } = props;
  const kind = kindOf(fact);
  const entry = entryOf(operator);
  if (entry === "nothing") return null;
  if (entry === "weekdays") return <Weekdays {...props} />;
  if (entry === "places") return <Places {...props} />;
  if (entry === "values") {
    if (kind === "segments") return <Segments {...props} />;
    if (GOODS[kind]) return <Goods {...props} kinds={GOODS[kind]} />;
    if (kind === "flag") return <Flag {...props} />;
  }
  const isSingle = values.length < 2;
  const isNumber = entry === "number" || entry === "count";
  if (kind === "money" && entry !== "count" && isSingle) return <AmountField {...props} />;
  if ((isNumber || kind === "number") && isSingle) return <NumberField {...props} />;
  if (entry === "values" || entry === "texts" || !isSingle) return <Tags {...props} kind={kind} />;
  return <Written {...props} />;
}

/** Whether the engine would take these values; none at all is for it to refuse. */
export const areFitting = (operator: string, values: readonly unknown[]): boolean => {
  const known = ENGINE.get(operator);
  return values.length > 0 && (known === undefined || values.every(known.accepts));
};

function Written({ operator, values, isTried, onValues }: ValuesProps) {
  const t = useRuleText();
  const entry = entryOf(operator);
  const text = String(values[0] ?? "");
  const isDay = entry === "date" && (text === "" || /^\d{4}-\d\d-\d\d$/.test(text));
  const hint = { date: "hint.date", lapse: "hint.lapse", span: "hint.span" } as const;
  const more = { timeframe: "hint.timeframe", hours: "hint.hours" } as const;
  const told = { ...hint, ...more }[entry as keyof typeof hint | keyof typeof more];
  return (
    <TextField
      label={t("value")}
      type={isDay ? "date" : "text"}
      hint={told && t(told)}
      error={isTried && !areFitting(operator, values) ? t("wrong.value") : undefined}
      value={text}
      onText={(next) => onValues(next === "" ? [] : [next])}
    />
  );
}

function Flag({ values, onValues }: ValuesProps) {
  const t = useRuleText();
  return (
    <SelectField
      label={t("value")}
      value={String(values[0] ?? true)}
      choices={[
        ["true", t("value.yes")],
        ["false", t("value.no")],
      ]}
      onValue={(value) => onValues([value === "true"])}
    />
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;

function Weekdays({ values, onValues }: ValuesProps) {
  const t = useRuleText();
  const chosen = values.map(Number);
  const toggle = (day: number) =>
    onValues(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day]);
  return (
    <fieldset class="rule-days">
      <legend class="label">{t("values")}</legend>
      {DAYS.map((day) => (
        <label key={day} class="check">
          <input type="checkbox" checked={chosen.includes(day)} onChange={() => toggle(day)} />
          {t(`day.${day}`)}
        </label>
      ))}
    </fieldset>
  );
}

function useDrop({ values, onValues }: ValuesProps) {
  return (key: string) => onValues(values.filter((value) => idOf(value) !== key));
}

/** The id of what a value names, be it a reference or a bare id. */
const idOf = (value: unknown): string =>
  typeof value === "object" && value !== null && "id" in value
    ? String(value.id)
    : typeof value === "object" && value !== null && "source_id" in value
      ? String(value.source_id)
      : String(value);

function Found({ search, name, ...props }: ValuesProps & Search) {
  const t = useRuleText();
  const { values, isTried, onValues } = props;
  const ids = values.map(idOf);
  const nameOf = useNames(ids);
  const drop = useDrop(props);
  const add = (value: unknown) => ids.includes(idOf(value)) || onValues([...values, value]);
  return (
    <div class="stack tight">
      <Picker
        name={name}
        label={t("values")}
        error={isTried && values.length === 0 ? t("wrong.value") : undefined}
        search={search}
        onPick={({ value }) => add(value)}
        onText={add}
      />
      <Chips
        label={t("values")}
        chips={ids.map((id) => ({ key: id, text: nameOf(id) }))}
        onDrop={drop}
      />
    </div>
  );
}

interface Search {
  name: string;
  search: (text: string) => Promise<Sought<unknown>>;
}

const idsOf = async <T,>(options: Promise<Sought<T>>) => as(await options, ({ id }) => id);

const Segments = (props: ValuesProps) => (
  <Found {...props} name="segments" search={(text) => idsOf(searchSegments(text))} />
);

const Places = (props: ValuesProps) => (
  <Found {...props} name="locations" search={(text) => idsOf(searchLocations(text))} />
);

const Goods = ({ kinds, ...props }: ValuesProps & { kinds: readonly Named["object"][] }) => (
  <Found {...props} name={kinds.join()} search={(text) => searchGoods(text, kinds)} />
);
