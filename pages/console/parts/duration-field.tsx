import { Field } from "../../shared/parts/field";
import { textsOf } from "../../shared/texts";
import { type DurationDraft, UNITS } from "./duration";

const useDurationText = textsOf({
  unit: { en: "Unit", de: "Einheit" },
  minute: { en: "minutes", de: "Minuten" },
  hour: { en: "hours", de: "Stunden" },
  day: { en: "days", de: "Tage" },
  week: { en: "weeks", de: "Wochen" },
  month: { en: "months", de: "Monate" },
  year: { en: "years", de: "Jahre" },
});

interface DurationFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: DurationDraft;
  onDuration: (value: DurationDraft) => void;
}

/** So many of a unit; a duration of several parts, such as P1DT12H, is shown as it is written. */
export function DurationField({ label, hint, error, value, onDuration }: DurationFieldProps) {
  const t = useDurationText();
  const { text, unit } = value;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div class="row tight duration">
          <input
            {...control}
            inputMode={unit === null ? "text" : "numeric"}
            value={text}
            onInput={(event) => onDuration({ ...value, text: event.currentTarget.value })}
          />
          {unit !== null && (
            <select
              class="input"
              aria-label={`${label}: ${t("unit")}`}
              value={unit}
              onChange={({ currentTarget }) =>
                onDuration({ text, unit: UNITS[currentTarget.selectedIndex] ?? unit })
              }
            >
              {UNITS.map((one) => (
                <option key={one} value={one}>
                  {t(one)}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
    </Field>
  );
}
