import { CloudOff, TriangleAlert } from "lucide-preact";
import { language } from "../shared/language";
import { keyOf, readFailure } from "../shared/parts/state";
import { useSharedText } from "../shared/shared-texts";
import { unitsIn } from "./cart";
import type { Applied, Quote } from "./quote";
import { useReason } from "./reasons";
import { type Shop, useMoney } from "./shop";
import { useText } from "./texts";
import { inLanguage } from "./words";

function useRowName() {
  const t = useText();
  const spoken = language.use();
  return ({ id, name, gift, points }: Applied): string => {
    if (gift) return t("giftcard", { code: id });
    if (points !== null) return t("points.paid", { n: points });
    return name === null ? id : inLanguage(name, spoken);
  };
}

/** From the goods to what is left to pay, a row for each thing that took something off. */
export function Sums({ quote, isPaid = false }: { quote: Quote; isPaid?: boolean }) {
  const t = useText();
  const money = useMoney();
  const nameOf = useRowName();
  const rows = quote.applied.filter(({ amount }) => amount > 0);
  return (
    <dl class="sums">
      <div>
        <dt>{t("goods")}</dt>
        <dd>{money(quote.amount)}</dd>
      </div>
      {rows.map((one) => (
        <div key={one.id} class={one.kind}>
          <dt class="break">{nameOf(one)}</dt>
          <dd>−{money(one.amount)}</dd>
        </div>
      ))}
      <div class="sums-total">
        <dt>{isPaid ? t("order.paid") : t("total")}</dt>
        <dd>{money(quote.total)}</dd>
      </div>
    </dl>
  );
}

/** Why there is no newer price: the shop cannot be reached, or says something else. */
export function Trouble({ shop }: { shop: Shop }) {
  const t = useText();
  const shared = useSharedText();
  const reason = useReason();
  const isOffline = readFailure(shop.error).status === 0;
  const Icon = isOffline ? CloudOff : TriangleAlert;
  const title = isOffline
    ? t("offline.title")
    : reason(keyOf(shop.error) ?? "", t("trouble.title"));
  return (
    <div class="notice bad" role="alert">
      <Icon size={18} aria-hidden="true" />
      <div class="grow">
        <p class="strong">{title}</p>
        <p class="small">{t("trouble.text")}</p>
      </div>
      <button type="button" class="button little" onClick={() => void shop.refetch()}>
        {shared("again")}
      </button>
    </div>
  );
}

/** The sums with what is saved; what is older than the cart is told to be so. */
export function Totals({ shop }: { shop: Shop }) {
  const t = useText();
  const money = useMoney();
  const { quote, isOld, error } = shop;
  const saved = quote.applied
    .filter(({ kind }) => kind === "discount")
    .reduce((sum, { amount }) => sum + amount, 0);
  return (
    <section class="stack tight" aria-label={t("total")} aria-busy={isOld && error === null}>
      <div class={isOld ? "totals old" : "totals"}>
        <Sums quote={quote} />
        {saved > 0 && <p class="badge good">{t("total.saved", { amount: money(saved) })}</p>}
      </div>
    </section>
  );
}

/** Says what the cart costs to whoever does not see it: once for each change, when it is known. */
export function Told({ shop }: { shop: Shop }) {
  const t = useText();
  const money = useMoney();
  const { cart, quote, isOld } = shop;
  const units = unitsIn(cart);
  const total = t("total.told", { amount: money(quote.total) });
  return (
    <p class="unseen" role="status">
      {isOld ? "" : units === 0 ? t("cart.empty") : `${t("cart.open", { n: units })}. ${total}`}
    </p>
  );
}
