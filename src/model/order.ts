import * as z from "zod";
import { CustomerInput } from "./customer";
import { Money } from "./discount";
import { Identity } from "./identity";
import { Metadata } from "./metadata";
import { readProject } from "./reading";

/** Whole units. */
const Quantity = z.int().min(0);

const goods = {
  id: z.string().max(255).nullish(),
  source_id: z.string().max(255).nullish(),
  override: z.boolean().nullish(),
  price: Money.nullish(),
  metadata: Metadata.nullish(),
};

export const OrderItemInput = z
  .object({
    source_id: z.string().max(255).nullish(),
    sku_id: z.string().max(255).nullish(),
    product_id: z.string().max(255).nullish(),
    related_object: z.enum(["product", "sku"]).nullish(),
    quantity: Quantity.nullish(),
    initial_quantity: Quantity.nullish(),
    amount: Money.nullish(),
    initial_amount: Money.nullish(),
    discount_quantity: Quantity.nullish(),
    // Sums of an answer: what a shop makes of them itself is no reason to refuse its order.
    discount_amount: Money.nullish().catch(null),
    subtotal_amount: Money.nullish().catch(null),
    /** Negative where units were replaced. */
    applied_quantity: z.int().nullish(),
    price: Money.nullish(),
    product: z.object({ ...goods, name: z.string().max(1000).nullish() }).nullish(),
    sku: z.object({ ...goods, sku: z.string().max(1000).nullish() }).nullish(),
    metadata: Metadata.nullish(),
  })
  .meta({ id: "OrderItemInput" });
export type OrderItemInput = z.infer<typeof OrderItemInput>;

/** Amounts are of the project's currency: in another one they would be other amounts. */
const OwnCurrency = z
  .string()
  .max(20)
  .refine((code) => [null, code.toUpperCase()].includes(readProject().currency), {
    error: () =>
      `must be ${readProject().currency}, the currency of the project; convert the amounts, or leave the currency out`,
  })
  .nullish();

/** Order data of a validation or redemption; amounts in minor units. */
export const OrderInput = z
  .object({
    id: z.string().max(255).nullish(),
    source_id: Identity,
    status: z.enum(["CREATED", "PAID", "FULFILLED", "CANCELED"]).nullish(),
    amount: Money.nullish(),
    initial_amount: Money.nullish(),
    currency: OwnCurrency,
    items: z.array(OrderItemInput).max(500).nullish(),
    /** Who it is of, where the request itself names nobody. */
    customer: CustomerInput.nullish(),
    metadata: Metadata.nullish(),
  })
  .meta({ id: "OrderInput" });
export type OrderInput = z.infer<typeof OrderInput>;

const goodsShown = z.object({
  id: z.string().optional(),
  source_id: z.string().optional(),
  override: z.boolean().optional(),
  price: z.int().optional(),
  metadata: Metadata.optional(),
});

export const OrderItem = z.object({
  object: z.literal("order_item"),
  source_id: z.string().optional(),
  sku_id: z.string().optional(),
  product_id: z.string().optional(),
  related_object: z.enum(["product", "sku"]).optional(),
  quantity: z.int().optional(),
  initial_quantity: z.int().optional(),
  amount: z.int().optional(),
  initial_amount: z.int().optional(),
  price: z.int().optional(),
  discount_amount: z.int().optional(),
  discount_quantity: z.int().optional(),
  applied_discount_amount: z.int().optional(),
  applied_discount_quantity: z.int().optional(),
  applied_quantity: z.int().optional(),
  applied_quantity_amount: z.int().optional(),
  subtotal_amount: z.int().optional(),
  application_details: z.array(z.record(z.string(), z.unknown())).optional(),
  product: goodsShown.extend({ name: z.string().optional() }).optional(),
  sku: goodsShown.extend({ sku: z.string().optional() }).optional(),
  metadata: Metadata.optional(),
});

/** An order with what it costs now; unset and zero amounts are left out (contract, "Order"). */
export const Order = z
  .object({
    id: z.string().optional(),
    source_id: z.string().nullish(),
    status: z.string().optional(),
    amount: z.int().optional(),
    initial_amount: z.int().optional(),
    discount_amount: z.int().optional(),
    items_discount_amount: z.int().optional(),
    total_discount_amount: z.int().optional(),
    total_amount: z.int().optional(),
    applied_discount_amount: z.int().optional(),
    items_applied_discount_amount: z.int().optional(),
    total_applied_discount_amount: z.int().optional(),
    items: z.array(OrderItem).optional(),
    metadata: Metadata.optional(),
    customer_id: z.string().nullable(),
    referrer_id: z.string().nullable(),
    customer: z.object({ id: z.string(), object: z.literal("customer") }).optional(),
    referrer: z.object({ id: z.string(), object: z.literal("customer") }).optional(),
    redemptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    created_at: z.string().optional(),
    updated_at: z.string().nullish(),
    object: z.literal("order"),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof Order>;

/** An allow-list, field by field: what is added to an order is not shown to browsers by itself. */
export const ClientOrder = Order.pick({
  id: true,
  source_id: true,
  status: true,
  amount: true,
  initial_amount: true,
  discount_amount: true,
  items_discount_amount: true,
  total_discount_amount: true,
  total_amount: true,
  applied_discount_amount: true,
  items_applied_discount_amount: true,
  total_applied_discount_amount: true,
  metadata: true,
  customer_id: true,
  referrer_id: true,
  customer: true,
  referrer: true,
  redemptions: true,
  created_at: true,
  updated_at: true,
  object: true,
})
  .extend({
    items: z
      .array(
        OrderItem.pick({
          object: true,
          source_id: true,
          sku_id: true,
          product_id: true,
          related_object: true,
          quantity: true,
          initial_quantity: true,
          amount: true,
          initial_amount: true,
          price: true,
          discount_amount: true,
          discount_quantity: true,
          applied_discount_amount: true,
          applied_discount_quantity: true,
          applied_quantity: true,
          applied_quantity_amount: true,
          subtotal_amount: true,
          application_details: true,
          product: true,
          sku: true,
          metadata: true,
        }),
      )
      .optional(),
  })
  .meta({ id: "ClientOrder" });

/**
 * What of an order nobody but a browser has said, so that it earns nothing: its lines, and the keys
 * of its metadata.
 */
export interface OrderClaims {
  items: boolean;
  metadata: string[];
}
