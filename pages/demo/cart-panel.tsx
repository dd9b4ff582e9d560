import { ShoppingBasket, Trash2 } from "lucide-preact";
import { Button } from "../shared/parts/button";
import { State } from "../shared/parts/state";
import { say } from "../shared/parts/toasts";
import { cart, emptyCart, linesOf } from "./cart";
import { Codes } from "./codes";
import { Lines } from "./lines";
import { Offers } from "./offers";
import { Points } from "./points";
import { type Shop, useMoney } from "./shop";
import { useText } from "./texts";
import { Told, Totals, Trouble } from "./totals";

function clear(text: string): void {
  const before = cart.get();
  emptyCart();
  say(text, () => cart.set(before));
}

interface CartProps {
  shop: Shop;
  hasTitle: boolean;
  onPay: () => void;
}

/** The cart with everything that changes its price, down to paying. */
export function CartPanel({ shop, hasTitle, onPay }: CartProps) {
  const t = useText();
  const money = useMoney();
  const isEmpty = linesOf(shop.cart).length === 0;
  return (
    <div class="cart">
      <Told shop={shop} />
      <header class="apart tight">
        {hasTitle ? <h2>{t("cart")}</h2> : <span />}
        {!isEmpty && (
          <Button look="plain little" onClick={() => clear(t("cart.cleared"))}>
            <Trash2 size={16} aria-hidden="true" />
            {t("cart.clear")}
          </Button>
        )}
      </header>
      {isEmpty ? (
        <State icon={ShoppingBasket} title={t("cart.empty")} text={t("cart.empty.text")} />
      ) : (
        <Lines shop={shop} />
      )}
      <Codes shop={shop} />
      <Offers shop={shop} />
      {!isEmpty && (
        <>
          <Points shop={shop} />
          <Totals shop={shop} />
          <div class="cart-foot">
            {shop.error !== null && <Trouble shop={shop} />}
            <Button
              look="main wide"
              aria-disabled={shop.isOld}
              onClick={() => shop.isOld || onPay()}
            >
              {t("pay", { amount: money(shop.quote.total) })}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
