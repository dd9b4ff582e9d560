import { useId } from "preact/hooks";
import { TextField } from "../../shared/parts/field";
import { textsOf } from "../../shared/texts";

const useText = textsOf({
  currency: { en: "Currency", de: "Währung" },
  "currency.hint": {
    en: "Three letters, for instance EUR",
    de: "Drei Buchstaben, zum Beispiel EUR",
  },
  timezone: { en: "Time zone", de: "Zeitzone" },
  "timezone.hint": {
    en: "Its days and hours are the campaigns’",
    de: "Ihre Tage und Stunden sind die der Kampagnen",
  },
});

interface ValueProps {
  value: string;
  error?: string | undefined;
  onValue: (value: string) => void;
}

/** What amounts are counted in. */
export function CurrencyField({ value, error, onValue }: ValueProps) {
  const t = useText();
  return (
    <TextField
      label={t("currency")}
      hint={t("currency.hint")}
      error={error}
      required
      minLength={3}
      maxLength={3}
      autocomplete="off"
      value={value}
      onText={onValue}
    />
  );
}

/** A time zone by its name, completed from all that the browser knows. */
export function TimeZoneField({ value, error, onValue }: ValueProps) {
  const t = useText();
  const list = useId();
  return (
    <>
      <TextField
        label={t("timezone")}
        hint={t("timezone.hint")}
        error={error}
        required
        list={list}
        value={value}
        onText={onValue}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the browser can write times of that zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
