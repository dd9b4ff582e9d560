import { useEffect, useState } from "preact/hooks";
import { Field, SelectField, TextField } from "../../shared/parts/field";
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

interface ToolsProps {
  filters: readonly Filter[];
  columns: readonly { head: string; sort?: string }[];
  /** Orders that have no column. */
  sorts: readonly (readonly [sort: string, label: string])[];
  order: string | null;
  state: Pick<ListState, "filters">;
  onChange: (changes: Record<string, string | null>) => void;
}

/**
 * What narrows and orders a list, above it. Where there is room, the heads of the columns order it
 * too: the choice of all orders stands there only if some have no column.
 */
export function Tools({ filters, columns, sorts, order, state, onChange }: ToolsProps) {
  const t = useConsoleText();
  const heads = columns.flatMap(({ sort, head }) => (sort ? [[sort, head] as const] : []));
  const orders = [...heads, ...sorts].flatMap(([sort, name]) => [
    [`-${sort}`, t("list.down", { name })] as const,
    [sort, t("list.up", { name })] as const,
  ]);
  if (filters.length + orders.length === 0) return null;
  const isNarrow = sorts.length === 0 ? "where-folded" : "";
  return (
    <search class={`tools ${filters.length === 0 ? isNarrow : ""}`}>
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={state.filters[filter.name] ?? ""}
          onValue={(value) => onChange({ [filter.name]: value || null })}
        />
      ))}
      {orders.length > 0 && (
        <div class={`tools-order ${isNarrow}`}>
          <SelectField
            label={t("list.order")}
            value={order ?? ""}
            choices={orders}
            onValue={(next) => onChange({ order: next })}
          />
        </div>
      )}
    </search>
  );
}
