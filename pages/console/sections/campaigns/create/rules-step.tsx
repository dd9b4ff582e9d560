import { RulePicker } from "../../../parts/rule-picker";
import type { StepProps } from "./new-campaign";

/** Who may use it: one of the rules that there are. */
export function RulesStep({ draft, set, wrong }: StepProps) {
  return (
    <>
      <RulePicker value={draft.rule} onRule={(rule) => set({ rule })} />
      {wrong && (
        <p role="alert" class="bad">
          {wrong.text}
        </p>
      )}
    </>
  );
}
