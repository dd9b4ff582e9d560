import { ChevronDown, ChevronUp, GripVertical } from "lucide-preact";
import { language } from "../../../../shared/language";
import { money } from "../../../../shared/money";
import { DiscountWords } from "../../../parts/discount-words";
import { useProject } from "../../../session";
import { Validity } from "../facts";
import type { useDrag } from "./drag";
import { discountIn, type Tier } from "./load";
import { useTierText } from "./texts";
import { TierDeeds } from "./tier-deeds";

interface TierRowProps {
  tier: Tier;
  place: number;
  of: number;
  isDragged: boolean;
  /** Off its place by so many pixels, while a row is dragged. */
  shift: number;
  grip: ReturnType<ReturnType<typeof useDrag>["gripOf"]>;
  onMove: (by: -1 | 1) => void;
}

/** One tier: its grip, what it gives, and what can be done with it. */
export function TierRow({ tier, place, of, isDragged, shift, grip, onMove }: TierRowProps) {
  const t = useTierText();
  const { id, name, active } = tier;
  return (
    <li
      class={`card tier ${isDragged ? "dragged" : ""}`}
      style={shift === 0 ? {} : { transform: `translateY(${shift}px)` }}
    >
      <div class="tier-place">
        <button
          {...grip}
          id={`grip-${id}`}
          type="button"
          class="button plain square tier-grip"
          aria-label={t("drag", { name, place, of })}
          aria-describedby="tier-keys"
        >
          <GripVertical size={18} aria-hidden="true" />
        </button>
        <span class="tier-number" aria-hidden="true">
          {place}
        </span>
      </div>
      <div class="tier-words">
        <p class="row tight">
          <span class="strong break">{name}</span>
          <span class={`badge ${active ? "good" : "bad"}`}>{t(active ? "active" : "off")}</span>
        </p>
        <Words tier={tier} />
      </div>
      <div class="row tight tier-deeds">
        <button
          type="button"
          class="button square little"
          disabled={place === 1}
          aria-label={t("up", { name })}
          onClick={() => onMove(-1)}
        >
          <ChevronUp size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          class="button square little"
          disabled={place === of}
          aria-label={t("down", { name })}
          onClick={() => onMove(1)}
        >
          <ChevronDown size={16} aria-hidden="true" />
        </button>
        <TierDeeds tier={tier} />
      </div>
    </li>
  );
}

function Words({ tier }: { tier: Tier }) {
  const t = useTierText();
  const spoken = language.use();
  const { currency } = useProject();
  const discount = discountIn(tier);
  const { redemptions, orders } = tier.summary;
  const amount = money(orders.total_discount_amount, currency, spoken);
  return (
    <p class="soft">
      {discount ? <DiscountWords discount={discount} /> : t("nothing")}
      {" · "}
      <Validity window={tier} />
      {" · "}
      {t("uses", { n: redemptions.total_redeemed })}
      {redemptions.total_redeemed > 0 && ` · ${t("given", { amount })}`}
    </p>
  );
}
