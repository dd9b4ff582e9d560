import { toNumber } from "../../../../src/lib/json-value";
import { setting, storage } from "../../../shared/setting";

/** A product or SKU of the catalogue as the cart needs it; a name alone is an unknown product. */
export interface SampleGoods {
  object: "product" | "sku";
  id: string;
  source_id: string | null;
  name: string;
  price: number | null;
  metadata: Record<string, unknown>;
  /** As the catalogue shows it; null where it is not there. */
  view: Record<string, unknown> | null;
}

export interface SampleLine {
  key: number;
  goods: SampleGoods | null;
  quantity: number;
  /** Minor units; null as the catalogue has it. */
  price: number | null;
}

export interface SampleCustomer {
  id: string;
  name: string;
}

/** A cart, and who pays for it, to try rules, formulas and codes on. */
export interface Sample {
  lines: readonly SampleLine[];
  customer: SampleCustomer | null;
  /** Notes as they were typed, in their order. */
  order: readonly Note[];
  redemption: readonly Note[];
}

export type Note = readonly [name: string, value: string];

const named = (id: string): SampleGoods => ({
  object: "product",
  id,
  source_id: null,
  name: id,
  price: null,
  metadata: {},
  view: null,
});

export const unknownGoods = named;

const FIRST: Sample = {
  lines: [
    { key: 1, goods: named("shirt"), quantity: 2, price: 2000 },
    { key: 2, goods: named("socks"), quantity: 1, price: 500 },
  ],
  customer: null,
  order: [],
  redemption: [],
};

/** The cast holds: nobody else writes under this name, and it ends with the tab. */
const parsed = (text: string): Sample => JSON.parse(text) as Sample;

/** One cart for all that is tried in this tab. */
export const sample = setting<Sample>({
  name: "sample",
  store: storage("sessionStorage"),
  read: (text) => (text === null ? FIRST : parsed(text)),
  write: (value) => JSON.stringify(value),
});

/** What somebody means who types `true` or `3`. */
const typed = (text: string): string | number | boolean => {
  if (text === "true" || text === "false") return text === "true";
  return toNumber(text) ?? text;
};

export const notesOf = (notes: readonly Note[]): Record<string, unknown> =>
  Object.fromEntries(
    notes.flatMap(([name, value]) => (name === "" ? [] : [[name, typed(value)] as const])),
  );

/** A line as a request has it, whose price the service knows where it is not written. */
export const itemOf = ({ goods, quantity, price }: SampleLine) => ({
  quantity,
  ...(price !== null && { price }),
  ...(goods && (goods.object === "sku" ? { sku_id: goods.id } : { product_id: goods.id })),
});

/** The order as a request has it. */
export const orderOf = ({ lines, order }: Sample) => ({
  items: lines.map(itemOf),
  metadata: notesOf(order),
});
