import { describe, expect, it } from "vitest";
import { Voucher } from "../../src/model/voucher";
import { Product } from "../../src/resources/products/schema";
import { BinEntry, BinList, Restored } from "../../src/resources/trash-bin/schema";
import {
  costOf,
  eventKinds,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign, code } from "../support/campaigns";
import { sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { program } from "../support/loyalty";
import { everything } from "../support/one-of-each";
import { publish } from "../support/publishing";
import { redeem } from "../support/redeeming";
import { strictly } from "../support/strict";

const discount = { type: "PERCENT", percent_off: 20 } as const;
const make = (project: TestProject, name: string, body: object = {}): Promise<Reply> =>
  project.post(`/v1/vouchers/${name}`, { discount, ...body });

/** The only entry in the bin. */
async function theEntry(project: TestProject): Promise<BinEntry> {
  const { data, total } = parsed(BinList, await project.get("/v1/trash-bin"));
  const [entry] = data;
  if (!entry || data.length > 1) throw new Error(`${total} entries`);
  return entry;
}
const isEmpty = async (project: TestProject): Promise<void> => {
  const { data, total, has_more } = parsed(BinList, await project.get("/v1/trash-bin"));
  expect([data, total, has_more]).toEqual([[], 0, false]);
  expect(await rowsOf("trash_bin_parts", project.id)).toEqual([]);
};
const restore = async (project: TestProject): Promise<Reply> =>
  project.post(`/v1/trash-bin/${(await theEntry(project)).id}/restore`);

/** Takes so many credits from the card, and answers the redemption's id. */
async function spend(project: TestProject, amount: number): Promise<string> {
  const { status, body } = await redeem(project, "CARD", { order: { amount } });
  expect(status).toBe(200);
  return body.redemptions[0].id;
}
const rollBack = (project: TestProject, id: string): Promise<Reply> =>
  project.post(`/v1/redemptions/${id}/rollback`);

/** A campaign of gift cards of 5.00, and one of them. */
async function cardShop(): Promise<{ project: TestProject; parent: string }> {
  const project = await newProject();
  const parent = await campaign(project, "Cards", {
    campaign_type: "GIFT_VOUCHERS",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } },
  });
  await code(project, parent, "CARD");
  return { project, parent };
}

describe("a voucher in the bin", () => {
  it("is listed with its code and comes back as it was", async () => {
    const project = await newProject();
    const rule = (await project.post("/v1/validation-rules", { name: "Any", rules: {} })).body.id;
    await make(project, "SAVE20", { validation_rules: [rule], metadata: { a: 1 } });
    await project.post("/v1/vouchers/SAVE20/redemption", { order: { amount: 100 } });
    const before = parsed(Voucher, await project.get("/v1/vouchers/SAVE20"));
    const deleted = await project.delete("/v1/vouchers/SAVE20");
    expect([deleted.status, costOf(deleted).roundTrips]).toEqual([204, 3]);
    const entry = await theEntry(project);
    expect(entry).toEqual({
      id: expect.stringMatching(/^bin_[0-9a-f]{18}$/),
      created_at: expect.any(String),
      deleted_by_user_id: null,
      resource_id: before.id,
      resource_type: "voucher",
      resource_name: "SAVE20",
      resource_parent_id: null,
      object: "voucher",
    });
    const back = await restore(project);
    expect([back.status, costOf(back).roundTrips]).toEqual([200, 3]);
    expect(parsed(Restored, back)).toEqual(entry);
    const after = await project.get("/v1/vouchers/SAVE20");
    expect(parsed(Voucher, after)).toEqual(before);
    const { body } = await project.get(`/v1/validation-rules/${rule}`);
    expect(body.assignments_count).toBe(1);
    expect((await project.get("/v1/vouchers")).body.total).toBe(1);
    const used = await project.post("/v1/vouchers/SAVE20/redemption", { order: { amount: 100 } });
    expect(used.body.result).toBe("SUCCESS");
    expect((await eventKinds(project.id)).slice(-4)).toEqual([
      "voucher.deleted",
      "voucher.updated",
      "business_validation_rule.assignment.created",
      "redemption.succeeded",
    ]);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("nobody finds, validates, redeems, lists or makes meanwhile", async () => {
    const project = await newProject();
    const { body } = await make(project, "GONE");
    await project.delete("/v1/vouchers/GONE");
    for (const name of ["GONE", body.id]) {
      expect((await project.get(`/v1/vouchers/${name}`)).status).toBe(404);
    }
    const redeemables = [{ object: "voucher", id: "GONE" }];
    const validated = await project.post("/v1/validations", { redeemables });
    expect(validated.body.valid).toBe(false);
    expect((await project.post("/v1/redemptions", { redeemables })).status).toBe(404);
    expect((await project.get("/v1/vouchers")).body.vouchers).toEqual([]);
    expect((await make(project, "gone")).body.key).toBe("duplicate_found");
    expect((await theEntry(project)).resource_name).toBe("GONE");
  });

  it("comes back without a rule that was deleted meanwhile", async () => {
    const project = await newProject();
    const names = ["Stays", "Goes"];
    const rules = await Promise.all(
      names.map((name) => project.post("/v1/validation-rules", { name, rules: {} })),
    );
    const [stays, goes] = rules.map(({ body }) => body.id);
    await make(project, "TWO", { validation_rules: [stays, goes] });
    await project.delete("/v1/vouchers/TWO");
    await project.delete(`/v1/validation-rules/${goes}`);
    expect((await restore(project)).status).toBe(200);
    const { body } = await project.get("/v1/vouchers/TWO");
    const left = body.validation_rules_assignments.data;
    expect(left.map(({ rule_id }: { rule_id: string }) => rule_id)).toEqual([stays]);
    await expectSound(project.id);
  });

  it("is held again by who held it, and by nobody once that customer is forgotten", async () => {
    const project = await newProject();
    const parent = await campaign(project, "Given");
    for (const name of ["KEPT", "LEFT"]) {
      await code(project, parent, name);
      await publish(project, name === "KEPT" ? "ada" : "bob", { voucher: name });
      await project.delete(`/v1/vouchers/${name}`);
    }
    const held = async (customer: string) =>
      (await project.get(`/v1/customers/${customer}/redeemables`)).body.data.length;
    expect([await held("ada"), await held("bob")]).toEqual([0, 0]);
    const bob = (await project.get("/v1/customers/bob")).body;
    await project.post("/v1/customers/bob/permanent-deletion");
    const kept = await rowsOf("trash_bin_parts", project.id);
    expect(kept.filter(({ customer_id }) => customer_id !== null)).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(bob.id);
    const { data } = parsed(BinList, await project.get("/v1/trash-bin"));
    for (const { id } of data) {
      expect((await project.post(`/v1/trash-bin/${id}/restore`)).status).toBe(200);
    }
    expect(await held("ada")).toBe(1);
    expect((await project.get("/v1/vouchers/LEFT")).body.holder_id).toBeUndefined();
    const { body } = await project.get(`/v1/campaigns/${parent}`);
    expect(body.vouchers_count).toBe(2);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("takes its campaign's summary back to where it was", async () => {
    const { project, parent } = await cardShop();
    const summary = async () => {
      const day = new Date(Date.now()).toISOString().slice(0, 10);
      const span = `start_date=${day}&end_date=${day}`;
      return (await project.get(`/v1/campaigns/${parent}/summary?${span}`)).body;
    };
    const before = await summary();
    await project.delete("/v1/vouchers/CARD");
    expect(await summary()).not.toEqual(before);
    await restore(project);
    expect(await summary()).toEqual(before);
  });

  it("what a rollback gives it counts among what was left on deleted cards", async () => {
    const { project, parent } = await cardShop();
    const deleted = async () =>
      (await project.get(`/v1/campaigns/${parent}/summary`)).body.amount_deleted;
    const [first, second] = [await spend(project, 200), await spend(project, 100)];
    await project.delete("/v1/vouchers/CARD");
    expect(await deleted()).toBe(200);
    expect((await rollBack(project, first)).status).toBe(200);
    expect(await deleted()).toBe(400);
    await restore(project);
    expect(await deleted()).toBe(0);
    expect((await rollBack(project, second)).status).toBe(200);
    expect(await deleted()).toBe(0);
    expect((await project.get("/v1/vouchers/CARD")).body.gift.balance).toBe(500);
    await expectSound(project.id);
  });

  it("so it does where a rollback read it before it was deleted, or before it came back", async () => {
    const { project, parent } = await cardShop();
    const deleted = async () =>
      (await project.get(`/v1/campaigns/${parent}/summary`)).body.amount_deleted;
    const [first, second] = [await spend(project, 200), await spend(project, 100)];
    const between = (call: () => Promise<unknown>) => async (batch: number) => {
      if (batch === 2) await call();
    };
    const remove = between(() => project.delete("/v1/vouchers/CARD"));
    const path = (id: string) => `/v1/redemptions/${id}/rollback`;
    expect((await sendPausing(project, { path: path(first) }, { before: remove })).status).toBe(
      200,
    );
    expect(await deleted()).toBe(400);
    const comesBack = between(() => restore(project));
    const reply = await sendPausing(project, { path: path(second) }, { before: comesBack });
    expect(reply.status).toBe(200);
    expect(await deleted()).toBe(0);
    expect((await project.get("/v1/vouchers/CARD")).body.gift.balance).toBe(500);
    await expectSound(project.id);
  });

  it("counts what was left when it was deleted, and came back, whoever moved it at that moment", async () => {
    const { project, parent } = await cardShop();
    const deleted = async () =>
      (await project.get(`/v1/campaigns/${parent}/summary`)).body.amount_deleted;
    const ahead = (last: number, call: () => Promise<unknown>) => ({
      before: async (batch: number) => {
        if (batch === last) await call();
      },
    });
    let spent = "";
    const removal = { method: "DELETE", path: "/v1/vouchers/CARD" };
    const spending = ahead(2, async () => {
      spent = await spend(project, 200);
    });
    expect((await sendPausing(project, removal, spending)).status).toBe(204);
    expect(await deleted()).toBe(300);
    const path = `/v1/trash-bin/${(await theEntry(project)).id}/restore`;
    const rollingBack = ahead(3, () => rollBack(project, spent));
    expect((await sendPausing(project, { path }, rollingBack)).status).toBe(200);
    expect(await deleted()).toBe(0);
    await expectSound(project.id);
  });

  it("a loyalty card is its holder's again, with the tier and the points", async () => {
    const { project, id, cards } = await program(["ada"], { card: { points: 40 } });
    const before = (await project.get(`/v1/loyalties/${id}/members/${cards.ada}`)).body;
    await project.delete(`/v1/vouchers/${cards.ada}`);
    expect((await project.get(`/v1/loyalties/${id}/members/${cards.ada}`)).status).toBe(404);
    expect((await restore(project)).status).toBe(200);
    expect((await project.get(`/v1/loyalties/${id}/members/${cards.ada}`)).body).toEqual(before);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("409 duplicate_found: its holder has joined the program again", async () => {
    const { project, id, cards } = await program(["ada"]);
    await project.delete(`/v1/vouchers/${cards.ada}`);
    await project.post(`/v1/loyalties/${id}/members`, { customer: { source_id: "ada" } });
    const before = await everything(project);
    const reply = await restore(project);
    expect([reply.status, reply.body.key]).toEqual([409, "duplicate_found"]);
    expect(reply.body.details).toContain(cards.ada);
    expect(await everything(project)).toBe(before);
    await expectSound(project.id);
  });

  it("404: its campaign is deleted", async () => {
    const project = await newProject();
    const parent = await campaign(project, "Parent");
    await code(project, parent, "CHILD");
    await project.delete("/v1/vouchers/CHILD");
    const entry = await theEntry(project);
    expect(entry.resource_parent_id).toBe(parent);
    await project.delete(`/v1/campaigns/${parent}`);
    const reply = await project.post(`/v1/trash-bin/${entry.id}/restore`);
    expect([reply.status, reply.body.resource_type]).toEqual([404, "campaign"]);
    expect((await project.get("/v1/vouchers/CHILD")).status).toBe(404);
  });

  it.each([
    ["force", (name: string) => `/v1/vouchers/${name}?force=true`],
    ["its entry", (_: string, entry: string) => `/v1/trash-bin/${entry}`],
  ])("leaves it for good by %s, and its code is free", async (_, path) => {
    const project = await newProject();
    const rule = (await project.post("/v1/validation-rules", { name: "Any", rules: {} })).body.id;
    await make(project, "ONCE", { validation_rules: [rule] });
    await project.delete("/v1/vouchers/ONCE");
    const { id } = await theEntry(project);
    expect((await project.delete(path("ONCE", id))).status).toBe(204);
    await isEmpty(project);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    expect((await project.post(`/v1/trash-bin/${id}/restore`)).status).toBe(404);
    expect((await project.delete(`/v1/trash-bin/${id}`)).status).toBe(404);
    expect((await make(project, "ONCE")).status).toBe(200);
    await expectSound(project.id);
  });

  it("with force does not go there at all", async () => {
    const project = await newProject();
    await make(project, "AWAY");
    await project.delete("/v1/vouchers/AWAY?force=true");
    await isEmpty(project);
  });
});

describe("goods in the bin", () => {
  const shelf = async () => {
    const project = await newProject();
    const made = { source_id: "shirt", name: "Shirt", price: 1999, metadata: { a: [1, "b"] } };
    const product = (await project.post("/v1/products", made)).body;
    const sku = (
      await project.post("/v1/products/shirt/skus", {
        source_id: "shirt-s",
        sku: "Small",
        attributes: { size: "S" },
      })
    ).body;
    const products = [
      { id: product.id, object: "product" },
      { id: sku.id, product_id: product.id, object: "sku" },
    ];
    const collection = (await project.post("/v1/product-collections", { name: "All", products }))
      .body;
    return { project, product, sku, collection };
  };
  const goodsIn = async (project: TestProject, id: string) =>
    (await project.get(`/v1/product-collections/${id}/products`)).body.data
      .map((each: { id: string }) => each.id)
      .sort();

  it("a product comes back with its SKUs and its places in collections", async () => {
    const { project, product, sku, collection } = await shelf();
    const before = parsed(Product.loose(), await project.get("/v1/products/shirt"));
    expect((await project.delete("/v1/products/shirt")).status).toBe(204);
    expect((await project.get("/v1/products/shirt")).status).toBe(404);
    expect((await project.get(`/v1/skus/${sku.id}`)).status).toBe(404);
    const entry = await theEntry(project);
    expect([entry.resource_type, entry.resource_name]).toEqual(["product", "Shirt"]);
    const back = await restore(project);
    expect([back.status, costOf(back).roundTrips]).toEqual([200, 3]);
    expect((await project.get("/v1/products/shirt")).body).toEqual(before);
    expect(await goodsIn(project, collection.id)).toEqual([product.id, sku.id].sort());
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("a SKU comes back to its product", async () => {
    const { project, product, sku, collection } = await shelf();
    await project.delete(`/v1/products/shirt/skus/${sku.id}`);
    const entry = await theEntry(project);
    expect([entry.resource_type, entry.resource_name, entry.resource_parent_id]).toEqual([
      "sku",
      "Small",
      product.id,
    ]);
    expect(await goodsIn(project, collection.id)).toEqual([product.id]);
    expect((await restore(project)).status).toBe(200);
    expect((await project.get(`/v1/skus/${sku.id}`)).body).toEqual(sku);
    expect(await goodsIn(project, collection.id)).toEqual([product.id, sku.id].sort());
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("404: the product of a SKU is gone", async () => {
    const { project, product, sku } = await shelf();
    await project.delete(`/v1/products/shirt/skus/${sku.id}`);
    const { id } = await theEntry(project);
    await project.delete("/v1/products/shirt");
    const reply = await project.post(`/v1/trash-bin/${id}/restore`);
    expect([reply.status, reply.body.resource_id]).toEqual([404, product.id]);
    expect((await project.get(`/v1/skus/${sku.id}`)).status).toBe(404);
  });

  it.each([
    ["product", "/v1/products", { source_id: "shirt" }],
    ["sku", "/v1/products/other/skus", { source_id: "shirt-s" }],
  ])("409 duplicate_found: the source id of a %s was given away", async (type, path, body) => {
    const { project } = await shelf();
    await project.delete("/v1/products/shirt");
    await project.post("/v1/products", { source_id: "other" });
    await project.post(path, body);
    const before = await everything(project);
    const reply = await restore(project);
    expect([reply.status, reply.body.key, reply.body.resource_type]).toEqual([
      409,
      "duplicate_found",
      type,
    ]);
    expect(await everything(project)).toBe(before);
  });

  it("a collection that is gone meanwhile stays gone", async () => {
    const { project, collection } = await shelf();
    await project.delete("/v1/products/shirt");
    await project.delete(`/v1/product-collections/${collection.id}`);
    expect((await restore(project)).status).toBe(200);
    expect(await rowsOf("product_collection_members", project.id)).toEqual([]);
    await expectSound(project.id);
  });

  it("204: they leave it for good, and with force they do not go there", async () => {
    const { project, sku } = await shelf();
    await project.delete(`/v1/products/shirt/skus/${sku.id}?force=true`);
    await isEmpty(project);
    await project.delete("/v1/products/shirt");
    expect((await project.delete(`/v1/trash-bin/${(await theEntry(project)).id}`)).status).toBe(
      204,
    );
    await isEmpty(project);
    await project.post("/v1/products", { source_id: "shirt" });
    await project.delete("/v1/products/shirt?force=true");
    await isEmpty(project);
  });
});

describe("GET /v1/trash-bin", () => {
  const names = async (project: TestProject, query: string) => {
    const reply = await project.get(`/v1/trash-bin?${query}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return parsed(BinList, reply).data.map(({ resource_name }) => resource_name);
  };
  const filled = async () => {
    const project = await newProject();
    for (const name of ["A-1", "A-2", "B-3"]) {
      await make(project, name);
      await project.delete(`/v1/vouchers/${name}`);
    }
    await project.post("/v1/products", { source_id: "shirt" });
    await project.delete("/v1/products/shirt");
    return project;
  };

  it("is walked page by page in both orders, by ids of entries", async () => {
    const project = await filled();
    expect(await names(project, "order=id")).toEqual(["A-1", "A-2", "B-3", "shirt"]);
    const first = parsed(BinList, await project.get("/v1/trash-bin?limit=3"));
    expect([first.total, first.has_more]).toEqual([4, true]);
    expect(first.more_starting_after).toBe(first.data[2]?.id);
    expect(await names(project, `starting_after_id=${first.more_starting_after}`)).toEqual(["A-1"]);
    const last = await project.get(`/v1/trash-bin?starting_after_id=${first.more_starting_after}`);
    expect([last.body.has_more, last.body.more_starting_after]).toEqual([false, undefined]);
    expect(costOf(last).roundTrips).toBe(1);
  });

  it.each([
    ["filters[resource_type][conditions][$is]=product", ["shirt"]],
    ["filters[resource_type][conditions][$not_in][0]=product&order=id", ["A-1", "A-2", "B-3"]],
    ["filters[resource_name][conditions][$starts_with]=A-", ["A-2", "A-1"]],
    ["filters[resource_name][conditions][$contains]=-3", ["B-3"]],
  ])("is filtered by %s", async (query, expected) => {
    expect(await names(await filled(), query)).toEqual(expected);
  });

  it("is filtered by ids, and goes on behind a page of a filter", async () => {
    const project = await filled();
    const [entry] = parsed(BinList, await project.get("/v1/trash-bin?order=id")).data;
    expect(await names(project, `filters[id][conditions][$is]=${entry?.id}`)).toEqual(["A-1"]);
    const byId = `filters[resource_id][conditions][$in][0]=${entry?.resource_id}`;
    expect(await names(project, byId)).toEqual(["A-1"]);
    const filter = "filters[resource_type][conditions][$is]=voucher&order=id&limit=2";
    const first = parsed(BinList, await project.get(`/v1/trash-bin?${filter}`));
    expect(first.has_more).toBe(true);
    const next = `${filter}&starting_after_id=${first.more_starting_after}`;
    expect(await names(project, next)).toEqual(["B-3"]);
    expect(await names(project, `${filter}&starting_after_id=${entry?.id}`)).toEqual([
      "A-2",
      "B-3",
    ]);
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["filters[created_at][conditions][$is]=x", "created_at"],
    ["filters[resource_type][conditions][$is]=order", "resource_type"],
  ])("400 invalid_query_params: %s", async (query, named) => {
    const reply = await (await newProject()).get(`/v1/trash-bin?${query}`);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
    expect(reply.body.details).toContain(named);
  });

  it("404: an entry that is not there, or another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await make(other, "THEIRS");
    await other.delete("/v1/vouchers/THEIRS");
    const { id } = await theEntry(other);
    for (const name of ["bin_0123456789abcdef01", id]) {
      const replies = [
        await project.delete(`/v1/trash-bin/${name}`),
        await project.post(`/v1/trash-bin/${name}/restore`),
      ];
      for (const { status, body } of replies) {
        expect([status, body.resource_type]).toEqual([404, "trash_bin_entry"]);
      }
    }
    expect(strictly(BinEntry, await theEntry(other)).id).toBe(id);
  });
});
