import { Plus } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { language } from "../shared/language";
import { pause } from "../shared/page";
import { addUnit, type Cart } from "./cart";
import { Picture } from "./drawings";
import { PRODUCTS, type Product, SHELVES, type Shelf } from "./goods";
import { useMoney } from "./shop";
import { Stepper } from "./stepper";
import { useText } from "./texts";

function ProductCard({ product, units }: { product: Product; units: number }) {
  const t = useText();
  const money = useMoney();
  const name = product.name[language.use()];
  return (
    <li class={`product ${product.shelf}`}>
      <div class="product-tile">
        <Picture product={product.id} />
      </div>
      <div class="product-words">
        <h3>{name}</h3>
        <div class="apart tight">
          <span class="strong">{money(product.price)}</span>
          {units > 0 ? (
            <Stepper product={product.id} name={name} units={units} />
          ) : (
            <button type="button" class="button little" onClick={() => addUnit(product.id)}>
              <Plus size={16} aria-hidden="true" />
              <span aria-hidden="true">{t("add")}</span>
              <span class="unseen">{t("add.product", { name })}</span>
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

/** So many goods fill a phone's window. */
const FIRST = 4;

/** How many goods are drawn: those at the top before the others, so that they are there at once. */
function useDrawn(): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => void pause().then(() => setDrawn(PRODUCTS.length)), []);
  return drawn;
}

const KEYS: readonly Shelf[] = ["kitchen", "desk", "home", "out"];

/** The goods, all or of one shelf. */
export function Shelves({ cart }: { cart: Cart }) {
  const t = useText();
  const spoken = language.use();
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const drawn = useDrawn();
  const shown = PRODUCTS.filter((product) => shelf === null || product.shelf === shelf);
  const choices = [null, ...KEYS];
  return (
    <section aria-labelledby="products">
      <div class="shelves-head">
        <h2 id="products">{t("products")}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
        <div class="shelves" role="group" aria-label={t("shelves")}>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              class="shelf"
              aria-pressed={shelf === choice}
              onClick={() => setShelf(choice)}
            >
              {choice === null ? t("shelves.all") : SHELVES[choice][spoken]}
            </button>
          ))}
        </div>
      </div>
      <ul class="products">
        {shown.slice(0, drawn).map((product) => (
          <ProductCard key={product.id} product={product} units={cart.units[product.id] ?? 0} />
        ))}
      </ul>
    </section>
  );
}
