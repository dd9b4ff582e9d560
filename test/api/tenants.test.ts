import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEPLOYMENT, newProject, type Reply, send, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import {
  ABOVE_PROJECTS,
  bodyOf,
  everything,
  filled,
  guarded,
  newShop,
  type Operation,
  type Shop,
  unchanging,
} from "../support/one-of-each";

let shop: Shop;
let stranger: TestProject;

beforeAll(async () => {
  shop = await newShop();
  stranger = await newProject({ client_list_vouchers_enabled: 1 });
  // Makes the stranger's first answers as warm as the later ones.
  await stranger.get("/v1/vouchers");
});

/** Made-up values of the same shape, which are nobody's. */
const nobodys = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shop.params).map(([name, value]) => [name, value.replace(/.{6}$/, "zzzzzz")]),
  );

function headersOf(path: string, project: TestProject) {
  if (path.startsWith("/client/")) return project.client;
  return path.startsWith("/management/") ? project.management : project.server;
}

const call = ({ method, path }: Operation, params: Record<string, string>): Promise<Reply> =>
  send(method, filled(path, params), headersOf(path, stranger), bodyOf({ method, path }));

/**
 * The answer without what must differ: the request's own id and the names that were sent, the
 * longest first, because a short one may stand within a longer one.
 */
const shape = (reply: Reply, params: Record<string, string>): string =>
  [...Object.values(params), reply.headers.get("x-request-id") ?? ""]
    .sort((one, other) => other.length - one.length)
    .reduce(
      (text, value) => text.replaceAll(value, "*"),
      JSON.stringify({ status: reply.status, body: reply.body }),
    );

/** A 404, an empty list, or a validation that says "not found". */
function unseen(reply: Reply): void {
  if (reply.body.object === "list") expect(reply.body).toMatchObject({ total: 0, data: [] });
  else if (reply.body.valid === false) expect(reply.body.error.key).toBe("not_found");
  else failure(reply, 404, "not_found");
}

const byPath = guarded.filter(
  ({ method, path }) =>
    path.includes("/:") &&
    !ABOVE_PROJECTS.includes(path) &&
    // A signed link asks for no key at all.
    !path.endsWith("/download") &&
    // It asks for an origin before it looks for a tier.
    path !== "/client/v1/promotions/tiers/:promotionTierId/redemption" &&
    // It asks for the customer's token before it looks for anybody.
    path !== "/client/v1/customers/:customerId/consents" &&
    !(method === "POST" && path === "/v1/vouchers/:code"),
);

describe("another project's key, and nothing is written", () => {
  // To read all rows takes longer than to ask: once behind all of them.
  let expectUnchanged: () => Promise<void>;
  beforeAll(async () => {
    expectUnchanged = await unchanging(shop.project, stranger);
  });
  afterAll(() => expectUnchanged());

  it.each(byPath)("$method $path answers as if nothing were there", async (operation) => {
    const foreign = await call(operation, shop.params);
    const missing = await call(operation, nobodys());
    unseen(foreign);
    expect(shape(foreign, shop.params)).toBe(shape(missing, nobodys()));
  });
});

describe("another project's key", () => {
  // A link that publishes and what validates are GETs by their method only.
  const lists = guarded.filter(
    ({ method, path }) =>
      method === "GET" &&
      !path.includes("/:") &&
      !/\/(create|validate|validation)$/.test(path) &&
      !ABOVE_PROJECTS.includes(path),
  );

  it.each(lists)("$method $path shows nothing of others", async ({ path }) => {
    const reply = await send("GET", path, headersOf(path, stranger));
    expect(reply.status).toBe(200);
    for (const value of Object.values(shop.params)) {
      expect(JSON.stringify(reply.body)).not.toContain(value);
    }
    // The feed has no total, and consents come in two lists.
    const { total: whole, data, consents } = reply.body;
    const total = whole ?? consents?.total ?? data.length;
    expect(total).toBe(path === "/management/v1/projects" ? 1 : 0);
  });

  it("may use a code that another project uses", async () => {
    const project = await newProject();
    const made = await project.post("/v1/vouchers/SHOP-CARD", { gift: { amount: 5 } });
    expect(made.status).toBe(200);
    const theirs = await shop.project.get("/v1/vouchers/SHOP-CARD");
    expect(theirs.body.gift.amount).toBe(1000);
  });

  it("publishes no code of others", async () => {
    const before = await everything(shop.project, stranger);
    const sent = { voucher: "SHOP-CARD", customer: { source_id: "alice" } };
    failure(await stranger.post("/v1/publications", sent), 404, "not_found");
    const link = "/v1/publications/create?voucher=SHOP-CARD&customer%5Bsource_id%5D=alice";
    failure(await stranger.get(link), 404, "not_found");
    expect(await everything(shop.project, stranger)).toBe(before);
  });

  it("validates and redeems no code of others", async () => {
    const redeemables = [{ object: "voucher", id: "SHOP-CARD" }];
    const before = await everything(shop.project, stranger);
    for (const family of ["/v1", "/client/v1"]) {
      const validated = await stranger.post(`${family}/validations`, { redeemables });
      expect(validated.body.valid).toBe(false);
      expect(validated.body.redeemables[0].result.error.key).toBe("not_found");
      failure(await stranger.post(`${family}/redemptions`, { redeemables }), 404, "not_found");
    }
    failure(await stranger.post("/client/v1/redeem?code=SHOP-CARD", {}), 404, "not_found");
    const asked = await stranger.get("/client/v1/validate?code=SHOP-CARD");
    expect(asked.body).toMatchObject({ valid: false, error: { key: "not_found" } });
    expect(await everything(shop.project, stranger)).toBe(before);
  });

  it.each([
    ["an order", { order: { id: "ord_of_others", amount: 100 } }],
    ["a customer", { customer: { id: "cust_of_others" } }],
  ])("names no %s of others in a validation", async (_, extra) => {
    const redeemables = [{ object: "voucher", id: "SHOP-CARD" }];
    const own = await shop.project.get("/v1/customers");
    const sent = "customer" in extra ? { customer: { id: own.body.customers[0].id } } : extra;
    failure(await stranger.post("/v1/validations", { redeemables, ...sent }), 404, "not_found");
  });
});

describe("a project's management key", () => {
  it("reaches no key of another project under its own project's path", async () => {
    const path = `/management/v1/projects/${stranger.id}/api-keys/${shop.params.keyId}`;
    const before = await everything(shop.project, stranger);
    failure(await stranger.get(path), 404, "not_found");
    failure(await stranger.delete(path), 404, "not_found");
    for (const verb of ["rotate", "block", "unblock"]) {
      failure(await stranger.post(`${path}/${verb}`, {}), 404, "not_found");
    }
    expect(await everything(shop.project, stranger)).toBe(before);
  });

  it("creates no project: 403", async () => {
    const before = await everything(shop.project, stranger);
    const reply = await stranger.post("/management/v1/projects", { name: "New" });
    failure(reply, 403, "missing_required_permission");
    expect(await everything(shop.project, stranger)).toBe(before);
  });

  it("the deployment's own pair reaches every project", async () => {
    for (const { id } of [shop.project, stranger]) {
      const reply = await send("GET", `/management/v1/projects/${id}`, DEPLOYMENT);
      expect(reply.body.id).toBe(id);
    }
  });
});
