import { Minus, Plus } from "lucide-preact";
import { setUnits } from "./cart";
import { useText } from "./texts";

/** One unit more or less; the page follows at once, the price when the service has answered. */
export function Stepper({
  product,
  name,
  units,
}: {
  product: string;
  name: string;
  units: number;
}) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
    <div class="stepper" role="group" aria-label={t("quantity", { n: units, name })}>
      <button type="button" onClick={() => setUnits(product, units - 1)}>
        <Minus size={16} aria-hidden="true" />
        <span class="unseen">{t("less", { name })}</span>
      </button>
      <span class="number" aria-hidden="true">
        {units}
      </span>
      <button type="button" data-focus onClick={() => setUnits(product, units + 1)}>
        <Plus size={16} aria-hidden="true" />
        <span class="unseen">{t("more", { name })}</span>
      </button>
    </div>
  );
}
