import type { TestProject } from "../api";
import { made } from "../deciding";
import { hearAll } from "../earning";
import type { Known } from "./row";

const ADA = {
  source_id: "ada",
  name: "Ada",
  email: "ada@example.com",
  phone: "+49 1",
  description: "A customer",
  birthdate: "1990-01-01",
  address: {
    city: "Berlin",
    line_1: "1",
    line_2: "2",
    postal_code: "3",
    country: "DE",
    state: "B",
  },
  metadata: { vip: true },
};

const MUG = {
  source_id: "mug",
  name: "Mug",
  price: 5000,
  attributes: ["size"],
  metadata: { color: "blue" },
  image_url: "https://shop.example/mug.png",
};

const MUG_S = {
  source_id: "mug-s",
  sku: "S",
  price: 5000,
  attributes: { size: "S" },
  metadata: { weight: 300 },
  image_url: "https://shop.example/mug-s.png",
};

/** Everything that a discount can be told to touch. */
const reachOf = (productId: string, skuId: string, collectionId: string) => ({
  included: [
    {
      object: "product",
      id: productId,
      strict: false,
      effect: "APPLY_TO_EVERY",
      quantity_limit: 10,
      aggregated_quantity_limit: 10,
      amount_limit: 90_000,
      aggregated_amount_limit: 90_000,
      skip_initially: 0,
      repeat: 1,
      target: "ITEM",
    },
    { object: "sku", id: skuId },
    { object: "products_collection", id: collectionId },
  ],
  excluded: [{ object: "product", source_id: "none" }],
  included_all: false,
});

/** What vouchers and campaigns can name: goods, a category, a rule that reaches goods, a customer. */
export async function stocked(project: TestProject): Promise<Known> {
  const idOf = async (path: string, body: object) => String((await made(project, path, body)).id);
  const productId = await idOf("/v1/products", MUG);
  const skuId = await idOf("/v1/products/mug/skus", MUG_S);
  await idOf("/v1/products", { source_id: "none" });
  const products = [{ id: productId, object: "product" }];
  const collectionId = await idOf("/v1/product-collections", { name: "All", products });
  const validationRuleId = await idOf("/v1/validation-rules", {
    name: "Any",
    rules: {},
    applicable_to: reachOf(productId, skuId, collectionId),
    error: { message: "Not for you" },
  });
  const known = {
    productId,
    skuId,
    collectionId,
    validationRuleId,
    categoryId: await idOf("/v1/categories", { name: "Loyal", hierarchy: 1 }),
    customerId: await idOf("/v1/customers", ADA),
  };
  await hearAll(project);
  return known;
}
