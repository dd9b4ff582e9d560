import { describe, expect, it } from "vitest";
import { operations } from "../../src/api/operations";
import { readBody } from "../../src/model/exact-numbers";
import { newProject, rowsOf } from "../support/api";
import { bodyOf } from "../support/one-of-each";

/** The same with every number as `write` writes it, but for what takes any value. */
function rewritten(value: unknown, write: (number: number) => unknown): unknown {
  if (typeof value === "number") return write(value);
  if (Array.isArray(value)) return value.map((each) => rewritten(each, write));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      ["metadata", "rules"].includes(name) ? held : rewritten(held, write),
    ]),
  );
}

const NUMBERS = operations.flatMap((operation) => {
  const body = bodyOf(operation);
  return operation.body && body && /\d/.test(JSON.stringify(body)) ? [{ operation, body }] : [];
});

describe("an amount as a shop's own sums leave it", () => {
  it.each(NUMBERS.map(({ operation, body }) => [operation.method, operation.path, body]))(
    "%s %s takes it as text and with noise",
    (method, path, body) => {
      const operation = operations.find((each) => each.method === method && each.path === path);
      if (!operation?.body) throw new Error("has no body");
      const { body: schema } = operation;
      const plain = readBody(schema, body).data;
      expect(plain).toBeDefined();
      expect(
        readBody(
          schema,
          rewritten(body, (number) => `${number}`),
        ).data,
      ).toEqual(plain);
      const noisy = rewritten(body, (number) =>
        Number.isInteger(number) ? number + 1e-10 : number,
      );
      expect(readBody(schema, noisy).data).toEqual(plain);
    },
  );

  it("200: a cart of the sample shops, whose amounts are texts, in each family", async () => {
    const project = await newProject({ client_metadata_keys: '["size", "weight"]' });
    await project.post("/v1/vouchers/TEN", { discount: { type: "PERCENT", percent_off: "10" } });
    const redeemables = [{ object: "voucher", id: "TEN" }];
    const order = {
      amount: "7500.00",
      items: [
        { price: "2500.00", quantity: "2", metadata: { size: "10" } },
        { price: 469.99999999999994, quantity: 1 },
        { price: "2030", quantity: "1.0" },
      ],
      metadata: { weight: "7500.00" },
    };
    for (const family of ["v1", "client/v1"]) {
      const reply = await project.post(`/${family}/validations`, { redeemables, order });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(reply.body.order).toMatchObject({
        amount: 7500,
        total_discount_amount: 750,
        total_amount: 6750,
        metadata: { weight: "7500.00" },
      });
      expect(reply.body.order.items.map((item: { amount: number }) => item.amount)).toEqual([
        5000, 470, 2030,
      ]);
      expect(reply.body.order.items[0].metadata).toEqual({ size: "10" });
    }
    for (const [path, body] of [
      ["/v1/promotions/validation", { order }],
      ["/v1/vouchers/TEN/validate", { order }],
      ["/v1/vouchers/TEN/redemption", { order }],
      ["/v1/redemptions", { redeemables, order }],
      ["/v1/orders", order],
      ["/v1/qualifications", { order }],
    ] as const) {
      const reply = await project.post(path, body);
      expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200);
    }
    expect((await rowsOf("orders", project.id)).map(({ amount }) => amount)).toEqual([
      7500, 7500, 7500,
    ]);
  });

  it("400: an amount in major units, and nothing is redeemed", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/TEN", { discount: { type: "PERCENT", percent_off: 10 } });
    for (const price of [26.99, "26.99"]) {
      const reply = await project.post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "TEN" }],
        order: { items: [{ price, quantity: 1 }] },
      });
      expect(reply.status).toBe(400);
      expect(reply.body.details).toBe(
        "Property .order.items[0].price must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699",
      );
    }
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });
});
