import { Coins } from "lucide-preact";
import { useId } from "preact/hooks";
import { setPoints } from "./cart";
import { useReason } from "./reasons";
import { type Shop, useMoney } from "./shop";
import type { SignedIn } from "./sign-in";
import { useText } from "./texts";

type Card = NonNullable<SignedIn["card"]>;

function Slider({ shop, card }: { shop: Shop; card: Card }) {
  const t = useText();
  const money = useMoney();
  const reason = useReason();
  const id = useId();
  const most = Math.floor(card.points / card.pointsOfOne) * card.pointsOfOne;
  const points = Math.min(shop.cart.points, most);
  const worth = Math.round((points / card.pointsOfOne) * 100);
  const refused = shop.quote.refused.find((one) => one.id === card.code);
  const told = `${t("points.used", { n: points })} · −${money(worth)}`;
  return (
    <div class="field">
      <span class="apart tight">
        <label for={id} class="row tight strong">
          <Coins size={16} aria-hidden="true" />
          {t("points")}
        </label>
        <span class="number">{told}</span>
      </span>
      <input
        id={id}
        class="range"
        type="range"
        min={0}
        max={most}
        step={card.pointsOfOne}
        value={points}
        aria-valuetext={told}
        onChange={(event) => setPoints(Number(event.currentTarget.value))}
      />
      <span class={refused ? "error" : "hint"}>
        {refused ? reason(refused.key, refused.message) : t("points.have", { n: card.points })}
      </span>
    </div>
  );
}

/** Points of the club's card as money. */
export function Points({ shop }: { shop: Shop }) {
  const t = useText();
  const card = shop.who?.card;
  if (!card) return null;
  if (card.points >= card.pointsOfOne) return <Slider shop={shop} card={card} />;
  return (
    <p class="row tight small soft">
      <Coins size={16} aria-hidden="true" />
      {t("points.none", { n: card.points, least: card.pointsOfOne })}
    </p>
  );
}
