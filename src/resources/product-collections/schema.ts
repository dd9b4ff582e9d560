import * as z from "zod";
import { CATALOGUE_ORDERS, goingOn, ordersOf, pageQuery } from "../../http/page";
import { FilterInput } from "../../model/filter";
import { Product } from "../products/schema";
import { Sku } from "../products/skus/schema";

/** A product or a SKU that a static collection lists. */
const MemberInput = z.object({
  id: z.string().min(1).max(255),
  object: z.enum(["product", "sku"]).default("product"),
  product_id: z.string().max(255).nullish(),
});

/**
 * Products and SKUs by list (STATIC), or by a filter (AUTO_UPDATE); without a type, what is sent
 * decides.
 */
export const CollectionInput = z.object({
  name: z.string().min(1).max(255),
  type: z.enum(["STATIC", "AUTO_UPDATE"]).nullish(),
  products: z.array(MemberInput).max(1000).nullish(),
  filter: FilterInput.nullish(),
});
export type CollectionInput = z.infer<typeof CollectionInput>;

/** Body of an update: absent keeps. What a list holds is told when it is made. */
export const CollectionUpdate = z.object({
  name: CollectionInput.shape.name.optional(),
  type: CollectionInput.shape.type,
  filter: FilterInput.optional(),
  products: z.never("cannot be changed").optional(),
});
export type CollectionUpdate = z.infer<typeof CollectionUpdate>;

const Member = z.discriminatedUnion("object", [
  z.object({ id: z.string(), object: z.literal("product") }),
  z.object({ id: z.string(), product_id: z.string(), object: z.literal("sku") }),
]);
export type Member = z.infer<typeof Member>;

const shared = {
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string().optional(),
  object: z.literal("products_collection"),
};

/** A collection as the reference service shows one: with its members, or with its filter. */
export const ProductCollection = z
  .discriminatedUnion("type", [
    z.object({ ...shared, type: z.literal("STATIC"), products: z.array(Member) }),
    z.object({
      ...shared,
      type: z.literal("AUTO_UPDATE"),
      filter: z.record(z.string(), z.unknown()),
    }),
  ])
  .meta({ id: "ProductCollection" });
export type ProductCollection = z.infer<typeof ProductCollection>;

/** What a collection holds: a product, or a SKU with its product. */
export const CollectionItem = z.discriminatedUnion("object", [
  Product,
  Sku.extend({ product: Product }),
]);
export type CollectionItem = z.infer<typeof CollectionItem>;

/**
 * A page of what a collection holds; `total` is that of the part of the catalogue that was looked
 * through.
 */
export const CollectionItems = z.object({
  object: z.literal("list"),
  data_ref: z.literal("data"),
  data: z.array(CollectionItem),
  total: z.int().min(0),
  has_more: z.boolean(),
  more_starting_after: z.string().optional(),
});
export type CollectionItems = z.infer<typeof CollectionItems>;

/** Query of the list. */
export const CollectionQuery = z.object({
  ...pageQuery,
  order: ordersOf(...CATALOGUE_ORDERS).default("-created_at"),
  ...goingOn,
});
export type CollectionQuery = z.infer<typeof CollectionQuery>;

/** Query of what a collection holds: by page, or after the last one that was seen. */
export const ItemQuery = z.object({
  ...pageQuery,
  starting_after_id: z.string().max(100).optional(),
});
export type ItemQuery = z.infer<typeof ItemQuery>;
