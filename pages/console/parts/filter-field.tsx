import { useEffect, useState } from "preact/hooks";
import { Field, TextField } from "../../shared/parts/field";
import { useConsoleText } from "../texts";
import type { ListState } from "./query";

const TYPING_MS = 250;

/** What narrows a list: a text that is typed, or one of some choices. */
export interface Filter {
  name: string;
  label: string;
  placeholder?: string;
  /** A day of the calendar. */
  isDay?: boolean;
  /** Value and what is read; without choices it is a text. */
  choices?: readonly (readonly [value: string, label: string])[];
}

interface FilterFieldProps {
  filter: Filter;
  value: string;
  onValue: (value: string) => void;
}

/** A filter that asks once the typing rests, or as soon as something is chosen. */
export function FilterField({
  filter: { name, label, placeholder, isDay, choices },
  value,
  onValue,
}: FilterFieldProps) {
  const t = useConsoleText();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onValue(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  if (!choices)
    return (
      <TextField
        type={isDay ? "date" : "search"}
        placeholder={placeholder}
        label={label}
        name={name}
        value={typed}
        onText={setTyped}
      />
    );
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          <option value="">{t("list.all")}</option>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FiltersProps {
  filters: readonly Filter[];
  state: Pick<ListState, "filters">;
  onChange: (changes: Record<string, string | null>) => void;
}

/** What narrows a list, above it. */
export function Filters({ filters, state, onChange }: FiltersProps) {
  if (filters.length === 0) return null;
  return (
    <search class="tools">
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={state.filters[filter.name] ?? ""}
          onValue={(value) => onChange({ [filter.name]: value || null })}
        />
      ))}
    </search>
  );
}
