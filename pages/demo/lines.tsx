import { Gift } from "lucide-preact";
import { language } from "../shared/language";
import { linesOf } from "./cart";
import { Picture } from "./drawings";
import { PRODUCTS } from "./goods";
import { type Given, partsOf } from "./quote";
import { type Shop, useMoney } from "./shop";
import { Stepper } from "./stepper";
import { useText } from "./texts";
import { inLanguage } from "./words";

/** A line of the cart: what it cost before, what took something off, and what it costs now. */
function Line({ shop, at }: { shop: Shop; at: number }) {
  const t = useText();
  const money = useMoney();
  const spoken = language.use();
  const line = linesOf(shop.cart)[at];
  if (!line) return null;
  const { product, quantity } = line;
  const name = product.name[spoken];
  const before = product.price * quantity;
  const parts = partsOf(shop.quote, at);
  const after = parts.reduce((left, { amount }) => left - amount, before);
  return (
    <li class="line">
      <span class={`line-picture ${product.shelf}`}>
        <Picture product={product.id} />
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
            <span class="strong">
              {after < before && <span class="unseen">{t("line.after")} </span>}
              {money(after)}
            </span>
          </span>
        </div>
        {parts.map(({ id, name: offer, amount }) => (
          <div key={id} class="line-part">
            <span class="break">{offer === null ? id : inLanguage(offer, spoken)}</span>
            <span class="number">−{money(amount)}</span>
          </div>
        ))}
        <div class="row tight line-units">
          <Stepper product={product.id} name={name} units={quantity} />
          <span class="soft small">{t("each", { price: money(product.price) })}</span>
        </div>
      </div>
    </li>
  );
}

/** Something that a code has put into the cart. */
function GivenLine({ given }: { given: Given }) {
  const t = useText();
  const money = useMoney();
  const spoken = language.use();
  const product = PRODUCTS.find(({ id }) => id === given.product);
  const after = given.amount - given.discount;
  return (
    <li class="line">
      <span class={`line-picture ${product?.shelf ?? ""}`}>
        <Picture product={given.product} />
      </span>
      <div class="grow">
        <div class="apart tight">
          <span class="strong break">
            {given.quantity} × {product?.name[spoken] ?? given.name}
          </span>
          <span class="line-price">
            <s>{money(given.amount)}</s>
            <span class="strong good">{after > 0 ? money(after) : t("free")}</span>
          </span>
        </div>
        <span class="badge good">
          <Gift size={14} aria-hidden="true" />
          {t("given")}
        </span>
      </div>
    </li>
  );
}

export function Lines({ shop }: { shop: Shop }) {
  const lines = linesOf(shop.cart);
  return (
    <ul class={shop.isOld ? "lines old" : "lines"}>
      {lines.map(({ product }, at) => (
        <Line key={product.id} shop={shop} at={at} />
      ))}
      {shop.quote.given.map((given) => (
        <GivenLine key={given.product} given={given} />
      ))}
    </ul>
  );
}
