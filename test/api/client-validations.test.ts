import { describe, expect, it } from "vitest";
import { ClientValidation } from "../../src/resources/validations/schema";
import { costOf, newProject, parsed, rowsOf, send, type TestProject } from "../support/api";
import { tokenOf } from "../support/shoppers";

const voucher = (id: string) => ({ object: "voucher", id });

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", {
    discount: { type: "PERCENT", percent_off: 20 },
    additional_info: "secret-info",
    metadata: { note: "secret-note" },
    category: "secret-category",
  });
  await project.post("/v1/vouchers/OFF", {
    discount: { type: "AMOUNT", amount_off: 5 },
    active: false,
  });
  await project.post("/v1/vouchers/OLD", {
    discount: { type: "AMOUNT", amount_off: 5 },
    expiration_date: "2001-01-01",
  });
  return project;
}

/** From an address of its own, so that no other test's rate or misses count here. */
const ask = (project: TestProject, redeemables: object[], more = {}) =>
  project.post(
    "/client/v1/validations",
    { redeemables, ...more },
    { "cf-connecting-ip": project.id },
  );

describe("POST /client/v1/validations", () => {
  it("200: the verdict of the server twin", async () => {
    const project = await shop();
    const request = { order: { amount: 5000 }, customer: { source_id: "alice" } };
    await ask(project, [voucher("P20")]);
    const client = await ask(project, [voucher("P20")], request);
    expect(client.status, JSON.stringify(client.body)).toBe(200);
    const server = await project.post("/v1/validations", {
      redeemables: [voucher("P20")],
      ...request,
    });
    expect({ ...parsed(ClientValidation, client), id: "" }).toEqual({ ...server.body, id: "" });
    expect(costOf(client).roundTrips).toBe(1);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("200: shows nothing that the shop noted for itself, also when asked to expand", async () => {
    const project = await shop();
    const reply = await ask(project, [voucher("P20")], {
      options: { expand: ["redeemable", "category", "order", "redemption"] },
    });
    expect(parsed(ClientValidation, reply).valid).toBe(true);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    expect(reply.body.redeemables[0].metadata).toEqual({});
  });

  it("200: the campaign and the category where they are asked for", async () => {
    const project = await newProject();
    const category = await project.post("/v1/categories", { name: "Seasonal", hierarchy: 3 });
    const { body: spring } = await project.post("/v1/campaigns", {
      name: "Spring",
      campaign_type: "DISCOUNT_COUPONS",
      category_id: category.body.id,
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: { type: "AMOUNT", amount_off: 100 },
      },
    });
    await project.post("/v1/campaigns/Spring/vouchers/S1", {});
    const order = { amount: 1000 };
    const asked = async (expand: string[]) => {
      const reply = await ask(project, [voucher("S1")], { order, options: { expand } });
      return parsed(ClientValidation, reply).redeemables[0];
    };
    const named = { metadata: {}, campaign_name: "Spring", campaign_id: spring.id };
    const placed = { categories: [category.body] };
    expect(await asked(["redeemable", "category"])).toMatchObject({ ...named, ...placed });
    expect(Object.keys((await asked(["category"])) ?? {})).not.toContain("campaign_name");
    expect(Object.keys((await asked(["redeemable"])) ?? {})).not.toContain("categories");
    const plain = Object.keys((await asked([])) ?? {});
    for (const name of ["metadata", "campaign_id", "categories"]) expect(plain).not.toContain(name);
  });

  it("200: notes under the keys that the project lets browsers see, where they are asked for", async () => {
    const project = await newProject({ client_visible_metadata: '["theme", "size"]' });
    await project.post("/v1/vouchers/P20", {
      discount: { type: "PERCENT", percent_off: 20 },
      metadata: { note: "secret-note", theme: "dark" },
    });
    const plain = await ask(project, [voucher("P20")]);
    expect(plain.body.redeemables[0]).not.toHaveProperty("metadata");
    const expand = { options: { expand: ["redeemable"], as_of: "2001-01-01" } };
    const reply = await ask(project, [voucher("P20")], expand);
    expect(parsed(ClientValidation, reply).redeemables).toMatchObject([
      { metadata: { theme: "dark" } },
    ]);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });

  it("200: unknown, foreign and disabled codes look the same", async () => {
    const [project, other] = [await shop(), await newProject()];
    await other.post("/v1/vouchers/FOREIGN", { discount: { type: "AMOUNT", amount_off: 5 } });
    const answers = [];
    for (const code of ["UNKNOWN", "FOREIGN", "OFF"]) {
      const reply = await ask(project, [voucher(code)]);
      const { id: _, ...body } = parsed(ClientValidation, reply);
      const text = JSON.stringify({ status: reply.status, body });
      answers.push(text.replaceAll(code, "CODE").replace(/v-[0-9a-f]{18}/g, "v-"));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("Cannot find voucher with id CODE");
  });

  it("200: an expired code says so", async () => {
    const project = await shop();
    const [refused] =
      parsed(ClientValidation, await ask(project, [voucher("OLD")])).inapplicable_redeemables ?? [];
    expect(refused?.result.error.key).toBe("voucher_expired");
  });

  it("200: also without an origin, as apps are; 403 from an origin that is not trusted", async () => {
    const project = await newProject({ client_trusted_domains: '["https://shop.example"]' });
    const body = { redeemables: [voucher("X")] };
    const from = (origin: Record<string, string>) =>
      send(
        "POST",
        "/client/v1/validations",
        { ...project.client, "cf-connecting-ip": project.id, ...origin },
        body,
      );
    expect((await from({})).status).toBe(200);
    const foreign = await from({ origin: "https://evil.example" });
    expect([foreign.status, foreign.body.key]).toEqual([403, "forbidden"]);
  });
});

describe("an order that the shop stored", () => {
  it("is not told to a browser that guesses its name: amounts only", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/TEN", { discount: { type: "PERCENT", percent_off: 10 } });
    await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "TEN" }],
      order: {
        source_id: "order-1",
        items: [{ product_id: "secret-product", quantity: 1, price: 5000 }],
        metadata: { note: "secret-note" },
      },
    });
    const guess = {
      redeemables: [{ object: "voucher", id: "TEN" }],
      order: { source_id: "order-1" },
    };
    const validated = await project.post("/client/v1/validations", guess);
    expect(validated.body).toMatchObject({ valid: true, order: { total_amount: 4500 } });
    expect(JSON.stringify(validated.body)).not.toContain("secret");
    await project.post("/v1/orders", {
      source_id: "order-2",
      items: [{ product_id: "secret-product", quantity: 1, price: 5000 }],
      metadata: { note: "secret-note" },
      customer: { source_id: "ada" },
    });
    const open = { ...guess, order: { source_id: "order-2" } };
    const token = await tokenOf(project, "ada");
    const redeemed = await project.post("/client/v1/redemptions", open, token);
    expect(redeemed.body.order).toMatchObject({ amount: 5000, total_amount: 4500 });
    expect(JSON.stringify(redeemed.body)).not.toContain("secret");
  });
});
