import type { Row } from "./row";

const IMAGE = "https://shop.example/mug.png";

const PRODUCT = {
  source_id: "mug",
  name: "Mug",
  price: 5000,
  attributes: ["size"],
  metadata: { color: "blue" },
  image_url: IMAGE,
};

const SKU = {
  source_id: "mug-s",
  sku: "Small",
  price: 4000,
  currency: "EUR",
  attributes: { size: "S" },
  metadata: { weight: 300 },
  image_url: IMAGE,
};

export const products: readonly Row[] = [
  { operation: "GET /v1/products" },
  { operation: "POST /v1/products", least: {}, most: PRODUCT, keep: { productId: "id" } },
  { operation: "GET /v1/products/:productId" },
  { operation: "GET /v1/products/:productId/skus" },
  {
    operation: "POST /v1/products/:productId/skus",
    least: {},
    most: SKU,
    keep: { skuId: "id" },
  },
  { operation: "GET /v1/skus/:skuId" },
  { operation: "GET /v1/products/:productId/skus" },
  { operation: "PUT /v1/products/:productId", least: {}, most: { ...PRODUCT, price: 5500 } },
  {
    operation: "PUT /v1/products/:productId/skus/:skuId",
    least: {},
    most: { ...SKU, price: 4500 },
  },
  { operation: "GET /v1/skus/:skuId" },
  { operation: "GET /v1/products/:productId" },
  { operation: "GET /v1/products" },
  {
    operation: "POST /v1/products/bulk/async",
    least: [{ source_id: "cup" }],
    most: [{ ...PRODUCT, source_id: "cup" }],
  },
  {
    operation: "POST /v1/products/metadata/async",
    least: { source_ids: ["cup"], metadata: {} },
    most: { source_ids: ["cup", "mug"], metadata: { color: "red" } },
  },
];

const COLLECTION = "/v1/product-collections/:productCollectionId";

const FILTER = {
  junction: "and",
  price: { conditions: { $more_than: [100] } },
  "metadata.color": { conditions: { $is: ["blue"] } },
};

export const collections: readonly Row[] = [
  { operation: "GET /v1/product-collections" },
  {
    operation: "POST /v1/product-collections",
    least: { name: "None" },
    most: ({ productId, skuId }) => ({
      name: "Mugs",
      type: "STATIC",
      products: [
        { id: productId, object: "product" },
        { id: skuId, product_id: productId, object: "sku" },
      ],
    }),
    keep: { static: "id" },
  },
  {
    operation: "POST /v1/product-collections",
    least: { name: "All", filter: { name: { conditions: { $is: ["Mug"] } } } },
    most: { name: "Blue", type: "AUTO_UPDATE", filter: FILTER },
    keep: { productCollectionId: "id" },
  },
  ...["productCollectionId", "static"].flatMap((productCollectionId) => [
    { operation: `GET ${COLLECTION}`, at: { productCollectionId } },
    { operation: `GET ${COLLECTION}/products`, at: { productCollectionId } },
    { operation: `GET ${COLLECTION}/products`, query: "?limit=1", at: { productCollectionId } },
  ]),
  { operation: `PUT ${COLLECTION}`, least: {}, most: { name: "Not red", filter: FILTER } },
  { operation: `GET ${COLLECTION}` },
  { operation: "GET /v1/product-collections" },
];

export const categories: readonly Row[] = [
  { operation: "GET /v1/categories" },
  {
    operation: "POST /v1/categories",
    least: { name: "First" },
    most: { name: "First", hierarchy: 3, stacking_rules_type: "JOINT" },
    keep: { categoryId: "id" },
  },
  { operation: "GET /v1/categories/:categoryId" },
  {
    operation: "PUT /v1/categories/:categoryId",
    least: {},
    most: { name: "Second", hierarchy: 4, stacking_rules_type: "EXCLUSIVE" },
  },
  { operation: "GET /v1/categories/:categoryId" },
  { operation: "GET /v1/categories", query: "?limit=1" },
];

const goods = { override: true, price: 5000, metadata: { color: "green" } };

/** Goods that are known, that the order names otherwise, and that nobody knows. */
const ITEMS = [
  {
    product_id: "mug",
    source_id: "mug",
    quantity: 3,
    initial_quantity: 3,
    discount_quantity: 1,
    price: 5000,
    amount: 15_000,
    initial_amount: 15_000,
    metadata: { gift: true },
  },
  { sku_id: "mug-s", related_object: "sku", quantity: 2 },
  { source_id: "mug", related_object: "product", quantity: 1, product: { ...goods, name: "Mug" } },
  { source_id: "mug-s", related_object: "sku", quantity: 1, sku: { ...goods, sku: "Small" } },
  { source_id: "pen", related_object: "product", quantity: 1, price: 100 },
];

const ORDER = {
  source_id: "o-1",
  status: "PAID",
  items: ITEMS,
  metadata: { channel: "shop" },
  customer: { source_id: "ada", name: "Ada", metadata: { vip: true } },
  referrer: { source_id: "bob", email: "bob@shop.example" },
};

export const orders: readonly Row[] = [
  { operation: "GET /v1/orders" },
  { operation: "POST /v1/orders", least: {}, most: ORDER, keep: { orderId: "id" } },
  { operation: "GET /v1/orders/:orderId" },
  {
    operation: "PUT /v1/orders/:orderId",
    least: {},
    most: { items: ITEMS, status: "FULFILLED", metadata: { channel: "web" } },
  },
  { operation: "GET /v1/orders/:orderId" },
  { operation: "GET /v1/orders", query: "?limit=1" },
];

export const goodsRemoved: readonly Row[] = [
  { operation: "DELETE /v1/product-collections/:productCollectionId" },
  { operation: "DELETE /v1/categories/:categoryId" },
  { operation: "DELETE /v1/products/:productId/skus/:skuId" },
  { operation: "DELETE /v1/products/:productId" },
];
