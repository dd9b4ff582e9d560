import { answerOf } from "@vouchsafe/client";
import { shopClients } from "./demo-shop-client.ts";
import { makeShoppers } from "./demo-shop-club.ts";
import { makeCategories, makeCodes, makeOffers } from "./demo-shop-codes.ts";
import { makeCatalogue } from "./demo-shop-goods.ts";
import { makeHistory, STOCKED } from "./demo-shop-history.ts";
import { makeRules } from "./demo-shop-rules.ts";

/** Fills the shop of the storefront by the API, once: goods, codes, offers, shoppers, orders. */
export async function stockShop(baseUrl: string): Promise<void> {
  const clients = shopClients(baseUrl);
  const { data: known } = await answerOf(clients.shop.GET("/v1/categories"));
  if (known.some(({ name }) => name === STOCKED)) return;
  const [{ products, collections }, categories] = await Promise.all([
    makeCatalogue(clients),
    makeCategories(clients),
  ]);
  const rules = await makeRules(clients, collections);
  await Promise.all([
    makeCodes(clients, { rules, categories, products }),
    makeOffers(clients, rules),
    makeShoppers(clients, categories),
  ]);
  await makeHistory(clients);
}
