import { TextField } from "../../../shared/parts/field";
import type { Wrong } from "../../parts/wrong";
import { type Draft, LIMITS, wrongLimits } from "./draft";
import { useStackingText } from "./texts";

interface LimitsProps {
  draft: Draft;
  wrong: Wrong | null;
  onLimits: (limits: Draft["limits"]) => void;
}

/** How many may be sent, and how many apply. */
export function Limits({ draft, wrong, onLimits }: LimitsProps) {
  const t = useStackingText();
  const problems = wrongLimits(draft);
  return (
    <div class="fields">
      {LIMITS.map(({ name, most }) => {
        const problem = problems[name];
        const told = wrong?.path === name ? wrong.text : undefined;
        return (
          <TextField
            key={name}
            label={t(name)}
            hint={t(`${name}.hint`)}
            error={problem ? t(`wrong.${problem}`, { most }) : told}
            inputMode="numeric"
            value={draft.limits[name]}
            onText={(text) => onLimits({ ...draft.limits, [name]: text.trim() })}
          />
        );
      })}
    </div>
  );
}
