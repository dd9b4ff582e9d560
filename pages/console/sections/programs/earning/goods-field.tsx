import { useNames } from "../../../parts/names";
import { Chips, Picker } from "../../../parts/picker";
import { type Named, searchGoods } from "../../../parts/search";
import { useEarningText } from "./texts";

const KINDS = ["product", "sku", "products_collection"] as const;

interface GoodsFieldProps {
  goods: readonly Named[];
  error: string | undefined;
  onGoods: (goods: readonly Named[]) => void;
}

/** Products, variants and collections that alone count. */
export function GoodsField({ goods, error, onGoods }: GoodsFieldProps) {
  const t = useEarningText();
  const nameOf = useNames(goods.map(({ id }) => id));
  return (
    <div class="stack tight">
      <Picker
        name="goods"
        label={t("form.goods")}
        error={error}
        search={(text) => searchGoods(text, KINDS)}
        onPick={({ id, value }) =>
          goods.some((each) => each.id === id) || onGoods([...goods, value])
        }
      />
      <Chips
        label={t("form.goods")}
        chips={goods.map(({ id }) => ({ key: id, text: nameOf(id) }))}
        onDrop={(id) => onGoods(goods.filter((each) => each.id !== id))}
      />
    </div>
  );
}
