import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface ChoiceCardsProps<V extends string> {
  label: string;
  value: V;
  choices: readonly { value: V; title: ComponentChildren; text: string }[];
  onValue: (value: V) => void;
}

/** One of a few, each explained. */
export function ChoiceCards<V extends string>(props: ChoiceCardsProps<V>) {
  const { label, value, choices, onValue } = props;
  const name = useId();
  return (
    <fieldset class="choices side">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={name}
            checked={value === choice.value}
            onChange={() => onValue(choice.value)}
          />
          <span class="grow">
            <span class="row tight strong">{choice.title}</span>
            <span class="soft small">{choice.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
