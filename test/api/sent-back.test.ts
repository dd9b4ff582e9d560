import { describe, expect, it } from "vitest";
import { newProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { redeemables, voucher } from "../support/redeeming";

const free = (effect: string, unit_type: string) => ({
  discount: { type: "UNIT", unit_off: 1, unit_type, effect },
});
const SENT = { source_id: "cart", items: [{ product_id: "shirt", quantity: 1, price: 250 }] };
const UNCOUNTED = { source_id: "cart", items: [{ product_id: "shirt", price: 250 }] };

describe("an order that is sent back as a validation answered it", () => {
  it.each([
    ["one more of a line", "shirt", 500, SENT],
    ["one more of a line without a quantity", "shirt", 500, UNCOUNTED],
    ["a line of its own", "gift", 250, SENT],
  ])("is not charged for %s", async (_, unitType, amount, sent) => {
    const project = await newProject();
    await voucher(project, "FREE", free("ADD_NEW_ITEMS", unitType));
    const ask = (order: object, path = "validations") =>
      project.post(`/v1/${path}`, { redeemables: redeemables("FREE"), order });
    const { order: first } = (await ask(sent)).body;
    expect([first.amount, first.total_amount]).toEqual([amount, 250]);
    const { order: again } = (await ask(first)).body;
    expect(again).toEqual(first);
    const { order: paid } = (await ask({ ...first, source_id: "cart" }, "redemptions")).body;
    expect([paid.amount, paid.total_amount]).toEqual([amount, 250]);
    expect(paid.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual(
      first.items.map(({ quantity }: { quantity: number }) => quantity),
    );
    await expectSound(project.id);
  });

  it.each([
    // one shirt is bought; what was redeemed before adds one, and so does what is asked for then
    ["another free unit", "ADD_NEW_ITEMS", free("ADD_NEW_ITEMS", "shirt"), 750, 250],
    // both units are free, one of which was in the cart: there is nothing left to pay
    ["a discount", "ADD_MISSING_ITEMS", { discount: { type: "AMOUNT", amount_off: 10 } }, 500, 0],
  ])("is not charged for units of an earlier redemption beside %s", async (...row) => {
    const [, effect, second, amount, total] = row;
    const project = await newProject();
    const unit_off = effect === "ADD_NEW_ITEMS" ? 1 : 2;
    await voucher(project, "FREE", {
      discount: { ...free(effect, "shirt").discount, unit_off },
    });
    await voucher(project, "SECOND", second);
    const ask = (code: string, order: object, path = "validations") =>
      project.post(`/v1/${path}`, { redeemables: redeemables(code), order });
    const { order: paid } = (await ask("FREE", SENT, "redemptions")).body;
    const { order: first } = (await ask("SECOND", paid)).body;
    expect([first.amount, first.total_amount]).toEqual([amount, total]);
    const { order: again } = (await ask("SECOND", first)).body;
    expect(again).toEqual(first);
    // one more shirt is put into the cart that was answered: it is bought
    const [line] = first.items;
    const more = { ...line, quantity: line.quantity + 1, amount: line.amount + 250 };
    const { order: grown } = (await ask("SECOND", { ...first, items: [more] })).body;
    expect(grown.items[0].initial_quantity).toBe(line.quantity + 1);
  });

  it("is taken with sums that are none", async () => {
    const project = await newProject();
    await voucher(project, "FREE", free("ADD_NEW_ITEMS", "shirt"));
    const items = [{ ...SENT.items[0], discount_amount: -1, subtotal_amount: "2.50" }];
    const { status, body } = await project.post("/v1/validations", {
      redeemables: redeemables("FREE"),
      order: { items },
    });
    expect([status, body.order.total_amount]).toEqual([200, 250]);
    expect(body.order.items[0].subtotal_amount).toBe(250);
  });

  it("is charged for what the shopper changed in it meanwhile", async () => {
    const project = await newProject();
    await voucher(project, "FREE", free("ADD_NEW_ITEMS", "shirt"));
    const ask = (order: object) =>
      project.post("/v1/validations", { redeemables: redeemables("FREE"), order });
    const { order: first } = (await ask(SENT)).body;
    const items = [{ ...first.items[0], quantity: 3, amount: 750 }];
    const { order } = (await ask({ items })).body;
    // three at 250 each are bought, one more is free
    expect([order.amount, order.total_amount]).toEqual([1000, 750]);
  });

  it("is charged for no more than is left where units were taken out and all sums set", async () => {
    const project = await newProject();
    await voucher(project, "TEN", { discount: { type: "AMOUNT", amount_off: 10 } });
    const ask = (order: object) =>
      project.post("/v1/validations", { redeemables: redeemables("TEN"), order });
    const { order: first } = (await ask({ items: [{ ...SENT.items[0], quantity: 3 }] })).body;
    expect([first.amount, first.total_amount]).toEqual([750, 740]);
    const items = [{ ...first.items[0], quantity: 2, amount: 500, subtotal_amount: 500 }];
    const { order } = (await ask({ ...first, items, amount: 500 })).body;
    expect([order.amount, order.total_amount, order.items[0].quantity]).toEqual([500, 490, 2]);
  });

  it("is charged for another line that grew, and not for the free unit beside it", async () => {
    const project = await newProject();
    await voucher(project, "FREE", free("ADD_NEW_ITEMS", "shirt"));
    const ask = (order: object) =>
      project.post("/v1/validations", { redeemables: redeemables("FREE"), order });
    const sent = { items: [...SENT.items, { product_id: "cap", quantity: 1, price: 100 }] };
    const { order: first } = (await ask(sent)).body;
    // 250 and 100 are bought, a shirt of 250 is free
    expect([first.amount, first.total_amount]).toEqual([600, 350]);
    const [shirts, caps] = first.items;
    const items = [shirts, { ...caps, quantity: 3, amount: 300 }];
    const { order } = (await ask({ ...first, items, amount: 800 })).body;
    expect([order.amount, order.total_amount]).toEqual([800, 550]);
  });

  it("is not charged for units that came in the place of others", async () => {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "coat", price: 400 });
    const { body: rule } = await project.post("/v1/validation-rules", {
      name: "Shirts",
      applicable_to: { included: [{ object: "product", id: "shirt" }] },
    });
    const { body: coat } = await project.get("/v1/products/coat");
    await voucher(project, "SWAP", {
      ...free("REPLACE_ITEMS", coat.id),
      validation_rules: [rule.id],
    });
    const ask = (order: object) =>
      project.post("/v1/validations", { redeemables: redeemables("SWAP"), order });
    const { order: first } = (await ask(SENT)).body;
    // the shirt of 250 leaves, the coat of 400 comes and 150 are taken off
    expect([first.amount, first.total_amount]).toEqual([400, 250]);
    const { order: again } = (await ask(first)).body;
    expect([again.amount, again.total_amount]).toEqual([400, 250]);
  });
});
