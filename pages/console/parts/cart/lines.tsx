import { Minus, Plus, X } from "lucide-preact";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { useProject } from "../../session";
import { Picker } from "../picker";
import { type Product, searchProducts } from "../search";
import { MoneyInput } from "./money-input";
import { type SampleGoods, type SampleLine, unknownGoods } from "./sample";
import { useCartText } from "./texts";

/** A product of the catalogue as a cart has it. */
export function productGoods(view: Omit<Product, "skus">): SampleGoods {
  const { id, source_id, name, price, metadata } = view;
  return {
    object: "product",
    id,
    source_id,
    name: name ?? source_id ?? id,
    price,
    metadata: metadata ?? {},
    view,
  };
}

/** The price of one unit in a line, as far as it is known here; minor units. */
export const priceOf = ({ price, goods }: SampleLine): number | null =>
  price ?? goods?.price ?? null;

interface LinesProps {
  lines: readonly SampleLine[];
  onLines: (lines: readonly SampleLine[]) => void;
}

/** The lines of a cart, and a field that adds one. */
export function Lines({ lines, onLines }: LinesProps) {
  const t = useCartText();
  const spoken = language.use();
  const { currency } = useProject();
  const total = lines.reduce((sum, line) => sum + (priceOf(line) ?? 0) * line.quantity, 0);
  const add = (goods: SampleGoods) => {
    const key = Math.max(0, ...lines.map((line) => line.key)) + 1;
    onLines([...lines, { key, goods, quantity: 1, price: goods.price === null ? 1000 : null }]);
  };
  const change = (at: number, line: SampleLine) => onLines(lines.with(at, line));
  return (
    <div class="stack">
      <ul class="cart-lines">
        {lines.map((line, at) => (
          <Line
            key={line.key}
            line={line}
            n={at + 1}
            onLine={(next) => change(at, next)}
            onRemove={() => onLines(lines.toSpliced(at, 1))}
          />
        ))}
      </ul>
      {lines.length === 0 && <p class="soft">{t("empty")}</p>}
      <p class="apart">
        <span class="soft">{t("total")}</span>
        <span class="strong number">{money(total, currency, spoken)}</span>
      </p>
      <Picker
        name="products"
        label={t("add")}
        placeholder={t("add.hint")}
        search={searchProducts}
        onPick={({ value }) => add(productGoods(value))}
        onText={(text) => add(unknownGoods(text))}
      />
    </div>
  );
}

interface LineProps {
  line: SampleLine;
  n: number;
  onLine: (line: SampleLine) => void;
  onRemove: () => void;
}

function Line({ line, n, onLine, onRemove }: LineProps) {
  const t = useCartText();
  const { currency } = useProject();
  const { goods, quantity } = line;
  const step = (by: number) => onLine({ ...line, quantity: Math.max(0, quantity + by) });
  return (
    <li class="cart-line">
      <div class="cart-goods">
        <span class="strong break">{goods?.name ?? t("product.none")}</span>
        {goods && goods.view === null && <span class="soft small">{t("product.unknown")}</span>}
      </div>
      <div class="stepper">
        <Button look="square little" aria-label={t("less")} onClick={() => step(-1)}>
          <Minus size={14} aria-hidden="true" />
        </Button>
        <input
          class="input number"
          inputMode="numeric"
          aria-label={t("quantity.of", { n })}
          value={quantity}
          onInput={({ currentTarget: { value } }) => {
            if (/^\d{1,6}$/.test(value)) onLine({ ...line, quantity: Number(value) });
          }}
        />
        <Button look="square little" aria-label={t("more")} onClick={() => step(1)}>
          <Plus size={14} aria-hidden="true" />
        </Button>
      </div>
      <MoneyInput
        label={t("price.of", { n })}
        value={priceOf(line)}
        currency={currency}
        onValue={(price) => price !== null && onLine({ ...line, price })}
      />
      <Button look="square little plain" aria-label={t("remove", { n })} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </Button>
    </li>
  );
}
