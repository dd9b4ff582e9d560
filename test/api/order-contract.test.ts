import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { Order, OrderItem } from "../../src/model/order";
import { RedemptionAnswer } from "../../src/resources/redemptions/schema";
import { newProject, parsed } from "../support/api";
import { complaints } from "../support/client-schema";
import { made } from "../support/deciding";

/**
 * Two red mugs of 12.00 and a hat of 15.00, ordered by Alice whom Bob sent. Each mug becomes a hat,
 * then 5.00 go off.
 */
async function scene() {
  const project = await newProject();
  const make = (path: string, body: object) => made(project, path, body);
  const goods = { source_id: "mug", name: "Mug", price: 1000, metadata: { brand: "Acme" } };
  const mug = await make("/v1/products", goods);
  const variant = { source_id: "mug-red", sku: "Red", price: 1200, metadata: { ml: 300 } };
  const red = await make(`/v1/products/${mug.id}/skus`, variant);
  const hat = await make("/v1/products", { source_id: "hat", name: "Hat", price: 1500 });
  const rule = await make("/v1/validation-rules", {
    name: "Mugs",
    applicable_to: { included: [{ object: "product", id: mug.id }], excluded: [] },
  });
  await make("/v1/vouchers/SWAP", {
    discount: { type: "UNIT", unit_off: 1, unit_type: hat.id, effect: "REPLACE_ITEMS" },
    validation_rules: [rule.id],
  });
  await make("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  const order = await project.post("/v1/orders", {
    source_id: "o-1",
    customer: { source_id: "alice" },
    referrer: { source_id: "bob" },
    metadata: { till: 4 },
    items: [
      { source_id: "mug-red", related_object: "sku", quantity: 2, metadata: { gift: true } },
      { source_id: "hat", related_object: "product", quantity: 1 },
    ],
  });
  return { project, order, mug: mug.id, red: red.id, hat: hat.id };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const productMug = ({ mug: id }: Scene) => ({
  product: { id, source_id: "mug", name: "Mug", price: 1000, metadata: { brand: "Acme" } },
});

/** The line of mugs before anything is taken off. */
const mugs = (at: Scene) => ({
  object: "order_item",
  source_id: "mug-red",
  sku_id: at.red,
  product_id: at.mug,
  related_object: "sku",
  quantity: 2,
  initial_quantity: 2,
  amount: 2400,
  initial_amount: 2400,
  price: 1200,
  subtotal_amount: 2400,
  ...productMug(at),
  sku: { id: at.red, source_id: "mug-red", sku: "Red", price: 1200, metadata: { ml: 300 } },
  metadata: { gift: true },
});

const hats = ({ hat }: Scene) => ({
  object: "order_item",
  source_id: "hat",
  product_id: hat,
  related_object: "product",
  quantity: 1,
  initial_quantity: 1,
  amount: 1500,
  initial_amount: 1500,
  price: 1500,
  subtotal_amount: 1500,
  product: { id: hat, source_id: "hat", name: "Hat", price: 1500, metadata: {} },
});

const replaced = ({ hat }: Scene) => ({
  application_details: [{ type: "REPLACE_ITEMS", unit_type: hat, units: 2 }],
});

/** Two mugs fewer and two hats more: 30.00 come for 24.00, so that 6.00 are given. */
const swapped = (at: Scene) => [
  { ...mugs(at), quantity: 0, amount: 0, subtotal_amount: 0 },
  {
    ...hats(at),
    quantity: 3,
    amount: 4500,
    discount_amount: 600,
    discount_quantity: 2,
    subtotal_amount: 3900,
  },
];

const whose = ({ order: { body } }: Scene) => ({
  id: body.id,
  source_id: "o-1",
  metadata: { till: 4 },
  customer_id: body.customer_id,
  referrer_id: body.referrer_id,
  customer: { id: body.customer_id, object: "customer" },
  referrer: { id: body.referrer_id, object: "customer" },
  created_at: body.created_at,
  object: "order",
});

const reduced = {
  status: "PAID",
  amount: 4500,
  initial_amount: 3900,
  discount_amount: 500,
  items_discount_amount: 600,
  total_discount_amount: 1100,
  total_amount: 3400,
};

const redeemed = ({ project, order }: Scene) =>
  project.post("/v1/redemptions", {
    redeemables: ["SWAP", "A500"].map((id) => ({ object: "voucher", id })),
    order: { id: order.body.id },
  });

const fieldsOf = (shown: readonly object[]) => new Set(shown.flatMap((each) => Object.keys(each)));

describe("an order", () => {
  it("that was made is told whole", async () => {
    const at = await scene();
    expect(parsed(Order, at.order)).toEqual({
      ...whose(at),
      status: "CREATED",
      amount: 3900,
      total_amount: 3900,
      items: [mugs(at), hats(at)].map(({ initial_quantity: _, ...line }) => line),
      updated_at: null,
    });
    expect(complaints("POST /v1/orders", at.order)).toEqual([]);
  });

  it("of a redemption is told whole, with every field that orders and their lines have", async () => {
    const at = await scene();
    const answer = parsed(RedemptionAnswer, await redeemed(at));
    const { parent_redemption: parent, redemptions, order } = answer;
    const stack = {
      date: parent?.date,
      related_object_type: "redemption",
      related_object_id: parent?.id,
      stacked: redemptions.map(({ id }) => id),
    };
    const [mug, hat] = swapped(at);
    const expected = {
      ...whose(at),
      ...reduced,
      applied_discount_amount: 500,
      items_applied_discount_amount: 600,
      total_applied_discount_amount: 1100,
      items: [
        { ...mug, applied_quantity: -2, applied_quantity_amount: -2400, ...replaced(at) },
        {
          ...hat,
          applied_discount_amount: 600,
          applied_discount_quantity: 2,
          applied_quantity: 2,
          applied_quantity_amount: 3000,
          ...replaced(at),
        },
      ],
      redemptions: { [String(parent?.id)]: stack },
      updated_at: parent?.date,
    };
    expect(parent?.order).toEqual(expected);
    expect(order).toEqual(expected);
    expect((await at.project.get(`/v1/redemptions/${parent?.id}`)).body.order).toEqual(expected);
    const every = (schema: z.ZodObject) => new Set(Object.keys(schema.shape));
    expect(fieldsOf([expected])).toEqual(every(Order));
    expect(fieldsOf(expected.items)).toEqual(every(OrderItem));
  });

  it("of a redemption without customer and source id is read by a strict client, too", async () => {
    const { project } = await scene();
    const redeemables = [{ object: "voucher", id: "A500" }];
    const order = { items: [{ source_id: "mug-red", related_object: "sku" }] };
    const reply = await project.post("/v1/redemptions", { redeemables, order });
    expect(reply.body.order).toMatchObject({ source_id: null, total_amount: 700 });
    expect(complaints("POST /v1/redemptions", reply)).toEqual([]);
  });

  it("that was redeemed is told as it stands", async () => {
    const at = await scene();
    const { parent_redemption: parent } = parsed(RedemptionAnswer, await redeemed(at));
    const read = await at.project.get("/v1/orders/o-1");
    expect(parsed(Order, read)).toEqual({
      ...whose(at),
      ...reduced,
      items: swapped(at),
      redemptions: parent?.order?.redemptions,
      updated_at: parent?.date,
    });
    expect(complaints("GET /v1/orders/:orderId", read)).toEqual([]);
    const list = await at.project.get("/v1/orders");
    expect(list.body.orders).toEqual([read.body]);
    expect(complaints("GET /v1/orders", list)).toEqual([]);
  });
});
