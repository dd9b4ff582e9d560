import { describe, expect, it } from "vitest";
import { Campaign } from "../../src/model/campaign";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { referralCampaign } from "../support/referrals";

type Sent = Record<string, unknown>;

const BODY = {
  name: "Friends",
  campaign_type: "REFERRAL_PROGRAM",
  voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
};

async function scene() {
  const project = await newProject();
  const at = `/management/v1/projects/${project.id}/custom-event-schemas`;
  const event = await project.post(at, { name: "signed_up", schema: { properties: {} } });
  expect(event.status, JSON.stringify(event.body)).toBe(200);
  const gifts = await campaign(project, "Gifts", {
    campaign_type: "GIFT_VOUCHERS",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 100, effect: "APPLY_TO_ORDER" } },
  });
  const cards = await campaign(project, "Cards", {
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  return { project, gifts, cards, event: event.body.id as string };
}

const create = (project: TestProject, referral_program: Sent) =>
  project.post("/v1/campaigns", { ...BODY, referral_program });

describe("a referral program", () => {
  it("is kept with what it names, by id or by name", async () => {
    const { project, gifts, cards, event } = await scene();
    const reply = await create(project, {
      conversion_event_type: "custom_event",
      custom_event: { name: "signed_up" },
      referee_reward: {
        type: "GIFT_VOUCHER",
        amount: 500,
        related_object_parent: { id: gifts, object: "CAMPAIGN" },
        extra: 1,
      },
    });
    const kept = {
      conversion_event_type: "custom_event",
      custom_event: { id: event, name: "signed_up" },
      referee_reward: {
        type: "GIFT_VOUCHER",
        amount: 500,
        related_object_parent: { id: gifts, name: "Gifts", object: "CAMPAIGN" },
      },
    };
    const { id } = parsed(Campaign, reply);
    expect(reply.body.referral_program).toEqual(kept);
    expect((await project.get(`/v1/campaigns/${id}`)).body.referral_program).toEqual(kept);
    const changed = await project.put(`/v1/campaigns/${id}`, {
      referral_program: {
        referee_reward: {
          type: "LOYALTY_CARD",
          amount: 7,
          related_object_parent: { name: "Cards" },
        },
      },
    });
    expect(parsed(Campaign, changed).referral_program).toEqual({
      conversion_event_type: "redemption",
      referee_reward: {
        type: "LOYALTY_CARD",
        amount: 7,
        related_object_parent: { id: cards, name: "Cards", object: "CAMPAIGN" },
      },
    });
    const cleared = await project.put(`/v1/campaigns/${id}`, { referral_program: null });
    expect(parsed(Campaign, cleared)).not.toHaveProperty("referral_program");
  });

  const reward = (sent: Sent) => ({
    referee_reward: { type: "GIFT_VOUCHER", amount: 5, ...sent },
  });
  const of = (name: string) => ({ related_object_parent: { name } });
  it.each<[Sent, number, string, string]>([
    [{ conversion_event_type: "custom_event" }, 400, "invalid_campaign", "'custom_event'"],
    [
      { conversion_event_type: "custom_event", custom_event: {} },
      400,
      "invalid_campaign",
      "custom_event must have required property 'id'",
    ],
    [{ custom_event: { name: "left" } }, 404, "not_found", "event_schema"],
    [
      { conversion_event_type: "redemption", custom_event: { name: "signed_up" } },
      400,
      "invalid_campaign",
      "custom_event must NOT be sent with conversion_event_type redemption",
    ],
    [reward(of("Nothing")), 404, "not_found", "campaign"],
    [reward(of("Cards")), 400, "invalid_campaign", "referee_reward.type GIFT_VOUCHER"],
    [reward({ ...of("Gifts"), amount: null }), 400, "invalid_campaign", "'amount'"],
    [reward({ related_object_parent: {} }), 400, "invalid_campaign", "property 'id'"],
    [reward({ ...of("Gifts"), amount: 0 }), 400, "invalid_payload", "referee_reward.amount"],
    [reward({ ...of("Gifts"), type: "COIN" }), 400, "invalid_payload", "referee_reward.type"],
    [
      reward({ related_object_parent: { name: "Gifts", object: "SHOP" } }),
      400,
      "invalid_payload",
      "related_object_parent.object",
    ],
    [reward({}), 400, "invalid_payload", "related_object_parent"],
  ])("is refused by name: %j", async (program, status, key, details) => {
    const { project } = await scene();
    const id = await referralCampaign(project, "Standing");
    const before = (await project.get(`/v1/campaigns/${id}`)).body;
    const replies = [
      await create(project, program),
      await project.put(`/v1/campaigns/${id}`, { referral_program: program }),
    ];
    for (const { status: answered, body } of replies) {
      expect({ status: answered, key: body.key }, JSON.stringify(body)).toEqual({ status, key });
      expect(body.details).toContain(details);
    }
    expect((await project.get(`/v1/campaigns/${id}`)).body).toEqual(before);
    expect(await rowsOf("campaigns", project.id)).toHaveLength(3);
  });

  it("is none of a campaign of another type, and refused there", async () => {
    const { project } = await scene();
    const id = await campaign(project, "Coupons");
    const before = (await project.get(`/v1/campaigns/${id}`)).body;
    const reply = await project.put(`/v1/campaigns/${id}`, {
      referral_program: { conversion_event_type: "redemption" },
    });
    expect(failure(reply, 400, "invalid_campaign").details).toBe(
      "Property .referral_program must NOT be sent for a DISCOUNT_COUPONS campaign",
    );
    expect((await project.get(`/v1/campaigns/${id}`)).body).toEqual(before);
  });
});
