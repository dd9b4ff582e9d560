import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: {
    id: string;
    class: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ComponentChildren;
}

/** A label, its control, what helps to fill it and what is wrong with it, told to screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const told = error ?? hint;
  const control = {
    id,
    class: "input",
    "aria-invalid": error !== undefined,
    "aria-describedby": told === undefined ? undefined : `${id}-told`,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {told !== undefined && (
        <span
          id={`${id}-told`}
          class={error === undefined ? "hint" : "error"}
          role={error === undefined ? undefined : "alert"}
        >
          {told}
        </span>
      )}
    </div>
  );
}

type InputProps = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "onInput"> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  onText?: (text: string) => void;
};

export function TextField({ label, hint, error, onText, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input {...rest} {...control} onInput={(event) => onText?.(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface SelectFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  name?: string;
  value: string;
  /** Value and what is read. */
  choices: readonly (readonly [value: string, text: string])[];
  onValue: (value: string) => void;
}

export function SelectField({ label, hint, error, choices, onValue, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} onChange={(event) => onValue(event.currentTarget.value)}>
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
