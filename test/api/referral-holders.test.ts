import { describe, expect, it } from "vitest";
import * as z from "zod";
import { RedeemableHolder } from "../../src/model/holder";
import { HolderList, Holders } from "../../src/resources/referrals/schema";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { countsOf, parallel, voucher } from "../support/redeeming";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";
import shapes from "../support/shapes/referrals.json";

const PATH = "/v1/referrals/members/BY-ANNA/holders";

async function friends(): Promise<{ project: TestProject; id: string }> {
  const project = await newProject();
  const id = await referralCampaign(project, "Friends");
  await referrer(project, id, "anna");
  return { project, id };
}

const failure = (status: number, key: string, details: unknown) => ({
  status,
  body: expect.objectContaining({ code: status, key, details }),
});

const named = (...sources: string[]) => sources.map((source_id) => ({ source_id }));

/** Nothing of what was refused is written: no customer, no holder but the referrer. */
async function expectAnnaAlone(project: TestProject) {
  expect(await rowsOf("customers", project.id)).toHaveLength(1);
  expect(await rowsOf("redeemable_holders", project.id)).toMatchObject([
    { holder_role: "REFERRER" },
  ]);
}

describe("POST /v1/referrals/.../holders", () => {
  it("200: known and new customers hold the code as referees, in two round trips", async () => {
    const { project, id } = await friends();
    const ben = (await project.post("/v1/customers", { source_id: "ben", name: "Ben" })).body.id;
    const reply = await project.post(`/v1/referrals/${id}/members/BY-ANNA/holders`, {
      holders: [{ id: ben, source_id: "other", email: "ben@example.com" }, ...named("cleo")],
      metadata: { from: "party" },
    });
    const { holders } = parsed(Holders, reply);
    const [code] = await rowsOf("vouchers", project.id);
    const cleo = (await project.get("/v1/customers/cleo")).body.id;
    const shared = {
      created_at: holders[0]?.created_at,
      redeemable_id: code?.id,
      redeemable_object: "voucher",
      holder_role: "REFEREE",
      campaign_id: id,
      campaign_type: "REFERRAL_PROGRAM",
      voucher_type: "DISCOUNT_VOUCHER",
      metadata: { from: "party" },
      object: "redeemable_holder",
    };
    const any = expect.stringMatching(/^rh_[0-9a-f]{18}$/);
    expect(holders).toEqual([
      { ...shared, id: any, customer_id: ben },
      { ...shared, id: any, customer_id: cleo },
    ]);
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await project.get("/v1/customers/ben")).body.email).toBe("ben@example.com");
    expect((await project.get("/v1/customers?limit=100")).body.total).toBe(3);
    const kinds = await eventKinds(project.id);
    expect(kinds.slice(-4)).toEqual([
      "customer.updated",
      "customer.created",
      "customer.holder.assignment.created",
      "customer.holder.assignment.created",
    ]);
  });

  it("200: a hundred at once, in as many round trips as one", async () => {
    const { project } = await friends();
    const many = Array.from({ length: 100 }, (_, at) => `friend-${at}`);
    const reply = await project.post(PATH, { holders: named(...many) });
    expect(parsed(Holders, reply).holders).toHaveLength(100);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(101);
    expect((await project.get("/v1/customers")).body.total).toBe(101);
  });

  it.each([
    [{ holders: [] }, "Property .holders"],
    [{ holders: Array.from({ length: 101 }, (_, at) => ({ source_id: `s${at}` })) }, "holders"],
    [{ holders: [{ name: "Nobody" }] }, "Property .holders[0] should have required property"],
    [{}, "Payload must have required property 'holders'"],
  ])("400: bodies that name nobody, or too many: %#", async (body, details) => {
    const { project } = await friends();
    const reply = await project.post(PATH, body);
    expect(reply).toMatchObject(failure(400, "invalid_payload", expect.stringContaining(details)));
    await expectAnnaAlone(project);
  });

  it("400: a code that nobody gives out", async () => {
    const project = await newProject();
    const id = await referralCampaign(project, "Friends");
    await project.post(`/v1/campaigns/${id}/vouchers/FREE`, {});
    const reply = await project.post("/v1/referrals/members/FREE/holders", {
      holders: named("ben"),
    });
    expect(reply).toMatchObject(
      failure(
        400,
        "not_published",
        "Referral code must be first published to Referrer before assigning it to Referee",
      ),
    );
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("400: metadata that does not fit the schema of publications", async () => {
    const { project } = await friends();
    const at = `/management/v1/projects/${project.id}/metadata-schemas`;
    const properties = { from: { type: "number", array: false, optional: true } };
    const { status } = await project.post(at, { related_object: "publication", properties });
    expect(status).toBe(200);
    const reply = await project.post(PATH, { holders: named("ben"), metadata: { from: "x" } });
    expect(reply).toMatchObject({ status: 400, body: { key: "metadata_validation_failed" } });
    await expectAnnaAlone(project);
  });

  it("404: an unknown code, campaign or customer id, and what is no referral code", async () => {
    const { project, id } = await friends();
    const other = await referralCampaign(project, "Others");
    await voucher(project, "ALONE");
    const holders = named("ben");
    for (const [path, body, type] of [
      ["/v1/referrals/members/NONE/holders", { holders }, "voucher"],
      ["/v1/referrals/members/ALONE/holders", { holders }, "voucher"],
      [`/v1/referrals/${other}/members/BY-ANNA/holders`, { holders }, "voucher"],
      ["/v1/referrals/camp_none/members/BY-ANNA/holders", { holders }, "voucher"],
      [PATH, { holders: [...holders, { id: "cust_none" }] }, "customer"],
    ] as const) {
      const reply = await project.post(path, body);
      expect(reply, path).toMatchObject({
        status: 404,
        body: { key: "not_found", resource_type: type },
      });
    }
    await expectAnnaAlone(project);
    const byName = await project.post("/v1/referrals/Friends/members/BY-ANNA/holders", { holders });
    expect(parsed(Holders, byName).holders).toMatchObject([{ campaign_id: id }]);
  });

  it("409: one customer under its id and its source id, and one source id twice", async () => {
    const { project } = await friends();
    const { id } = (await project.post("/v1/customers", { source_id: "ben" })).body;
    for (const holders of [[{ id }, { source_id: "ben" }], named("dora", "dora")]) {
      const reply = await project.post(PATH, { holders });
      expect(reply).toMatchObject({
        status: 409,
        body: { key: "duplicate_found", resource_type: "customer" },
      });
    }
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
  });

  it("409: who holds the code already, be it as its referrer, keeps all others out", async () => {
    const { project } = await friends();
    expect((await project.post(PATH, { holders: named("ben") })).status).toBe(200);
    for (const again of ["ben", "anna"]) {
      const reply = await project.post(PATH, { holders: named("cleo", again) });
      expect(reply).toMatchObject({
        status: 409,
        body: {
          key: "holder_assignement_duplication",
          message: "Customer is already assigned to given redeemable",
        },
      });
    }
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(2);
  });

  it("gives the code once to a customer that twenty requests name at once", async () => {
    const { project } = await friends();
    const replies = await parallel(20, () => project.post(PATH, { holders: named("ben") }));
    expect(countsOf(replies)).toEqual({ "200": 1, "409 holder_assignement_duplication": 19 });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(2);
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
  });

  it("lets a referee redeem, and shows the code among what the referee holds", async () => {
    const { project } = await friends();
    await project.post(PATH, { holders: named("ben") });
    const held = await project.get("/v1/customers/ben/redeemables");
    expect(held.body.data).toMatchObject([{ holder_role: "REFEREE" }]);
    expect((await redeemAs(project, "ben", "BY-ANNA")).status).toBe(200);
    const publications = await project.get("/v1/vouchers/BY-ANNA/publications");
    expect(publications.body).toMatchObject({ total: 1, publications: [{ result: "SUCCESS" }] });
  });
});

describe("GET /v1/referrals/.../holders", () => {
  it("200: all holders, page by page, the newest first or the oldest", async () => {
    const { project, id } = await friends();
    await project.post(PATH, { holders: named("ben", "cleo", "dora", "emil") });
    const all = parsed(HolderList, await project.get(PATH)).data;
    expect(all.map(({ holder_role }) => holder_role)).toEqual([
      ...Array(4).fill("REFEREE"),
      "REFERRER",
    ]);
    const first = parsed(
      HolderList,
      await project.get(`/v1/referrals/${id}/members/BY-ANNA/holders?limit=3&order=id`),
    );
    expect(first).toMatchObject({ has_more: true, total: 5 });
    const rest = parsed(
      HolderList,
      await project.get(`${PATH}?limit=3&order=id&starting_after_id=${first.more_starting_after}`),
    );
    expect(rest).toMatchObject({ has_more: false, total: 5 });
    const inOrder = [...first.data, ...rest.data].map((each) => each.id);
    expect(inOrder).toEqual(all.map((each) => each.id).sort());
    expect(all.every((each) => RedeemableHolder.safeParse(each).success)).toBe(true);
  });

  it("200: those that meet the filters", async () => {
    const { project } = await friends();
    await project.post(PATH, { holders: named("ben", "cleo") });
    const { data } = (await project.get(PATH)).body;
    const [newest, , anna] = data;
    const conditions = (field: string, operator: string, value: string) =>
      `filters[${field}][conditions][${operator}]=${encodeURIComponent(value)}`;
    const shown = async (...filters: string[]) => {
      const page = parsed(HolderList, await project.get(`${PATH}?${filters.join("&")}`));
      expect(page.total).toBe(page.data.length);
      return page.data.map(({ id }) => id);
    };
    const of = ({ id }: { id: string }) => id;
    expect(await shown(conditions("holder_role", "$is", "REFERRER"))).toEqual([anna.id]);
    expect(await shown(conditions("holder_role", "$is_not", "REFERRER"))).toHaveLength(2);
    expect(await shown(conditions("holder_role", "$in", "REFEREE"))).toHaveLength(2);
    expect(await shown(conditions("holder_role", "$not_in", "REFEREE"))).toEqual([anna.id]);
    expect(await shown(conditions("customer_id", "$is", anna.customer_id))).toEqual([anna.id]);
    expect(await shown(conditions("customer_id", "$starts_with", "cust_"))).toHaveLength(3);
    expect(await shown(conditions("customer_id", "$contains", anna.customer_id))).toEqual([
      anna.id,
    ]);
    expect(await shown(conditions("id", "$in", newest.id))).toEqual([newest.id]);
    expect(await shown(conditions("id", "$not_contain", "rh_"))).toEqual([]);
    expect(await shown(conditions("id", "$has_value", "true"))).toEqual(data.map(of));
    expect(await shown(conditions("created_at", "$after", "2000-01-01T00:00:00Z"))).toHaveLength(3);
    expect(await shown(conditions("created_at", "$before", "2000-01-01T00:00:00Z"))).toEqual([]);
    expect(
      await shown(
        "filters[junction]=or",
        conditions("id", "$is", newest.id),
        conditions("holder_role", "$is", "REFERRER"),
      ),
    ).toEqual([newest.id, anna.id]);
  });

  it("400: filters by other fields, and roles that there are not", async () => {
    const { project } = await friends();
    for (const query of [
      "filters[code][conditions][$is]=x",
      "filters[holder_role][conditions][$is]=FRIEND",
      "limit=101",
    ]) {
      const reply = await project.get(`${PATH}?${query}`);
      expect(reply, query).toMatchObject({ status: 400, body: { key: "invalid_query_params" } });
    }
  });

  it("404: a code of another campaign", async () => {
    const { project } = await friends();
    await referralCampaign(project, "Others");
    const reply = await project.get("/v1/referrals/Others/members/BY-ANNA/holders");
    expect(reply).toMatchObject(failure(404, "not_found", "Cannot find voucher with id BY-ANNA"));
  });
});

describe("DELETE /v1/referrals/.../holders/{holderId}", () => {
  it("204: a referee holds the code no more, and can again", async () => {
    const { project, id } = await friends();
    const { holders } = (await project.post(PATH, { holders: named("ben", "cleo") })).body;
    expect((await project.delete(`${PATH}/${holders[0].id}`)).status).toBe(204);
    const other = `/v1/referrals/${id}/members/BY-ANNA/holders/${holders[1].id}`;
    expect((await project.delete(other)).status).toBe(204);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    expect((await eventKinds(project.id)).slice(-2)).toEqual(
      Array(2).fill("customer.holder.assignment.deleted"),
    );
    expect((await project.delete(`${PATH}/${holders[0].id}`)).status).toBe(404);
    expect((await project.post(PATH, { holders: named("ben") })).status).toBe(200);
  });

  it("403: the referrer keeps it", async () => {
    const { project } = await friends();
    const [anna] = (await project.get(PATH)).body.data;
    expect(await project.delete(`${PATH}/${anna.id}`)).toMatchObject({
      status: 403,
      body: {
        key: "forbidden",
        message: "Can not remove assignment",
        details: "You can not remove Referrer assignment",
      },
    });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
  });

  it("404: a holder of another code", async () => {
    const { project, id } = await friends();
    await referrer(project, id, "zoe");
    const { holders } = (await project.post(PATH, { holders: named("ben") })).body;
    const reply = await project.delete(`/v1/referrals/members/BY-ZOE/holders/${holders[0].id}`);
    expect(reply).toMatchObject({
      status: 404,
      body: { key: "not_found", resource_type: "redeemable_holder" },
    });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(3);
  });
});

describe("to a strict client", () => {
  const read = (shape: keyof typeof shapes, body: unknown) =>
    z.fromJSONSchema(shapes[shape] as z.core.JSONSchema.JSONSchema).safeParse(body).error?.issues;

  it("answers what the shapes say, in the fullest and the emptiest form", async () => {
    const { project, id } = await friends();
    const path = `/v1/referrals/${id}/members/BY-ANNA/holders`;
    const least = await project.post(path, { holders: named("ben") });
    const most = await project.post(path, { holders: named("cleo"), metadata: { a: { b: 1 } } });
    const none = `${path}?filters[id][conditions][$is]=none`;
    for (const { body } of [least, most]) expect(read("holders", body)).toBeUndefined();
    for (const at of [path, `${path}?limit=1`, none]) {
      expect(read("list", (await project.get(at)).body), at).toBeUndefined();
    }
    const gone = await project.delete(`${path}/${least.body.holders[0].id}`);
    expect(gone).toMatchObject({ status: 204, body: "" });
  });
});
