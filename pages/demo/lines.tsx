import { Gift } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { language } from "../shared/language";
import { type Cart, linesOf } from "./cart";
import { Picture } from "./drawings";
import { PRODUCTS } from "./goods";
import { type Given, partsOf, type Quote } from "./quote";
import { type Shop, useMoney } from "./shop";
import { Stepper } from "./stepper";
import { useText } from "./texts";
import { inLanguage } from "./words";

interface RowProps {
  product: string;
  name: string;
  before: number;
  after: number;
  isGift?: boolean;
  children?: ComponentChildren;
}

/** A picture, a name and the price, beside it what it was before something was taken off. */
function Row({ product, name, before, after, isGift = false, children }: RowProps) {
  const t = useText();
  const money = useMoney();
  const shelf = PRODUCTS.find(({ id }) => id === product)?.shelf ?? "";
  return (
    <li class="line">
      <span class={`line-picture ${shelf}`}>
        <Picture product={product} />
      </span>
      <div class="grow">
        <div class="apart tight">
          <span class="strong break">{name}</span>
          <span class="line-price">
            {after < before && (
              <s>
                <span class="unseen">{t("line.before")} </span>
                {money(before)}
              </s>
            )}
            <span class={isGift ? "strong good" : "strong"}>
              {after < before && <span class="unseen">{t("line.after")} </span>}
              {isGift && after === 0 ? t("free") : money(after)}
            </span>
          </span>
        </div>
        {children}
      </div>
    </li>
  );
}

interface LineProps {
  cart: Cart;
  quote: Quote;
  at: number;
  /** It is bought: its units stand with its name, since no button changes them any more. */
  isBought: boolean;
}

/** A line of the cart: what it cost before, what took something off, and what it costs now. */
function Line({ cart, quote, at, isBought }: LineProps) {
  const t = useText();
  const money = useMoney();
  const spoken = language.use();
  const line = linesOf(cart)[at];
  if (!line) return null;
  const { product, quantity } = line;
  const name = product.name[spoken];
  const before = product.price * quantity;
  const parts = partsOf(quote, at);
  const after = parts.reduce((left, { amount }) => left - amount, before);
  return (
    <Row
      product={product.id}
      name={isBought ? `${quantity} × ${name}` : name}
      before={before}
      after={after}
    >
      {parts.map(({ id, name: offer, amount }) => (
        <div key={id} class="line-part">
          <span class="break">{offer === null ? id : inLanguage(offer, spoken)}</span>
          <span class="number">−{money(amount)}</span>
        </div>
      ))}
      {!isBought && (
        <div class="row tight line-units">
          <Stepper product={product.id} name={name} units={quantity} />
          <span class="soft small">{t("each", { price: money(product.price) })}</span>
        </div>
      )}
    </Row>
  );
}

/** Something that a code has put into the cart. */
function GivenLine({ given }: { given: Given }) {
  const t = useText();
  const spoken = language.use();
  const { product, quantity, amount, discount } = given;
  const known = PRODUCTS.find(({ id }) => id === product)?.name[spoken];
  const name = `${quantity} × ${known ?? given.name}`;
  return (
    <Row product={product} name={name} before={amount} after={amount - discount} isGift>
      <span class="badge good">
        <Gift size={14} aria-hidden="true" />
        {t("given")}
      </span>
    </Row>
  );
}

/** What the shopper chose, and behind it what is given to them. */
function AllLines({ cart, quote, isBought }: Omit<LineProps, "at">) {
  return (
    <>
      {linesOf(cart).map(({ product }, at) => (
        <Line key={product.id} cart={cart} quote={quote} at={at} isBought={isBought} />
      ))}
      {quote.given.map((given) => (
        <GivenLine key={given.product} given={given} />
      ))}
    </>
  );
}

export const Lines = ({ shop }: { shop: Shop }) => (
  <ul class={shop.isOld ? "lines old" : "lines"}>
    <AllLines cart={shop.cart} quote={shop.quote} isBought={false} />
  </ul>
);

/** The lines of an order as they were paid. */
export const Bought = ({ cart, quote }: { cart: Cart; quote: Quote }) => (
  <ul class="lines bought">
    <AllLines cart={cart} quote={quote} isBought />
  </ul>
);
