import { describe, expect, it } from "vitest";
import { newProject, type Reply, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { complaints } from "../support/client-schema";
import { circle, place, square } from "../support/locations";
import { referralCampaign, referrer } from "../support/referrals";

/** Where a client that reads strictly by the reference's shapes fails with an answer. */
const failuresOf = (operation: string, { status, body }: Reply): string[] =>
  complaints(operation, { status, body });

describe("tokens", () => {
  it("are read by a strict client, alive and not", async () => {
    const project = await newProject();
    const fields = { grant_type: "client_credentials", scope: "api client_api" };
    const token = await project.post("/v1/oauth/token", fields);
    const { access_token } = token.body;
    const alive = await project.post("/v1/oauth/introspect", { access_token });
    const revoked = await project.post("/v1/oauth/token/revoke", { access_token });
    const dead = await project.post("/v1/oauth/introspect", { access_token });
    expect([alive.body.active, dead.body.active]).toEqual([true, false]);
    expect([
      ...failuresOf("POST /v1/oauth/token", token),
      ...failuresOf("POST /v1/oauth/introspect", alive),
      ...failuresOf("POST /v1/oauth/token/revoke", revoked),
      ...failuresOf("POST /v1/oauth/introspect", dead),
    ]).toEqual([]);
  });
});

describe("brands", () => {
  const PATH = "/management/v1/projects/:projectId/branding";
  const pathOf = ({ id }: TestProject) => PATH.replace(":projectId", id);

  const LEAST = {
    brand: { name: "Shop" },
    address: { street: "Main 1", city: "Town", postal: null, country: "DE" },
    contact: { email: "hello@shop.example" },
  };
  const MOST = {
    brand: {
      name: "Shop",
      privacy_policy_url: "https://shop.example/privacy",
      terms_of_use_url: "https://shop.example/terms",
      permission_reminder: "You signed up",
      website_url: "https://shop.example",
    },
    address: { street: "Main 1", city: "Town", postal: "1", state: "BW", country: "DE" },
    contact: { email: "hello@shop.example", phone: "+49 1" },
  };

  /** The contract has cockpits, and null for what is unset; the shapes have neither. */
  const asShaped = ({ cockpits: _, ...branding }: Reply["body"]): object => ({
    ...branding,
    brand: { ...branding.brand, permission_reminder: branding.brand.permission_reminder ?? "" },
  });
  const shaped = (reply: Reply): Reply => ({ ...reply, body: asShaped(reply.body) });

  it.each([
    ["least", LEAST],
    ["most", MOST],
  ])("are read by a strict client with the %s that there is", async (_, body) => {
    const project = await newProject();
    const made = await project.post(pathOf(project), body);
    const one = `${pathOf(project)}/${made.body.id}`;
    const got = await project.get(one);
    const listed = await project.get(pathOf(project));
    const list = { ...listed, body: { ...listed.body, data: listed.body.data.map(asShaped) } };
    const changed = await project.put(one, body);
    expect([
      ...failuresOf(`POST ${PATH}`, shaped(made)),
      ...failuresOf(`GET ${PATH}`, list),
      ...failuresOf(`GET ${PATH}/:brandingId`, shaped(got)),
      ...failuresOf(`PUT ${PATH}/:brandingId`, shaped(changed)),
      ...failuresOf(`DELETE ${PATH}/:brandingId`, await project.delete(one)),
    ]).toEqual([]);
    expect(failuresOf(`POST ${PATH}`, made)).not.toEqual([]);
  });
});

describe("the bin", () => {
  it("is read by a strict client, with and without more behind the page", async () => {
    const project = await newProject();
    const parent = await campaign(project, "Autumn");
    for (const name of ["ONE", "TWO"]) {
      await code(project, parent, name);
      await project.delete(`/v1/vouchers/${name}`);
    }
    await project.post("/v1/products", { source_id: "shirt" });
    await project.delete("/v1/products/shirt");
    const listed = await project.get("/v1/trash-bin");
    expect(listed.body.data).toHaveLength(3);
    const path = `/v1/trash-bin/${listed.body.data[0].id}`;
    expect([
      ...failuresOf("GET /v1/trash-bin", listed),
      ...failuresOf("GET /v1/trash-bin", await project.get("/v1/trash-bin?limit=1")),
      ...failuresOf("DELETE /v1/trash-bin/:binEntryId", await project.delete(path)),
    ]).toEqual([]);
  });
});

describe("locations", () => {
  // The shape has a ring where GeoJSON has a list of rings.
  const isShallow = (failure: string): boolean => failure.includes(".geojson.coordinates.");

  it("are read by a strict client, circles and polygons", async () => {
    const project = await newProject();
    const ids = [
      await place(project, "Round", circle("52.2297,21.0122", "5 km")),
      await place(project, "Square", square(20, 50, 2)),
    ];
    const read = ids.map(async (id) =>
      failuresOf("GET /v1/locations/:locationId", await project.get(`/v1/locations/${id}`)),
    );
    const failures = [
      ...failuresOf("GET /v1/locations", await project.get("/v1/locations")),
      ...(await Promise.all(read)).flat(),
    ];
    expect(failures.filter((each) => !isShallow(each))).toEqual([]);
  });
});

describe("holders of referral codes and sessions of vouchers", () => {
  it.each([
    ["least", {}],
    ["most", { name: "Ben", email: "ben@x.example", metadata: { vip: true } }],
  ])("are read by a strict client with the %s that there is", async (_, more) => {
    const project = await newProject();
    const id = await referralCampaign(project, "Friends");
    await referrer(project, id, "anna");
    const told: string[] = [];
    for (const of of ["", `${id}/`]) {
      const PATH = `/v1/referrals/${of && ":campaignId/"}members/:memberId/holders`;
      const path = `/v1/referrals/${of}members/BY-ANNA/holders`;
      const source_id = `ben-${of.length}`;
      const made = await project.post(path, { holders: [{ source_id, ...more }] });
      const list = await project.get(path);
      const one = `${path}/${made.body.holders[0].id}`;
      told.push(
        ...failuresOf(`POST ${PATH}`, made),
        ...failuresOf(`GET ${PATH}`, list),
        ...failuresOf(`DELETE ${PATH}/:holderId`, await project.delete(one)),
      );
    }
    await project.post("/v1/validations", {
      redeemables: [{ object: "voucher", id: "BY-ANNA" }],
      session: { type: "LOCK", key: "cart" },
    });
    const session = await project.delete("/v1/vouchers/BY-ANNA/sessions/cart");
    told.push(...failuresOf("DELETE /v1/vouchers/:code/sessions/:sessionKey", session));
    expect(told).toEqual([]);
  });
});
