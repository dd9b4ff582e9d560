import { TextField } from "../../shared/parts/field";

interface MomentFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** An instant in UTC. */
  value: string | null;
  onMoment: (value: string | null) => void;
}

const two = (part: number) => String(part).padStart(2, "0");

/** As the browser's own field has it: "2026-01-31T23:59" in the reader's time zone. */
function localOf(iso: string): string {
  const at = new Date(iso);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A moment, entered in the reader's own time zone. */
export function MomentField({ label, hint, error, value, onMoment }: MomentFieldProps) {
  return (
    <TextField
      type="datetime-local"
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
