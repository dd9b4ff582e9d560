import { TextField } from "../../shared/parts/field";

interface MomentFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** An instant in UTC. */
  value: string | null;
  onMoment: (value: string | null) => void;
}

const digits = (part: number, count = 2) => String(part).padStart(count, "0");

/**
 * As the browser's own field has it: "2026-01-31T23:59" in the reader's time zone. While a year is
 * typed it is one of few digits.
 */
function localOf(iso: string): string {
  const at = new Date(iso);
  const day = [digits(at.getFullYear(), 4), digits(at.getMonth() + 1), digits(at.getDate())].join(
    "-",
  );
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

/** A moment, entered in the reader's own time zone. */
export function MomentField({ label, hint, error, value, onMoment }: MomentFieldProps) {
  return (
    <TextField
      type="datetime-local"
      max="9999-12-31T23:59"
      label={label}
      hint={hint}
      error={error}
      value={value === null ? "" : localOf(value)}
      onText={(text) => {
        const at = new Date(text);
        onMoment(Number.isNaN(at.getTime()) ? null : at.toISOString());
      }}
    />
  );
}
