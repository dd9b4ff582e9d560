import { useState } from "preact/hooks";
import { toNumber } from "../../../../src/lib/json-value";
import { language } from "../../../shared/language";
import { minorOf } from "../../../shared/minor";
import { money } from "../../../shared/money";
import { Field, TextField } from "../../../shared/parts/field";
import { MoneyInput } from "../../parts/cart/money-input";
import { Chips } from "../../parts/picker";
import { useProject } from "../../session";
import type { Kind } from "./facts";
import { useRuleText } from "./texts";
import { areFitting, type ValuesProps } from "./values";

const wrongOf = (t: ReturnType<typeof useRuleText>, { isTried, operator, values }: ValuesProps) =>
  isTried && !areFitting(operator, values) ? t("wrong.value") : undefined;

/** An amount in the currency of the project, stored in minor units. */
export function AmountField(props: ValuesProps) {
  const t = useRuleText();
  const { currency } = useProject();
  const { values, onValues } = props;
  return (
    <Field label={`${t("value")} (${currency})`} error={wrongOf(t, props)}>
      {(control) => (
        <MoneyInput
          id={control.id}
          isWrong={control["aria-invalid"]}
          value={toNumber(values[0])}
          currency={currency}
          onValue={(minor) => onValues(minor === null ? [] : [minor])}
        />
      )}
    </Field>
  );
}

/** A number that is typed, point or comma before its decimals. */
const numberIn = (text: string): number | null => toNumber(text.trim().replace(",", "."));

export function NumberField(props: ValuesProps) {
  const t = useRuleText();
  const { values, onValues } = props;
  const [text, setText] = useState(String(values[0] ?? ""));
  const change = (next: string) => {
    setText(next);
    const number = numberIn(next);
    onValues(number === null ? [] : [number]);
  };
  return (
    <TextField
      label={t("value")}
      inputMode="decimal"
      error={wrongOf(t, props)}
      value={text}
      onText={change}
    />
  );
}

/** Several values, each typed and taken with Enter, a comma, or by leaving the field. */
export function Tags({ kind, ...props }: ValuesProps & { kind: Kind }) {
  const t = useRuleText();
  const spoken = language.use();
  const { currency } = useProject();
  const [text, setText] = useState("");
  const { values, onValues } = props;
  const read = (typed: string): unknown => {
    if (kind === "money") return minorOf(typed, currency);
    return kind === "number" ? numberIn(typed) : typed;
  };
  const shown = (value: unknown) =>
    kind === "money" && typeof value === "number" ? money(value, currency, spoken) : String(value);
  const take = () => {
    const value = text.trim() === "" ? null : read(text.trim());
    if (value === null) return;
    if (!values.includes(value)) onValues([...values, value]);
    setText("");
  };
  return (
    <div class="stack tight">
      <TextField
        label={t("values")}
        hint={t("hint.values")}
        error={wrongOf(t, props)}
        value={text}
        onText={setText}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
      />
      <Chips
        label={t("values")}
        chips={values.map((value) => ({ key: String(value), text: shown(value) }))}
        onDrop={(key) => onValues(values.filter((value) => String(value) !== key))}
      />
    </div>
  );
}
