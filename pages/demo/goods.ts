/** What the shop sells. The storefront shows it, and the local start puts it into the catalogue. */
export type Shelf = "kitchen" | "desk" | "home" | "out";

export interface Product {
  id: string;
  shelf: Shelf;
  /** Minor units. */
  price: number;
  name: { en: string; de: string };
}

export const SHELVES: Record<Shelf, { en: string; de: string }> = {
  kitchen: { en: "Kitchen", de: "Küche" },
  desk: { en: "Desk", de: "Schreibtisch" },
  home: { en: "Home", de: "Zuhause" },
  out: { en: "Out and about", de: "Unterwegs" },
};

const product = (id: string, shelf: Shelf, price: number, en: string, de: string): Product => ({
  id,
  shelf,
  price,
  name: { en, de },
});

export const PRODUCTS: readonly Product[] = [
  product("mug", "kitchen", 1400, "Morning mug", "Morgenbecher"),
  product("notebook", "desk", 950, "Dot notebook", "Punktheft"),
  product("fern", "home", 2200, "Window fern", "Fensterfarn"),
  product("tote", "out", 1600, "Market bag", "Markttasche"),
  product("teapot", "kitchen", 3800, "Round teapot", "Runde Teekanne"),
  product("candle", "home", 1250, "Beeswax candle", "Bienenwachskerze"),
  product("lamp", "desk", 5900, "Desk lamp", "Schreibtischlampe"),
  product("umbrella", "out", 2700, "Rain-or-shine umbrella", "Allwetterschirm"),
  product("bowl", "kitchen", 1800, "Soup bowl", "Suppenschale"),
  product("pencils", "desk", 600, "Six pencils", "Sechs Bleistifte"),
  product("blanket", "home", 4500, "Wool blanket", "Wolldecke"),
  product("board", "kitchen", 2400, "Oak board", "Eichenbrett"),
];

/** An order's line as the service wants it. */
export const lineOf = ({ id, price }: Product, quantity: number) => ({
  source_id: id,
  related_object: "product" as const,
  price,
  quantity,
});
