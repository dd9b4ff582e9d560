import { useNames } from "./names";
import { Chips, Picker } from "./picker";
import type { Found } from "./sought";

interface PickedFieldProps<T> {
  /** Its query key. */
  name: string;
  label: string;
  error?: string | undefined;
  /** The id of what was picked; empty for none. */
  value: string;
  search: (text: string) => Promise<Found<T>>;
  onValue: (id: string) => void;
  /** Takes an id as it was typed. */
  isFree?: boolean;
}

/** Picks one thing by its name. */
export function PickedField<T>(props: PickedFieldProps<T>) {
  const { name, label, error, value, search, onValue, isFree = false } = props;
  const nameOf = useNames(value ? [value] : []);
  if (!value) {
    return (
      <Picker
        name={name}
        label={label}
        error={error}
        search={search}
        onPick={({ id }) => onValue(id)}
        {...(isFree && { onText: onValue })}
      />
    );
  }
  return (
    <div class="field">
      <span class="label">{label}</span>
      <Chips
        label={label}
        chips={[{ key: value, text: nameOf(value) }]}
        onDrop={() => onValue("")}
      />
    </div>
  );
}
