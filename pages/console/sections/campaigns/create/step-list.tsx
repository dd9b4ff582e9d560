import { Check } from "lucide-preact";
import type { Step } from "./steps";
import { useCreateText } from "./texts";

interface StepsProps {
  steps: readonly Step[];
  step: Step;
  /** The first that is not done: none behind it can be opened. */
  until: number;
  onStep: (step: Step) => void;
}

/** Where in the form somebody is, and a way back to each step that is done. */
export function Steps({ steps, step, until, onStep }: StepsProps) {
  const t = useCreateText();
  const now = steps.indexOf(step);
  return (
    <nav aria-label={t("steps")}>
      <ol class="steps">
        {steps.map((one, at) => (
          <li key={one}>
            <button
              type="button"
              disabled={at > until}
              aria-current={at === now ? "step" : undefined}
              onClick={() => onStep(one)}
            >
              <span class="step-number" aria-hidden="true">
                {at < now ? <Check size={14} /> : at + 1}
              </span>
              {t(`step.${one}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
