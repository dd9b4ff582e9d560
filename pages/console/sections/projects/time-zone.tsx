import { useId } from "preact/hooks";
import { TextField } from "../../../shared/parts/field";
import { useProjectText } from "./texts";

interface TimeZoneFieldProps {
  value: string;
  onValue: (timezone: string) => void;
}

/** A time zone by its name, completed from all that the browser knows. */
export function TimeZoneField({ value, onValue }: TimeZoneFieldProps) {
  const t = useProjectText();
  const list = useId();
  return (
    <>
      <TextField
        label={t("timezone")}
        hint={t("timezone.hint")}
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
