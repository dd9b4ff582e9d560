import { describe, expect, it } from "vitest";
import { HeldList } from "../../src/resources/publications/schema";
import { costOf, newProject, parsed, type Reply, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { campaign, codes, publish } from "../support/publishing";
import { giftCard, redeem, voucher } from "../support/redeeming";

const read = (project: TestProject, query = "", name = "jane") =>
  project.get(`/v1/customers/${name}/redeemables${query}`);

const codesIn = (reply: Reply) =>
  parsed(HeldList, reply).data.map(({ redeemable }) => redeemable?.voucher.code);

describe("GET /v1/customers/{customerId}/redeemables", () => {
  it("200: what the customer holds, with the vouchers themselves, by id and source id", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring", { campaign_type: "REFERRAL_PROGRAM" });
    await codes(project, id, { prefix: "SPRING", to: 1 });
    await publish(project, "john", { campaign: "Spring", metadata: { a: 1 } });
    const { body } = await publish(project, "jane", { voucher: await own(project, "OWN") });
    const reply = await read(project);
    const { data, has_more } = parsed(HeldList, reply);
    expect(has_more).toBe(false);
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^rh_/),
        created_at: body.created_at,
        redeemable_id: body.voucher.id,
        redeemable_object: "voucher",
        customer_id: body.customer_id,
        holder_role: "OWNER",
        campaign_id: null,
        campaign_type: null,
        voucher_type: "DISCOUNT_VOUCHER",
        metadata: {},
        redeemable: {
          type: "voucher",
          voucher: expect.objectContaining(body.voucher),
          status: "ACTIVE",
        },
        object: "redeemable_holder",
      },
    ]);
    expect(costOf(reply).roundTrips).toBe(1);
    expect((await read(project, "", body.customer_id)).body).toEqual(reply.body);
    expect(parsed(HeldList, await read(project, "", "john")).data).toMatchObject([
      { holder_role: "REFERRER", campaign_id: id, metadata: { a: 1 } },
    ]);
  });

  it("200: the status tells whether each can be used", async () => {
    const project = await newProject();
    await voucher(project, "ACTIVE");
    await voucher(project, "USED", { redemption: { quantity: 1 } });
    await voucher(project, "DISABLED");
    await voucher(project, "NOT_ACTIVE_YET", { start_date: "2999-01-01" });
    await voucher(project, "EXPIRED");
    await giftCard(project, "NO_BALANCE", 100);
    const all = ["ACTIVE", "USED", "DISABLED", "NOT_ACTIVE_YET", "EXPIRED", "NO_BALANCE"];
    for (const code of all) await publish(project, "jane", { voucher: code });
    await redeem(project, "USED");
    await redeem(project, "NO_BALANCE", { order: { amount: 100 } });
    await project.post("/v1/vouchers/DISABLED/disable");
    await project.put("/v1/vouchers/EXPIRED", { expiration_date: "2020-01-01" });
    const { data } = parsed(HeldList, await read(project, "?order=created_at"));
    expect(data.map(({ redeemable }) => redeemable?.status)).toEqual(all);
    expect(data.map(({ redeemable }) => redeemable?.voucher.code)).toEqual(all);
  });

  it("200: pages by cursor in both orders", async () => {
    const project = await newProject();
    for (const code of ["A", "B", "C", "D", "E"]) {
      await voucher(project, code);
      await publish(project, "jane", { voucher: code });
    }
    const first = await read(project, "?limit=2");
    expect(codesIn(first)).toEqual(["E", "D"]);
    expect([first.body.has_more, first.body.total]).toEqual([true, 5]);
    const cursor = first.body.more_starting_after;
    expect(cursor).toBe(first.body.data[1].id);
    const next = await read(project, `?limit=2&starting_after_id=${cursor}`);
    expect(codesIn(next)).toEqual(["C", "B"]);
    const last = await read(project, `?limit=2&starting_after_id=${next.body.more_starting_after}`);
    expect(codesIn(last)).toEqual(["A"]);
    expect(last.body.total).toBe(5);
    expect(last.body).not.toHaveProperty("more_starting_after");
    expect(codesIn(await read(project, `?order=created_at&starting_after_id=${cursor}`))).toEqual([
      "E",
    ]);
  });

  it("200: reads as many rows with 1,000 held by others", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 1000 });
    for (const code of ["A", "B"]) {
      await voucher(project, code);
      await publish(project, "jane", { voucher: code });
    }
    const before = costOf(await read(project)).read;
    for (let at = 0; at < 20; at++) {
      await publish(project, `c-${at}`, { campaign: { name: "Spring", count: 20 } });
    }
    expect(Math.abs(costOf(await read(project)).read - before)).toBeLessThanOrEqual(2);
  });

  it("404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await other.post("/v1/customers", { source_id: "jane" });
    const reply = await read(project);
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ key: "not_found", resource_type: "customer" });
  });
});

describe("what is deleted", () => {
  it("a voucher is held by nobody any more", async () => {
    const project = await newProject();
    for (const code of ["A", "B", "C"]) {
      await publish(project, "jane", { voucher: await own(project, code) });
    }
    await project.delete("/v1/vouchers/A");
    await project.delete("/v1/vouchers/B?force=true");
    expect(codesIn(await read(project))).toEqual(["C"]);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("a customer holds nothing any more, and its codes are not given out again", async () => {
    const project = await newProject();
    const id = await campaign(project, "Once", { join_once: 1 });
    await codes(project, id, { prefix: "ONCE", to: 2 });
    await publish(project, "jane", { campaign: "Once" });
    await project.delete("/v1/customers/jane");
    expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
    const before = await rowsOf("vouchers", project.id);
    expect(before.map(({ holder_id, publish_count }) => [holder_id, publish_count])).toEqual(
      expect.arrayContaining([
        [null, 1],
        [null, 0],
      ]),
    );
    await expectSound(project.id);
    await publish(project, "jane", { campaign: "Once" });
    const last = await publish(project, "john", { campaign: "Once" });
    expect(last.body.key).toBe("no_voucher_suitable_for_publication");
    await expectSound(project.id);
  });
});

async function own(project: TestProject, code: string): Promise<string> {
  await voucher(project, code);
  return code;
}
