import { describe, expect, it } from "vitest";
import { Branding, BrandingList } from "../../src/resources/management/branding/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";

const pathOf = ({ id }: TestProject, rest = "") => `/management/v1/projects/${id}/branding${rest}`;

/** What must be said, and nothing else. */
const LEAST = {
  brand: { name: "Corner shop" },
  address: { street: "Hauptstr. 1", city: "Ulm", postal: "89073", country: "Germany" },
  contact: { email: "hello@corner.example" },
};

const MOST = {
  brand: {
    name: "Corner shop",
    privacy_policy_url: "https://corner.example/privacy",
    terms_of_use_url: "https://corner.example/terms",
    permission_reminder: "You signed up in our shop",
    website_url: "https://corner.example/",
  },
  address: { ...LEAST.address, state: "BW" },
  contact: { email: "hello@corner.example", phone: "+49 731 1" },
  cockpits: {
    campaigns_overview_enabled: false,
    loyalty_enabled: false,
    gift_cards_enabled: false,
    coupons_enabled: false,
    referrals_enabled: false,
    theme: "orange",
    use_custom_double_opt_in_redirect_url: true,
    custom_double_opt_in_redirect_url: "https://corner.example/hello",
  },
};

const ON = {
  campaigns_overview_enabled: true,
  loyalty_enabled: true,
  gift_cards_enabled: true,
  coupons_enabled: true,
  referrals_enabled: true,
  theme: "default",
  use_custom_double_opt_in_redirect_url: false,
  custom_double_opt_in_redirect_url: null,
};

async function branded(body: object = LEAST) {
  const project = await newProject();
  const branding = parsed(Branding, await project.post(pathOf(project), body));
  return { project, branding };
}

describe("POST", () => {
  it("200: what is not said is null, and all cockpits are on", async () => {
    const { branding } = await branded();
    expect(branding).toEqual({
      id: expect.stringMatching(/^brd_[0-9a-f]{18}$/),
      brand: {
        name: "Corner shop",
        privacy_policy_url: null,
        terms_of_use_url: null,
        permission_reminder: null,
        website_url: null,
      },
      address: { ...LEAST.address, state: "" },
      contact: { email: "hello@corner.example", phone: null },
      cockpits: ON,
    });
  });

  it("200: keeps everything that is said", async () => {
    const { branding } = await branded(MOST);
    expect(branding).toEqual({ id: branding.id, ...MOST });
  });

  it("409: a second one, also of two at once", async () => {
    const { project, branding } = await branded();
    const error = failure(await project.post(pathOf(project), MOST), 409, "branding_exist");
    expect(error.resource_id).toBe(branding.id);
    const fresh = await newProject();
    const both = await Promise.all([1, 2, 3].map(() => fresh.post(pathOf(fresh), LEAST)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await rowsOf("brandings", fresh.id)).toHaveLength(1);
  });

  it.each([
    [{ ...LEAST, brand: {} }, "Property .brand must have required property 'name'"],
    [{ ...LEAST, brand: undefined }, "Payload must have required property 'brand'"],
    [{ ...LEAST, contact: { email: "nobody" } }, ".contact.email"],
    [{ ...LEAST, brand: { name: "A", website_url: "javascript:alert(1)" } }, ".brand.website_url"],
    [{ ...LEAST, cockpits: { theme: "pink" } }, ".cockpits.theme"],
    [
      { ...LEAST, cockpits: { use_custom_double_opt_in_redirect_url: true } },
      "custom_double_opt_in_redirect_url",
    ],
  ])("400: %j", async (body, told) => {
    const project = await newProject();
    const { details } = failure(await project.post(pathOf(project), body), 400, "invalid_payload");
    expect(details).toContain(told);
    expect(await rowsOf("brandings", project.id)).toEqual([]);
  });
});

describe("PUT", () => {
  it("200: absent keeps, null unsets, and the rest of a part stays", async () => {
    const { project, branding } = await branded(MOST);
    const path = pathOf(project, `/${branding.id}`);
    const changed = parsed(
      Branding,
      await project.put(path, {
        brand: { website_url: null },
        contact: { phone: null },
        cockpits: { theme: "green" },
      }),
    );
    expect(changed).toEqual({
      ...branding,
      brand: { ...MOST.brand, website_url: null },
      contact: { ...MOST.contact, phone: null },
      cockpits: { ...MOST.cockpits, theme: "green" },
    });
    expect((await project.get(path)).body).toEqual(changed);
    expect((await project.put(path, {})).body).toEqual(changed);
  });

  it("400: what cannot be null, and 404: another brand; nothing changes", async () => {
    const { project, branding } = await branded();
    const before = await rowsOf("brandings", project.id);
    const path = pathOf(project, `/${branding.id}`);
    for (const body of [
      { brand: { name: null } },
      { address: { city: null } },
      { contact: { email: null } },
    ]) {
      failure(await project.put(path, body), 400, "invalid_payload");
    }
    const other = await branded();
    const foreign = pathOf(project, `/${other.branding.id}`);
    for (const reply of [
      await project.put(foreign, { brand: { name: "B" } }),
      await project.get(foreign),
      await project.delete(foreign),
    ]) {
      expect(failure(reply, 404, "not_found").resource_type).toBe("branding_details");
    }
    expect(await rowsOf("brandings", project.id)).toEqual(before);
  });

  it("200: changes at once all hold", async () => {
    const { project, branding } = await branded();
    const path = pathOf(project, `/${branding.id}`);
    const changes = [
      { brand: { name: "New" } },
      { address: { city: "Bonn" } },
      { contact: { phone: "1" } },
    ];
    const replies = await Promise.all(changes.map((each) => project.put(path, each)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await project.get(path)).body).toMatchObject({
      brand: { name: "New" },
      address: { city: "Bonn", street: "Hauptstr. 1" },
      contact: { phone: "1" },
    });
  });
});

it("lists the one there is, and makes room for another when it goes", async () => {
  const { project, branding } = await branded();
  const listed = parsed(BrandingList, await project.get(pathOf(project)));
  expect(listed).toEqual({
    object: "list",
    data_ref: "data",
    data: [branding],
    total: 1,
    has_more: false,
  });
  expect((await project.delete(pathOf(project, `/${branding.id}`))).status).toBe(204);
  expect((await project.get(pathOf(project))).body.total).toBe(0);
  expect((await project.post(pathOf(project), LEAST)).status).toBe(200);
});
