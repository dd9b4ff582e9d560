import { describe, expect, it } from "vitest";
import { cursorListOf } from "../../src/http/page";
import { Activity } from "../../src/resources/events/schema";
import { costOf, parsed } from "../support/api";
import { program } from "../support/loyalty";

const List = cursorListOf(Activity);

async function active() {
  const made = await program(["ada", "bob"]);
  const { project, cards } = made;
  await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points: 50 });
  await project.post(`/v1/loyalties/Points/members/${cards.bob}/transfers`, [
    { code: cards.ada, points: 20, source_id: "t" },
  ]);
  // Of the same customer, but of another card.
  await project.post("/v1/vouchers", { code: "GIFT", gift: { amount: 100 } });
  await project.post("/v1/publications", { voucher: "GIFT", customer: { source_id: "ada" } });
  return made;
}

const NAMES = [
  "customer.voucher.loyalty_card.points_transferred",
  "customer.voucher.loyalty_card.points_added",
  "customer.publication.succeeded",
];

describe("GET /v1/loyalties/members/{memberId}/activity", () => {
  it("tells what happened to the card, the newest first, and nothing of others", async () => {
    const { project, cards } = await active();
    for (const path of ["/members", "/Points/members"]) {
      const reply = await project.get(`/v1/loyalties${path}/${cards.ada}/activity`);
      const list = parsed(List, reply);
      expect(list.data.map(({ type }) => type)).toEqual(NAMES);
      expect(list.has_more).toBe(false);
      expect(list).not.toHaveProperty("more_starting_after");
      expect(costOf(reply).roundTrips).toBe(1);
      expect(list.data[1]?.data).toMatchObject({
        data: { balance: { points: 50 }, customer: { source_id: "ada" } },
        event_source: { channel: "API" },
      });
    }
    const ofBob = parsed(List, await project.get(`/v1/loyalties/members/${cards.bob}/activity`));
    expect(ofBob.data.map(({ type }) => type)).toEqual([NAMES[0], NAMES[2]]);
  });

  it("goes on after a cursor, in both directions", async () => {
    const { project, cards } = await active();
    const path = `/v1/loyalties/members/${cards.ada}/activity`;
    const first = parsed(List, await project.get(`${path}?limit=1`));
    expect(first.has_more).toBe(true);
    const next = `${path}?limit=2&starting_after_id=${first.more_starting_after}`;
    const rest = parsed(List, await project.get(next));
    expect([...first.data, ...rest.data].map(({ type }) => type)).toEqual(NAMES);
    const oldest = parsed(List, await project.get(`${path}?order=created_at`));
    expect(oldest.data.map(({ type }) => type)).toEqual(NAMES.toReversed());
  });

  it("is that of no gift card, and of none that is not there", async () => {
    const { project, cards } = await active();
    for (const path of ["members/GIFT", "members/NOBODY", `Other/members/${cards.ada}`]) {
      expect((await project.get(`/v1/loyalties/${path}/activity`)).status).toBe(404);
    }
  });
});
