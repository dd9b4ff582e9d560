import { answerOf, type Schemas } from "../../../clients/typescript/src";
import { server } from "../session";
import { as, type Found, MOST_FOUND, type Option, sought, together } from "./sought";

export type Product = Schemas["ProductWithSkus"];

/** Goods as a rule names them. */
export interface Named {
  object: "product" | "sku" | "products_collection";
  id: string;
  source_id?: string;
}

const productOption = (product: Product): Option<Product> => ({
  id: product.id,
  label: product.name ?? product.source_id ?? product.id,
  hint: product.source_id ?? product.id,
  value: product,
});

/** A product by id or source id; null where there is none. */
export async function findProduct(id: string): Promise<Schemas["Product"] | null> {
  const { data } = await server().GET("/v1/products/{productId}", {
    params: { path: { productId: id } },
  });
  return data ?? null;
}

/** The SKUs of a product that a field offers. */
export async function skusOf(product: string): Promise<Schemas["Sku"][]> {
  const params = { path: { productId: product }, query: { limit: 100 } };
  const { data } = await server().GET("/v1/products/{productId}/skus", { params });
  return data?.skus ?? [];
}

/** Products whose name has the text in it, or the one of exactly this id or source id. */
export async function searchProducts(text: string): Promise<Option<Product>[]> {
  const filters = { name: { conditions: { $contains: [text] } } };
  const query = { limit: MOST_FOUND, ...(text !== "" && { filters }) };
  const { products } = await answerOf(server().GET("/v1/products", { params: { query } }));
  if (products.length > 0 || text === "") return products.map(productOption);
  const byId = { source_id: { conditions: { $is: [text] } } };
  const exact = { limit: 1, filters: byId };
  const found = await answerOf(server().GET("/v1/products", { params: { query: exact } }));
  return found.products.map(productOption);
}

const skuOptions = ({ name, skus }: Product) =>
  skus.data.map((sku) => ({
    id: sku.id,
    label: [name, sku.sku ?? sku.source_id].filter(Boolean).join(" · ") || sku.id,
    hint: sku.source_id ?? sku.id,
    value: sku,
  }));

/** SKUs of products whose name has the text in it, else those that have it in their own. */
export async function searchSkus(text: string) {
  const filters = { name: { conditions: { $contains: [text] } } };
  const query = { limit: MOST_FOUND, ...(text !== "" && { filters }) };
  const { products } = await answerOf(server().GET("/v1/products", { params: { query } }));
  const named = products.flatMap(skuOptions).slice(0, MOST_FOUND);
  if (named.length > 0) return named;
  return sought(text, async (query) => {
    const { products, total } = await answerOf(server().GET("/v1/products", { params: { query } }));
    return { options: products.flatMap(skuOptions), total };
  });
}

export const searchCollections = (text: string) =>
  sought(text, async (query) => {
    const call = server().GET("/v1/product-collections", { params: { query } });
    const { data, total } = await answerOf(call);
    return {
      options: data.map((value) => ({ id: value.id, label: value.name, hint: value.id, value })),
      total,
    };
  });

export async function searchSegments(text: string) {
  const filters = { name: { conditions: { $contains: [text] } } };
  const query = { limit: MOST_FOUND, ...(text !== "" && { filters }) };
  const { data } = await answerOf(server().GET("/v1/segments", { params: { query } }));
  return data.map((value) => ({ id: value.id, label: value.name, hint: value.id, value }));
}

export async function searchLocations(text: string) {
  const filters = { name: { conditions: { $contains: [text] } } };
  const query = { limit: MOST_FOUND, ...(text !== "" && { filters }) };
  const { data } = await answerOf(server().GET("/v1/locations", { params: { query } }));
  return data.map((value) => ({ id: value.id, label: value.name, hint: value.id, value }));
}

export async function searchCustomers(text: string) {
  const by = text.includes("@") ? { email: text } : { name: text };
  const query = { limit: MOST_FOUND, ...(text !== "" && by) };
  const { customers } = await answerOf(server().GET("/v1/customers", { params: { query } }));
  return customers.map((value) => ({
    id: value.id ?? "",
    label: value.name ?? value.email ?? value.source_id ?? value.id ?? "",
    hint: value.email ?? value.source_id ?? value.id ?? undefined,
    value,
  }));
}

/** Products, SKUs and collections, as far as `kinds` names them. */
export async function searchGoods(
  text: string,
  kinds: readonly Named["object"][],
): Promise<Found<Named>> {
  const of = <T>(kind: Named["object"], search: (text: string) => Promise<Found<T>>) =>
    kinds.includes(kind) ? search(text) : Promise.resolve<Found<T>>([]);
  const [products, skus, collections] = await Promise.all([
    of("product", searchProducts),
    of("sku", searchSkus),
    of("products_collection", searchCollections),
  ]);
  const goods = ({ id, source_id }: { id: string; source_id?: string | null }) => ({
    id,
    ...(source_id && { source_id }),
  });
  return together<Named>(
    as(products, ({ value }) => ({ object: "product", ...goods(value) })),
    as(skus, ({ value }) => ({ object: "sku", ...goods(value) })),
    as(collections, ({ id }) => ({ object: "products_collection", id })),
  );
}

export type CampaignType = Schemas["Campaign"]["campaign_type"];

export async function searchCampaigns(
  text: string,
  campaign_type?: CampaignType,
): Promise<Option<unknown>[]> {
  const filters = { name: { conditions: { $contains: [text] } } };
  const query = {
    limit: MOST_FOUND,
    ...(text !== "" && { filters }),
    ...(campaign_type && { campaign_type }),
  };
  const { campaigns } = await answerOf(server().GET("/v1/campaigns", { params: { query } }));
  return campaigns.map((value) => ({ id: value.id, label: value.name, hint: value.id, value }));
}

export async function searchVouchers(text: string): Promise<Option<unknown>[]> {
  const filters = { code: { conditions: { $contains: [text] } } };
  const query = { limit: MOST_FOUND, ...(text !== "" && { filters }) };
  const { vouchers } = await answerOf(server().GET("/v1/vouchers", { params: { query } }));
  return vouchers.map((value) => ({
    id: value.id,
    label: value.code,
    hint: value.campaign ?? undefined,
    value,
  }));
}

export const searchTiers = (text: string): Promise<Found<unknown>> =>
  sought(text, async (query) => {
    const call = server().GET("/v1/promotions/tiers", { params: { query } });
    const { tiers, total } = await answerOf(call);
    return {
      options: tiers.map((value) => ({
        id: value.id,
        label: value.name ?? value.id,
        hint: value.id,
        value,
      })),
      total,
    };
  });
