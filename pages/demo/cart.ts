import { setting, storage } from "../shared/setting";
import { lineOf, PRODUCTS, type Product } from "./goods";

/** What the shopper has chosen. Everything that it costs is the service's to say. */
export interface Cart {
  /** Units by product. */
  units: Readonly<Record<string, number>>;
  /** Codes in the order in which they were entered: discounts, gift cards, a friend's code. */
  codes: readonly string[];
  /** Ids of the offers that were taken. */
  offers: readonly string[];
  /** Points to pay with. */
  points: number;
}

const EMPTY: Cart = { units: {}, codes: [], offers: [], points: 0 };
const MOST = 99;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

function readUnits(value: unknown): Record<string, number> {
  if (!isRecord(value)) return {};
  const known = PRODUCTS.map(({ id }) => [id, Number(value[id])] as const);
  return Object.fromEntries(known.filter(([, units]) => Number.isInteger(units) && units > 0));
}

function read(text: string | null): Cart {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (!isRecord(kept)) return EMPTY;
    const points = Number(kept.points);
    return {
      units: readUnits(kept.units),
      codes: texts(kept.codes),
      offers: texts(kept.offers),
      points: Number.isInteger(points) && points > 0 ? points : 0,
    };
  } catch {
    return EMPTY;
  }
}

export const cart = setting<Cart>({
  name: "demo-cart",
  store: storage("sessionStorage"),
  read,
  write: (value) => JSON.stringify(value),
});

const change = (part: Partial<Cart>): void => cart.set({ ...cart.get(), ...part });

export function setUnits(product: string, units: number): void {
  const { [product]: _, ...others } = cart.get().units;
  const next = Math.min(MOST, Math.max(0, units));
  // What was in the cart keeps its place, so that nothing jumps under the pointer.
  if (next > 0) change({ units: { ...cart.get().units, [product]: next } });
  else change({ units: others });
}

export const addUnit = (product: string): void =>
  setUnits(product, (cart.get().units[product] ?? 0) + 1);

const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

/** Takes a code up, and says whether it was not there before. */
export function addCode(code: string): boolean {
  const { codes } = cart.get();
  if (codes.some(same(code))) return false;
  change({ codes: [...codes, code] });
  return true;
}

export const removeCode = (code: string): void =>
  change({ codes: cart.get().codes.filter((each) => !same(code)(each)) });

export const addOffer = (id: string): void =>
  change({ offers: [...cart.get().offers.filter((each) => each !== id), id] });

export const removeOffer = (id: string): void =>
  change({ offers: cart.get().offers.filter((each) => each !== id) });

export const setPoints = (points: number): void => change({ points });

export const emptyCart = (): void => cart.set(EMPTY);

/** The lines in the order in which they came into the cart. */
export function linesOf({ units }: Cart): { product: Product; quantity: number }[] {
  return Object.entries(units).flatMap(([id, quantity]) => {
    const product = PRODUCTS.find((each) => each.id === id);
    return product ? [{ product, quantity }] : [];
  });
}

export const itemsOf = (chosen: Cart) =>
  linesOf(chosen).map(({ product, quantity }) => lineOf(product, quantity));

/** What the goods cost before anything is taken off, minor units. */
export const goodsAmount = (chosen: Cart): number =>
  linesOf(chosen).reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);

export const unitsIn = ({ units }: Cart): number =>
  Object.values(units).reduce((sum, each) => sum + each, 0);
