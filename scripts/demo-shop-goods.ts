import { answerOf } from "@vouchsafe/client";
import { PRODUCTS, SHELVES, type Shelf } from "../pages/demo/goods.ts";
import type { ShopClients } from "./demo-shop-client.ts";

export type Collections = Record<Shelf, string>;

/** The ids of the goods by what the shop calls them, and of the collection of each shelf. */
export interface Catalogue {
  products: ReadonlyMap<string, string>;
  collections: Collections;
}

async function makeProducts({ shop }: ShopClients): Promise<Map<string, string>> {
  const made = PRODUCTS.map(async ({ id, name, price }) => {
    const body = { source_id: id, name: name.en, price };
    return [id, (await answerOf(shop.POST("/v1/products", { body }))).id] as const;
  });
  return new Map(await Promise.all(made));
}

/** Fills the catalogue: products, and a collection of each shelf. */
export async function makeCatalogue(clients: ShopClients): Promise<Catalogue> {
  const products = await makeProducts(clients);
  const collection = async (shelf: Shelf): Promise<string> => {
    const goods = PRODUCTS.filter((product) => product.shelf === shelf).map(({ id }) => ({
      id: products.get(id) ?? id,
      object: "product" as const,
    }));
    const body = { name: SHELVES[shelf].en, type: "STATIC" as const, products: goods };
    return (await answerOf(clients.shop.POST("/v1/product-collections", { body }))).id;
  };
  const [kitchen, desk, home, out] = await Promise.all([
    collection("kitchen"),
    collection("desk"),
    collection("home"),
    collection("out"),
  ]);
  return { products, collections: { kitchen, desk, home, out } };
}
