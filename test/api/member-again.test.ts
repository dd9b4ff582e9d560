import { expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { program } from "../support/earning";
import { expectSound } from "../support/invariants";

const ADA = { customer: { source_id: "ada" } };

async function card(project: TestProject, name: string, more: object = {}) {
  const reply = await project.post(`/v1/loyalties/${name}/members`, { ...ADA, ...more });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

const remove = async (project: TestProject, code: string, query = "") =>
  expect((await project.delete(`/v1/vouchers/${code}${query}`)).status).toBe(204);

it.each(["", "?force=true"])(
  "who had a card that was deleted (DELETE%s) is a member again, by one card",
  async (query) => {
    const project = await newProject();
    await program(project, "Points");
    await program(project, "Other");
    const [first, other] = [await card(project, "Points"), await card(project, "Other")];
    await remove(project, first.code, query);
    const second = await card(project, "Points");
    expect(second.id).not.toBe(first.id);
    expect(second.holder_id).toBe(first.holder_id);
    // Asked for again it is the card that there is, and a third one is refused.
    expect(await card(project, "Points", { join_once: true })).toEqual(second);
    expect(await card(project, "Other", { join_once: true })).toEqual(other);
    for (const name of ["Points", "Other"]) {
      const third = await project.post(`/v1/loyalties/${name}/members`, ADA);
      expect(third.status).toBe(400);
      expect(third.body.key).toBe("voucher_cannot_be_published");
    }
    expect(await rowsOf("memberships", project.id)).toHaveLength(2);
    const { body } = await project.get("/v1/loyalties/Points/members");
    expect(body.vouchers.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    await expectSound(project.id);
  },
);

it("join_once gives a new card too, and a source id of before does not answer the old one", async () => {
  const project = await newProject();
  await program(project, "Points");
  const first = await card(project, "Points", { source_id: "join-1" });
  await remove(project, first.code);
  const old = await project.post("/v1/loyalties/Points/members", { ...ADA, source_id: "join-1" });
  expect(old.status).toBe(404);
  const second = await card(project, "Points", { join_once: true });
  expect(second.id).not.toBe(first.id);
});

it("a code of another campaign that was deleted stays the one that was given", async () => {
  const project = await newProject();
  const made = await project.post("/v1/campaigns", {
    name: "Once",
    campaign_type: "DISCOUNT_COUPONS",
    type: "AUTO_UPDATE",
    join_once: true,
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const sent = { campaign: "Once", ...ADA };
  const first = await project.post("/v1/publications", sent);
  await remove(project, first.body.voucher.code);
  const again = await project.post("/v1/publications", sent);
  expect(again.body.key).toBe("voucher_cannot_be_published");
  const asked = await project.post("/v1/publications?join_once=true", sent);
  expect(asked.body.id).toBe(first.body.id);
});
