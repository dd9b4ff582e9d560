import { useEffect, useState } from "preact/hooks";
import { minorOf } from "../../../shared/minor";
import { fieldAmount } from "../field-texts";

interface MoneyInputProps {
  id?: string;
  class?: string;
  label?: string;
  isWrong?: boolean;
  /** Minor units. */
  value: number | null;
  currency: string;
  onValue: (minor: number | null) => void;
}

/** An amount as people write it, told in minor units; what is no amount is told as null. */
export function MoneyInput({
  id,
  label,
  isWrong,
  value,
  currency,
  onValue,
  ...rest
}: MoneyInputProps) {
  const shown = value === null ? "" : fieldAmount(value, currency);
  const [text, setText] = useState(shown);
  useEffect(() => {
    if (minorOf(text, currency) !== value) setText(shown);
  }, [value, currency]);
  return (
    <input
      {...rest}
      id={id}
      class={`input number ${rest.class ?? ""}`}
      inputMode="decimal"
      autocomplete="off"
      aria-label={label}
      aria-invalid={isWrong ?? (text !== "" && minorOf(text, currency) === null)}
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value);
        onValue(minorOf(event.currentTarget.value, currency));
      }}
      onBlur={() => setText(shown)}
    />
  );
}
